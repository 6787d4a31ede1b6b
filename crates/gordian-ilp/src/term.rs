//! Terms: expressions in normal form, stored once each.
//!
//! *Invariants*: operands precede the terms that use them. Every term is defined if the root
//! constraints and the conditions collected by `builder` hold, and some terms ([`Op::Copy`],
//! [`Op::Quotient`]) are defined by these conditions alone. Booleans are terms with values 0 and 1.
//! There is no "not", "or" or "different": these are `1 − t`, a negated [`Op::All`] and a negated
//! [`Op::Zero`]. A term with a single value is an [`Op::Const`], except for a variable.

use std::rc::Rc;

use gordian_core::{IndexVec, index};
use gordian_model::VarId;
use rustc_hash::FxHashMap;

use crate::values::Values;

index! {
    /// A term.
    pub(crate) struct Term;
}

/// A function as pairs (operand, result) with operands in ascending order.
pub(crate) type Pairs = Rc<[(i64, i64)]>;

/// The operation of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// A constant.
    Const(i64),
    /// A variable of the model.
    Var(VarId),
    /// A weighted sum and a constant. The operands are in ascending order and neither sums nor
    /// constants; a single operand of weight 1 without a constant is excluded.
    Sum(Vec<(Term, i64)>, i64),
    /// The pair of two terms with listed values, numbered row by row: the index of the first value,
    /// times the number of second values, plus the index of the second value.
    Pair(Term, Term),
    /// A function of a term with listed values. Operands that are not listed cannot occur.
    Map(Term, Pairs),
    /// The value of the condition that holds: two or more conditions with values, not all of them
    /// the same. The rows state that exactly one of the conditions holds.
    Select(Vec<(Term, i64)>),
    /// An integer within bounds that is required to equal the term.
    Copy(Term, i64, i64),
    /// Boolean: a sum is at most 0.
    AtMostZero(Term),
    /// Boolean: a sum is 0.
    Zero(Term),
    /// Boolean: the conjunction of two or more Booleans.
    All(Vec<Term>),
    /// Boolean: the parity of three or more Booleans.
    Parity(Vec<Term>),
    /// A product; the first factor is a Boolean or the factor with fewer values.
    Product(Term, Term),
    /// An integer that is required to be the Euclidean quotient.
    Quotient(Term, Term),
    /// The element of an array at an index within it.
    Element(Vec<Term>, Term),
    /// The element at this zero-based position of the sorted array.
    NthSmallest(Vec<Term>, usize),
    /// Boolean: the terms, which have listed values, are pairwise different.
    AllDifferent(Vec<Term>),
    /// Boolean: the terms equal one of the rows.
    Table(Vec<Term>, Rc<Vec<Vec<i64>>>),
}

/// All terms.
#[derive(Default)]
pub(crate) struct Terms {
    ops: IndexVec<Term, Op>,
    values: IndexVec<Term, Values>,
    term_of: FxHashMap<Op, Term>,
}

impl Terms {
    /// Returns the term of `op`, creating it with these values if necessary.
    pub(crate) fn intern(&mut self, op: Op, values: impl FnOnce(&Self) -> Values) -> Term {
        if let Some(&term) = self.term_of.get(&op) {
            return term;
        }
        let values = values(self);
        let term = self.ops.push(op.clone());
        self.values.push(values);
        self.term_of.insert(op, term);
        term
    }

    /// Returns the operation of the term.
    pub(crate) fn op(&self, term: Term) -> &Op {
        &self.ops[term]
    }

    /// Returns a superset of the values of the term.
    pub(crate) fn values(&self, term: Term) -> &Values {
        &self.values[term]
    }

    /// Returns the listed values of the term.
    ///
    /// # Panics
    ///
    /// Panics if the values are not listed.
    pub(crate) fn list(&self, term: Term) -> Rc<[i64]> {
        self.values[term].list.clone().expect("a term whose values are listed")
    }

    /// Returns the value if there is only one.
    pub(crate) fn as_constant(&self, term: Term) -> Option<i64> {
        match self.ops[term] {
            Op::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether the values are among 0 and 1.
    pub(crate) fn is_boolean(&self, term: Term) -> bool {
        self.values[term].is_boolean()
    }

    /// Returns the term as a weighted sum and a constant.
    pub(crate) fn parts(&self, term: Term) -> (Vec<(Term, i64)>, i64) {
        match &self.ops[term] {
            Op::Const(value) => (Vec::new(), *value),
            Op::Sum(parts, constant) => (parts.clone(), *constant),
            _ => (vec![(term, 1)], 0),
        }
    }
}
