//! A growing CNF formula, with shared literals for disjunctions.

use gordian_backend::{Cnf, Lit};
use gordian_core::Budget;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::is_stopped;

/// From this length on, duplicate literals of a clause are found by hashing.
const LONG_CLAUSE_LEN: usize = 48;

/// A growing CNF formula and its shared literals.
#[derive(Debug)]
pub(crate) struct Clauses {
    cnf: Cnf,
    true_lit: Lit,
    /// Literals that are equivalent to a disjunction.
    ors: FxHashMap<Box<[Lit]>, Lit>,
    scratch: Vec<Lit>,
    /// Literals of the current long clause.
    seen: FxHashSet<Lit>,
    budget: Budget,
}

impl Clauses {
    /// Returns a formula with one variable, which is true.
    pub(super) fn new(budget: Budget) -> Self {
        let mut cnf = Cnf::new();
        let true_lit = Lit::positive(cnf.new_var());
        cnf.push(&[true_lit]);
        Self {
            cnf,
            true_lit,
            ors: FxHashMap::default(),
            scratch: Vec::new(),
            seen: FxHashSet::default(),
            budget,
        }
    }

    /// Returns the formula.
    pub(crate) fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Returns the literal that is always true.
    pub(crate) fn true_lit(&self) -> Lit {
        self.true_lit
    }

    /// Returns the true literal or its negation.
    pub(super) fn constant_lit(&self, value: bool) -> Lit {
        self.true_lit ^ !value
    }

    /// Returns the positive literal of a new variable.
    pub(crate) fn new_lit(&mut self) -> Lit {
        Lit::positive(self.cnf.new_var())
    }

    /// Adds a clause, without constant and duplicate literals.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) {
        self.add_clause_with(&[], lits);
    }

    /// Adds the clause of `prefix` and `lits`.
    pub(super) fn add_clause_with(&mut self, prefix: &[Lit], lits: &[Lit]) {
        if !self.budget.check() {
            return;
        }
        self.scratch.clear();
        self.seen.clear();
        let is_long = prefix.len().saturating_add(lits.len()) > LONG_CLAUSE_LEN;
        for &lit in prefix.iter().chain(lits) {
            let (known, opposite) = match is_long {
                true => (!self.seen.insert(lit), self.seen.contains(&!lit)),
                false => (self.scratch.contains(&lit), self.scratch.contains(&!lit)),
            };
            if lit == self.true_lit || opposite {
                return;
            }
            if lit != !self.true_lit && !known {
                self.scratch.push(lit);
            }
        }
        if self.budget.charge(self.scratch.len()) {
            self.cnf.push(&self.scratch);
        }
    }

    /// Takes memory for this many literals; returns whether there was enough.
    pub(super) fn charge(&self, n_literals: usize) -> bool {
        self.budget.charge(n_literals)
    }

    /// Returns whether the compilation cannot be completed, for loops that take long.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        is_stopped(&self.budget)
    }

    /// Removes the limits of time and memory from this formula.
    pub(crate) fn lift_budget(&mut self) {
        self.budget = Budget::unlimited();
    }

    /// Returns a literal equivalent to the disjunction of `lits`.
    pub(super) fn or_lit(&mut self, lits: &[Lit]) -> Lit {
        if !self.budget.check() {
            return self.true_lit;
        }
        let mut list: Vec<Lit> = Vec::with_capacity(lits.len().saturating_add(1));
        for &lit in lits {
            if lit == self.true_lit {
                return self.true_lit;
            }
            if lit != !self.true_lit {
                list.push(lit);
            }
        }
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.true_lit;
        }
        match list[..] {
            [] => return !self.true_lit,
            [only] => return only,
            _ => {}
        }
        if let Some(&lit) = self.ors.get(&list[..]) {
            return lit;
        }
        // One short clause per operand, the long clause, and the key.
        if !self.budget.charge(list.len().saturating_mul(4)) {
            return self.true_lit;
        }
        let lit = self.new_lit();
        for &part in &list {
            self.cnf.push(&[!part, lit]);
        }
        let key: Box<[Lit]> = list.as_slice().into();
        list.push(!lit);
        self.cnf.push(&list);
        self.ors.insert(key, lit);
        lit
    }

    /// Returns a literal equivalent to the conjunction of `lits`.
    pub(super) fn and_lit(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.or_lit(&negated)
    }
}
