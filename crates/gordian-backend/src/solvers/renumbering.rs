//! A random renumbering of the caller's variables.
//!
//! SAT solvers break ties by variable number and try one phase first. Renumbering the variables and
//! negating all literals therefore diversifies the search of every solver, whatever options it has.

use gordian_core::{Index, Random};

use crate::{Lit, Var};

/// A map from the caller's literals to the solver's.
pub(super) struct Renumbering {
    /// The solver's literal for the positive literal of each variable.
    solver_lits: Vec<Lit>,
    /// For each variable, whether it has occurred in a clause or an assumption.
    used: Vec<bool>,
    /// `None` for seed 0, which maps every variable to itself.
    shuffle: Option<Shuffle>,
}

struct Shuffle {
    random: Random,
    negate: bool,
}

impl Renumbering {
    pub(super) fn new(seed: u64) -> Self {
        let shuffle = (seed != 0).then(|| {
            let mut random = Random::new(seed);
            let negate = random.flip();
            Shuffle { random, negate }
        });
        Self { solver_lits: Vec::new(), used: Vec::new(), shuffle }
    }

    pub(super) fn n_vars(&self) -> usize {
        self.solver_lits.len()
    }

    /// Ensures that at least `n_vars` variables exist. New variables are permuted among themselves.
    pub(super) fn reserve(&mut self, n_vars: usize) {
        let first_new = self.n_vars();
        if n_vars <= first_new {
            return;
        }
        let negate = self.shuffle.as_ref().is_some_and(|shuffle| shuffle.negate);
        self.solver_lits.extend((first_new..n_vars).map(|v| Lit::new(Var::from_usize(v), !negate)));
        self.used.resize(n_vars, false);
        if let Some(shuffle) = &mut self.shuffle {
            shuffle.random.shuffle(&mut self.solver_lits[first_new..]);
        }
    }

    /// Returns the solver's literal for `lit`, whose variable is reserved, and marks it as used.
    #[inline]
    pub(super) fn map_used(&mut self, lit: Lit) -> Lit {
        self.used[lit.var().index()] = true;
        self.map(lit)
    }

    /// Returns the solver's literal for `lit`, whose variable is reserved.
    #[inline]
    pub(super) fn map(&self, lit: Lit) -> Lit {
        self.solver_lits[lit.var().index()] ^ lit.is_negative()
    }

    /// Returns whether `var` has occurred in a clause or an assumption.
    pub(super) fn is_used(&self, var: Var) -> bool {
        self.used.get(var.index()).copied().unwrap_or(false)
    }
}

/// Returns the number of variables that `lits` need.
pub(super) fn n_vars_of(lits: &[Lit]) -> usize {
    lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renumbering_is_a_permutation_for_every_seed() {
        for seed in 0..20 {
            let mut renumbering = Renumbering::new(seed);
            renumbering.reserve(10);
            renumbering.reserve(5);
            renumbering.reserve(30);
            let mut vars: Vec<usize> =
                renumbering.solver_lits.iter().map(|lit| lit.var().index()).collect();
            assert_eq!(vars.is_sorted(), seed == 0, "seed {seed}");
            vars.sort_unstable();
            assert!(vars.into_iter().eq(0..30), "seed {seed}");
            let lit = Lit::positive(Var::from_usize(7));
            assert_eq!(renumbering.map(!lit), !renumbering.map(lit));
        }
    }
}
