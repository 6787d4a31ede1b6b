//! The adapter to CaDiCaL 1.9.5, which is built from its C++ source.
//!
//! CaDiCaL aborts the process when its API contract is violated (a value without a satisfying
//! assignment, a core without unsatisfiability). The adapter therefore copies the model and the core
//! as soon as there is a verdict, and answers from the copies.
//!
//! CaDiCaL reads options from environment variables when it is created. The configuration `default`
//! resets all of them, so a call gives the same answer in any environment.

use ::cadical::{Callbacks, Solver};
use gordian_core::{Cancel, Index, Limit};

use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Var, Verdict};

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
    verdict: Option<Verdict>,
    /// The values of the variables in the last satisfying assignment.
    model: Vec<bool>,
    core: Vec<Lit>,
    solves: u64,
}

impl Cadical {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            solver: Solver::with_config("default").expect("CaDiCaL has a default configuration"),
            renumbering: Renumbering::new(seed),
            verdict: None,
            model: Vec::new(),
            core: Vec::new(),
            solves: 0,
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

    fn copy_model(&mut self) {
        let (solver, renumbering) = (&self.solver, &self.renumbering);
        self.model.extend((0..renumbering.n_vars()).map(Var::from_usize).map(|var| {
            renumbering.is_used(var)
                && solver.value(renumbering.map(Lit::positive(var)).to_dimacs()) == Some(true)
        }));
    }

    fn copy_core(&mut self, assumptions: &[Lit]) {
        let (solver, renumbering) = (&self.solver, &self.renumbering);
        self.core.extend(
            assumptions.iter().filter(|&&lit| solver.failed(renumbering.map(lit).to_dimacs())),
        );
        self.core.sort_unstable();
        self.core.dedup();
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
        self.solves += 1;
        self.model.clear();
        self.core.clear();
        self.reserve(n_vars_of(assumptions));
        let verdict = match limits.cancel.stopped() {
            Some(limit) => Verdict::Stopped(limit),
            None => self.run(assumptions, limits),
        };
        match verdict {
            Verdict::Sat => self.copy_model(),
            Verdict::Unsat => self.copy_core(assumptions),
            Verdict::Stopped(_) => {}
        }
        self.verdict = Some(verdict);
        verdict
    }

    fn value(&self, lit: Lit) -> bool {
        assert_eq!(self.verdict, Some(Verdict::Sat), "values exist only after `Verdict::Sat`");
        let value = self.model.get(lit.var().index()).copied().unwrap_or(false);
        value != lit.is_negative()
    }

    fn core(&self) -> &[Lit] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "a core exists only after `Verdict::Unsat`");
        &self.core
    }

    /// Returns only the number of calls: the Rust bindings do not expose CaDiCaL's counters.
    fn stats(&self) -> Stats {
        Stats { solves: self.solves, ..Stats::default() }
    }
}
