//! Terms: expressions in a normal form, each once.
//!
//! *Invariants*: operands come before the terms made of them. Every term has a value wherever the
//! conditions collected by `read` hold, and some terms ([`Op::Copy`], [`Op::Quotient`]) are what
//! these conditions make them. Truth values are terms whose values are 0 and 1; there is
//! no "not", "or" or "different": they are `1 − t`, a negated [`Op::All`] and a negated
//! [`Op::Zero`]. A term with one value is an [`Op::Const`], except for a variable.

use std::rc::Rc;

use gordian_core::{IndexVec, index};
use gordian_model::VarId;
use rustc_hash::FxHashMap;

use super::values::Values;

index! {
    /// A term.
    pub(super) struct Term;
}

/// A function given by its pairs (operand, result), operands in rising order.
pub(super) type Pairs = Rc<[(i64, i64)]>;

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Op {
    /// A constant.
    Const(i64),
    /// A variable of the model.
    Var(VarId),
    /// A weighted sum and a constant; terms in rising order, none of them a sum or a constant; not
    /// a single term of weight 1 with nothing added.
    Sum(Vec<(Term, i64)>, i64),
    /// The pair of two terms with listed values, numbered row by row: the place of the first
    /// value, times the number of second values, plus the place of the second value.
    Pair(Term, Term),
    /// A function of a term with listed values; operands that are not listed cannot occur.
    Map(Term, Pairs),
    /// An integer within bounds that is demanded to be equal to the term.
    Copy(Term, i64, i64),
    /// Truth: a sum is at most 0.
    AtMostZero(Term),
    /// Truth: a sum is 0.
    Zero(Term),
    /// Truth: all of two or more truth values.
    All(Vec<Term>),
    /// Truth: an odd number of three or more truth values.
    Parity(Vec<Term>),
    /// The product; the first is a truth value or the one with fewer values.
    Product(Term, Term),
    /// An integer that is demanded to be the Euclidean quotient.
    Quotient(Term, Term),
    /// The element of an array at an index that lies in it.
    Element(Vec<Term>, Term),
    /// The element at this zero-based place of the sorted array.
    NthSmallest(Vec<Term>, usize),
    /// Truth: no two are equal; all have listed values.
    AllDifferent(Vec<Term>),
    /// Truth: the terms are one of the rows.
    Table(Vec<Term>, Rc<Vec<Vec<i64>>>),
}

/// All terms so far.
#[derive(Default)]
pub(super) struct Terms {
    ops: IndexVec<Term, Op>,
    values: IndexVec<Term, Values>,
    term_of: FxHashMap<Op, Term>,
}

impl Terms {
    /// Returns the term for `op`, whose values are among `values`.
    pub(super) fn intern(&mut self, op: Op, values: impl FnOnce(&Self) -> Values) -> Term {
        if let Some(&term) = self.term_of.get(&op) {
            return term;
        }
        let values = values(self);
        let term = self.ops.push(op.clone());
        self.values.push(values);
        self.term_of.insert(op, term);
        term
    }

    /// Returns what the term is made of.
    pub(super) fn op(&self, term: Term) -> &Op {
        &self.ops[term]
    }

    /// Returns the values that the term may have.
    pub(super) fn values(&self, term: Term) -> &Values {
        &self.values[term]
    }

    /// Returns the listed values of the term.
    ///
    /// # Panics
    ///
    /// Panics if they are not listed; the term's maker has to see to that.
    pub(super) fn list(&self, term: Term) -> Rc<[i64]> {
        self.values[term].list.clone().expect("a term whose values are listed")
    }

    /// Returns the value if there is only one.
    pub(super) fn as_constant(&self, term: Term) -> Option<i64> {
        match self.ops[term] {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether the values are among 0 and 1.
    pub(super) fn is_boolean(&self, term: Term) -> bool {
        self.values[term].is_boolean()
    }

    /// Returns the term as a weighted sum and a constant.
    pub(super) fn parts(&self, term: Term) -> (Vec<(Term, i64)>, i64) {
        match &self.ops[term] {
            Op::Const(value) => (Vec::new(), *value),
            Op::Sum(parts, constant) => (parts.clone(), *constant),
            _ => (vec![(term, 1)], 0),
        }
    }
}
