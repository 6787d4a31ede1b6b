//! Clauses under construction, with the literals that stand for disjunctions of others.

use gordian_backend::{Cnf, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::watch::Watch;

/// From this many literals on a clause is compared with itself by hashing.
const LONG: usize = 48;

/// A formula that grows, and what is shared in it.
#[derive(Debug)]
pub(crate) struct Clauses {
    cnf: Cnf,
    yes: Lit,
    /// Disjunctions that have a literal, exact in both directions.
    ors: FxHashMap<Box<[Lit]>, Lit>,
    scratch: Vec<Lit>,
    /// The literals of a long clause so far.
    seen: FxHashSet<Lit>,
    watch: Watch,
}

impl Clauses {
    /// Returns the formula of one variable, which is true.
    pub(super) fn new(watch: Watch) -> Self {
        let mut cnf = Cnf::new();
        let yes = Lit::positive(cnf.new_var());
        cnf.push(&[yes]);
        Self {
            cnf,
            yes,
            ors: FxHashMap::default(),
            scratch: Vec::new(),
            seen: FxHashSet::default(),
            watch,
        }
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
        self.watch.look();
        self.scratch.clear();
        self.seen.clear();
        let is_long = prefix.len().saturating_add(lits.len()) > LONG;
        for &lit in prefix.iter().chain(lits) {
            let (known, opposite) = match is_long {
                true => (!self.seen.insert(lit), self.seen.contains(&!lit)),
                false => (self.scratch.contains(&lit), self.scratch.contains(&!lit)),
            };
            if lit == self.yes || opposite {
                return;
            }
            if lit != !self.yes && !known {
                self.scratch.push(lit);
            }
        }
        self.watch.charge(self.scratch.len());
        self.cnf.push(&self.scratch);
    }

    /// Lets the formula grow without limit from now on, whoever asks to stop.
    pub(crate) fn lift_limits(&mut self) {
        self.watch = Watch::default();
    }

    /// Returns a literal that holds exactly where one of `lits` does.
    pub(super) fn or_lit(&mut self, lits: &[Lit]) -> Lit {
        self.watch.look();
        let mut list: Vec<Lit> = Vec::with_capacity(lits.len().saturating_add(1));
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
        // A short clause for each part, the long one, and the key.
        self.watch.charge(list.len().saturating_mul(4));
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
