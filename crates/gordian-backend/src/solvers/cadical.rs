//! The adapter to CaDiCaL 1.9.5, which is built from its C++ source.
//!
//! CaDiCaL aborts the process when its API contract is violated (a value without a satisfying
//! assignment, a core without unsatisfiability). The adapter therefore copies the model and the
//! core as soon as there is a verdict, and answers from the copies.
//!
//! CaDiCaL reads options from environment variables when it is created. The configuration `default`
//! resets all of them, so a call gives the same answer in any environment.

use ::cadical::{Callbacks, Solver};
use gordian_core::{Cancel, Limit};

use super::last_answer::LastAnswer;
use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Verdict};

/// The callback that stops CaDiCaL; it is called every ten steps of search and of simplification.
struct StopCheck {
    cancel: Cancel,
    reached: Option<Limit>,
}

impl Callbacks for StopCheck {
    fn terminate(&mut self) -> bool {
        self.reached = self.cancel.stopped();
        self.reached.is_some()
    }
}

/// CaDiCaL as a [`SatSolver`].
pub(super) struct Cadical {
    solver: Solver<StopCheck>,
    renumbering: Renumbering,
    last: LastAnswer,
}

impl Cadical {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            solver: Solver::with_config("default").expect("CaDiCaL has a default configuration"),
            renumbering: Renumbering::new(seed),
            last: LastAnswer::default(),
        }
    }

    fn run(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solver.set_callbacks(Some(StopCheck { cancel: limits.cancel.clone(), reached: None }));
        if let Some(conflicts) = limits.conflicts {
            // CaDiCaL resets the limit when the call returns, so it holds for this call only.
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            self.solver
                .set_limit("conflicts", conflicts)
                .expect("CaDiCaL has a limit on conflicts");
        }
        let renumbering = &mut self.renumbering;
        match self
            .solver
            .solve_with(assumptions.iter().map(|&lit| renumbering.map_used(lit).to_dimacs()))
        {
            Some(true) => Verdict::Sat,
            Some(false) => Verdict::Unsat,
            None => {
                let reached = self.solver.get_callbacks().and_then(|check| check.reached);
                Verdict::Stopped(reached.unwrap_or(Limit::Effort))
            }
        }
    }
}

impl SatSolver for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn reserve(&mut self, n_vars: usize) {
        if n_vars > self.renumbering.n_vars() {
            self.renumbering.reserve(n_vars);
            self.solver.reserve(i32::try_from(n_vars).expect("a DIMACS variable is an i32"));
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        let renumbering = &mut self.renumbering;
        self.solver.add_clause(clause.iter().map(|&lit| renumbering.map_used(lit).to_dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.last.begin();
        self.reserve(n_vars_of(assumptions));
        let verdict = match limits.cancel.stopped() {
            Some(limit) => Verdict::Stopped(limit),
            None => self.run(assumptions, limits),
        };
        let solver = &self.solver;
        self.last.end(
            verdict,
            assumptions,
            &self.renumbering,
            |lit| solver.value(lit.to_dimacs()) == Some(true),
            |lit| solver.failed(lit.to_dimacs()),
        )
    }

    fn value(&self, lit: Lit) -> bool {
        self.last.value(lit)
    }

    fn core(&self) -> &[Lit] {
        self.last.core()
    }

    /// Returns only the number of calls: the Rust bindings do not expose CaDiCaL's counters.
    fn stats(&self) -> Stats {
        Stats { solves: self.last.n_solves(), ..Stats::default() }
    }
}
