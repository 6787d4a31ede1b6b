//! Clauses under construction, with the literals that stand for disjunctions of others.

use gordian_backend::{Cnf, Lit};
use rustc_hash::FxHashMap;

/// A formula that grows, and what is shared in it.
#[derive(Debug)]
pub(crate) struct Clauses {
    cnf: Cnf,
    yes: Lit,
    /// Disjunctions that have a literal, exact in both directions.
    ors: FxHashMap<Box<[Lit]>, Lit>,
    scratch: Vec<Lit>,
}

impl Clauses {
    /// Returns the formula of one variable, which is true.
    pub(super) fn new() -> Self {
        let mut cnf = Cnf::new();
        let yes = Lit::positive(cnf.new_var());
        cnf.push(&[yes]);
        Self { cnf, yes, ors: FxHashMap::default(), scratch: Vec::new() }
    }

    /// Returns the formula so far.
    pub(crate) fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Returns the literal that is true.
    pub(crate) fn yes(&self) -> Lit {
        self.yes
    }

    /// Returns the literal of a truth value.
    pub(super) fn known(&self, value: bool) -> Lit {
        self.yes ^ !value
    }

    /// Returns a literal that nothing is known about.
    pub(crate) fn fresh(&mut self) -> Lit {
        Lit::positive(self.cnf.new_var())
    }

    /// Adds a clause, without literals that are known and without repetition.
    pub(crate) fn clause(&mut self, lits: &[Lit]) {
        self.clause_with(&[], lits);
    }

    /// Adds the clause of a prefix and more literals.
    pub(super) fn clause_with(&mut self, prefix: &[Lit], lits: &[Lit]) {
        self.scratch.clear();
        for &lit in prefix.iter().chain(lits) {
            if lit == self.yes || self.scratch.contains(&!lit) {
                return;
            }
            if lit != !self.yes && !self.scratch.contains(&lit) {
                self.scratch.push(lit);
            }
        }
        self.cnf.push(&self.scratch);
    }

    /// Returns a literal that holds exactly where one of `lits` does.
    pub(super) fn or_lit(&mut self, lits: &[Lit]) -> Lit {
        let mut list: Vec<Lit> = Vec::with_capacity(lits.len() + 1);
        for &lit in lits {
            if lit == self.yes {
                return self.yes;
            }
            if lit != !self.yes {
                list.push(lit);
            }
        }
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.yes;
        }
        match list[..] {
            [] => return !self.yes,
            [only] => return only,
            _ => {}
        }
        if let Some(&lit) = self.ors.get(&list[..]) {
            return lit;
        }
        let lit = self.fresh();
        for &part in &list {
            self.cnf.push(&[!part, lit]);
        }
        let key: Box<[Lit]> = list.as_slice().into();
        list.push(!lit);
        self.cnf.push(&list);
        self.ors.insert(key, lit);
        lit
    }

    /// Returns a literal that holds exactly where all of `lits` do.
    pub(super) fn and_lit(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.or_lit(&negated)
    }
}
