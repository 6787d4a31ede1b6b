//! The adapter to CaDiCaL 3, which is built from its C++ source.
//!
//! CaDiCaL does not answer questions that its state does not allow (a value without a satisfying
//! assignment, a core without unsatisfiability). The adapter therefore copies the model and the
//! core as soon as there is a verdict, and answers from the copies.
//!
//! CaDiCaL reads options from environment variables when it is created. The configuration `default`
//! resets all of them, so a call gives the same answer in any environment.

#![expect(unsafe_code, reason = "a solver moves between threads")]

use cadical_sys::{CaDiCal, Status, Terminator};
use gordian_core::{Cancel, Limit};

use super::last_answer::LastAnswer;
use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Verdict};

/// The callback that stops CaDiCaL; it is called every ten steps of search and of simplification.
struct StopCheck(Cancel);

impl Terminator for StopCheck {
    fn terminated(&mut self) -> bool {
        self.0.stopped().is_some()
    }
}

/// CaDiCaL as a [`SatSolver`].
pub(super) struct Cadical {
    solver: CaDiCal,
    renumbering: Renumbering,
    last: LastAnswer,
}

// SAFETY: CaDiCaL holds no reference to a thread: its object owns its memory, has no thread-local
// and no global state that it writes, and is never shared (`Cadical` is not `Sync`). The only
// callback that is connected, `StopCheck`, is `Send`.
unsafe impl Send for Cadical {}

impl Cadical {
    pub(super) fn new(seed: u64) -> Self {
        let mut solver = CaDiCal::new();
        assert!(solver.configure("default"), "CaDiCaL has a default configuration");
        // New variables of its own would take the numbers of variables that are added later.
        solver.set("factor", 0);
        Self { solver, renumbering: Renumbering::new(seed), last: LastAnswer::default() }
    }

    fn run(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solver.connect_terminator(StopCheck(limits.cancel.clone()));
        if let Some(conflicts) = limits.conflicts {
            // CaDiCaL resets the limit when the call returns, so it holds for this call only.
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            let known = self.solver.limit("conflicts", conflicts);
            assert!(known, "CaDiCaL has a limit on conflicts");
        }
        for &lit in assumptions {
            self.solver.assume(self.renumbering.map_used(lit).to_dimacs());
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Verdict::Sat,
            Status::UNSATISFIABLE => Verdict::Unsat,
            Status::UNKNOWN => Verdict::Stopped(limits.cancel.stopped().unwrap_or(Limit::Effort)),
        }
    }

    /// Returns a counter of CaDiCaL.
    fn counter(&self, name: &str) -> u64 {
        let value = self.solver.get_statistic_value(name);
        u64::try_from(value).expect("CaDiCaL counts this")
    }
}

impl SatSolver for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn reserve(&mut self, n_vars: usize) {
        if n_vars > self.renumbering.n_vars() {
            self.renumbering.reserve(n_vars);
            self.solver.resize(i32::try_from(n_vars).expect("a DIMACS variable is an i32"));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        for &lit in clause {
            self.solver.add(self.renumbering.map_used(lit).to_dimacs());
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.last.begin();
        self.reserve(n_vars_of(assumptions));
        let verdict = match limits.cancel.stopped() {
            Some(limit) => Verdict::Stopped(limit),
            None => self.run(assumptions, limits),
        };
        let holds = |lit: Lit| match verdict {
            // CaDiCaL returns the literal of the variable that is true.
            Verdict::Sat => self.solver.val(lit.to_dimacs()) == lit.to_dimacs(),
            _ => self.solver.failed(lit.to_dimacs()),
        };
        self.last.end(verdict, assumptions, &self.renumbering, holds)
    }

    fn value(&self, lit: Lit) -> bool {
        self.last.value(lit)
    }

    fn core(&self) -> &[Lit] {
        self.last.core()
    }

    fn stats(&self) -> Stats {
        Stats {
            solves: self.last.n_solves(),
            conflicts: self.counter("conflicts"),
            decisions: self.counter("decisions"),
            propagations: self.counter("propagations"),
        }
    }
}
