//! Which of an engine's variables stands for which of the caller's.
//!
//! Engines break ties by the number of a variable and try one sign first. To renumber the
//! variables and to turn all signs round is therefore the one way to make runs differ that works
//! for every engine, whatever options it offers.

use gordian_core::{Index, Random};

use crate::{Lit, Var};

/// The engine's literals for the caller's.
pub(super) struct Renumbering {
    /// The engine's literal for the positive literal of each variable.
    inner: Vec<Lit>,
    /// Which variables have been in a clause or an assumption.
    used: Vec<bool>,
    /// `None` for seed 0: every variable stands for itself.
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
        Self { inner: Vec::new(), used: Vec::new(), shuffle }
    }

    pub(super) fn n_vars(&self) -> usize {
        self.inner.len()
    }

    /// Makes sure that there are `n_vars` variables. Those that come together are renumbered among
    /// themselves.
    pub(super) fn reserve(&mut self, n_vars: usize) {
        let first_new = self.n_vars();
        if n_vars <= first_new {
            return;
        }
        let negate = self.shuffle.as_ref().is_some_and(|shuffle| shuffle.negate);
        self.inner.extend((first_new..n_vars).map(|v| Lit::new(Var::from_usize(v), !negate)));
        self.used.resize(n_vars, false);
        if let Some(shuffle) = &mut self.shuffle {
            shuffle.random.shuffle(&mut self.inner[first_new..]);
        }
    }

    /// Returns the engine's literal for `lit`, whose variable is reserved, and notes its use.
    #[inline]
    pub(super) fn use_lit(&mut self, lit: Lit) -> Lit {
        self.used[lit.var().index()] = true;
        self.inner(lit)
    }

    /// Returns the engine's literal for `lit`, whose variable is reserved.
    #[inline]
    pub(super) fn inner(&self, lit: Lit) -> Lit {
        self.inner[lit.var().index()] ^ lit.is_negative()
    }

    /// Returns whether `var` has been in a clause or an assumption.
    pub(super) fn is_used(&self, var: Var) -> bool {
        self.used.get(var.index()).copied().unwrap_or(false)
    }
}

/// Returns how many variables must be there for `lits`.
pub(super) fn n_vars_of(lits: &[Lit]) -> usize {
    lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_gives_a_renumbering() {
        for seed in 0..20 {
            let mut names = Renumbering::new(seed);
            names.reserve(10);
            names.reserve(5);
            names.reserve(30);
            let mut inner: Vec<usize> = names.inner.iter().map(|lit| lit.var().index()).collect();
            assert_eq!(inner.is_sorted(), seed == 0, "seed {seed}");
            inner.sort_unstable();
            assert!(inner.into_iter().eq(0..30), "seed {seed}");
            let lit = Lit::positive(Var::from_usize(7));
            assert_eq!(names.inner(!lit), !names.inner(lit));
        }
    }
}
