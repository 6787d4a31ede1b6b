//! The last answer of a SAT solver, copied when the call returns: solvers forget it with the next
//! clause, or refuse to give it.

use gordian_core::Index as _;

use super::renumbering::Renumbering;
use crate::{Lit, Var, Verdict};

/// A verdict with its model or its core.
#[derive(Default)]
pub(super) struct LastAnswer {
    verdict: Option<Verdict>,
    /// The values of the variables in the last satisfying assignment.
    model: Vec<bool>,
    core: Vec<Lit>,
    n_solves: u64,
}

impl LastAnswer {
    /// Returns the number of calls.
    pub(super) fn n_solves(&self) -> u64 {
        self.n_solves
    }

    /// Forgets the last answer, because a call begins.
    pub(super) fn begin(&mut self) {
        self.n_solves += 1;
        self.model.clear();
        self.core.clear();
        self.verdict = None;
    }

    /// Copies the answer of a call, and returns its verdict. `holds` tells whether a renumbered
    /// literal is true in the model ([`Verdict::Sat`]) or a renumbered assumption is in the core
    /// ([`Verdict::Unsat`]).
    pub(super) fn end(
        &mut self,
        verdict: Verdict,
        assumptions: &[Lit],
        renumbering: &Renumbering,
        mut holds: impl FnMut(Lit) -> bool,
    ) -> Verdict {
        match verdict {
            Verdict::Sat => {
                let vars = (0..renumbering.n_vars()).map(Var::from_usize);
                let value =
                    |var| renumbering.is_used(var) && holds(renumbering.map(Lit::positive(var)));
                self.model.extend(vars.map(value));
            }
            Verdict::Unsat => {
                let of_core = assumptions.iter().filter(|&&lit| holds(renumbering.map(lit)));
                self.core.extend(of_core);
                self.core.sort_unstable();
                self.core.dedup();
            }
            Verdict::Stopped(_) => {}
        }
        self.verdict = Some(verdict);
        verdict
    }

    /// Returns the value of a literal.
    ///
    /// # Panics
    ///
    /// Panics unless the last verdict was [`Verdict::Sat`].
    pub(super) fn value(&self, lit: Lit) -> bool {
        assert_eq!(self.verdict, Some(Verdict::Sat), "values exist only after `Verdict::Sat`");
        let value = self.model.get(lit.var().index()).copied().unwrap_or(false);
        value != lit.is_negative()
    }

    /// Returns the assumptions that cannot all hold.
    ///
    /// # Panics
    ///
    /// Panics unless the last verdict was [`Verdict::Unsat`].
    pub(super) fn core(&self) -> &[Lit] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "a core exists only after `Verdict::Unsat`");
        &self.core
    }
}
