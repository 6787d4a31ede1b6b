//! Formulas in conjunctive normal form, stored flat.
//!
//! One vector holds all literals and another the ends of the clauses, so a clause needs no separate
//! allocation and memory is read sequentially:
//!
//! ```text
//! lits:  a ¬b | c | ¬a b ¬c | ...
//! ends:      2   3         6
//! ```

use gordian_core::Index;

use crate::{Lit, Var};

/// A CNF formula: a conjunction of clauses, each a disjunction of literals.
///
/// Clauses are kept as given, in order. Duplicate literals and clauses, tautologies, and the empty
/// clause (which makes the formula unsatisfiable) are allowed.
///
/// Cost: 4 bytes per literal and 8 per clause; adding a literal takes amortised constant time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    n_vars: usize,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// Returns the formula without variables and clauses, which is satisfiable.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of variables, which is one more than the index of the last variable.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Returns the number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the formula has no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of literals in all clauses together.
    #[must_use]
    pub fn n_lits(&self) -> usize {
        self.lits.len()
    }

    /// Adds a variable and returns it.
    ///
    /// # Panics
    ///
    /// Panics if the formula already has [`Var::MAX`] + 1 variables.
    pub fn new_var(&mut self) -> Var {
        let var = Var::from_usize(self.n_vars);
        self.n_vars += 1;
        var
    }

    /// Ensures that the formula has at least `n_vars` variables.
    ///
    /// # Panics
    ///
    /// Panics if `n_vars` is greater than [`Var::MAX`] + 1.
    pub fn reserve_vars(&mut self, n_vars: usize) {
        if let Some(last) = n_vars.checked_sub(1) {
            self.n_vars = self.n_vars.max(Var::from_usize(last).index() + 1);
        }
    }

    /// Adds a clause, and the variables in it that the formula does not have.
    pub fn push(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.n_vars = self.n_vars.max(lit.var().index() + 1);
        }
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// Returns the clauses in insertion order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        self.iter_from(0)
    }

    /// Returns the clauses from index `position` on.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer than `position` clauses.
    pub fn iter_from(&self, position: usize) -> impl ExactSizeIterator<Item = &[Lit]> {
        let mut start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ends[position..].iter().map(move |&end| {
            let clause = &self.lits[start..end];
            start = end;
            clause
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).expect("a literal")
    }

    #[test]
    fn clauses_are_kept_as_given() {
        let clauses: [&[Lit]; 4] = [&[lit(1), lit(-5)], &[], &[lit(2), lit(2)], &[lit(3)]];
        let mut cnf = Cnf::new();
        for clause in clauses {
            cnf.push(clause);
        }
        assert_eq!((cnf.n_vars(), cnf.len(), cnf.n_lits()), (5, 4, 5));
        assert!(cnf.iter().eq(clauses));
        for from in 0..=4 {
            assert!(cnf.iter_from(from).eq(clauses[from..].iter().copied()), "from {from}");
        }
    }

    #[test]
    fn reserve_vars_never_removes_variables() {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(0);
        assert_eq!(cnf.n_vars(), 0);
        cnf.reserve_vars(3);
        cnf.reserve_vars(2);
        assert_eq!(cnf.new_var().index(), 3);
        assert_eq!(cnf.n_vars(), 4);
    }
}
