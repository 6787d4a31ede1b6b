//! The adapter to CaDiCaL 1.9.5, which is built from its C++ source.
//!
//! CaDiCaL ends the whole process when it is used against its rules (a value asked for without a
//! solution, a core without a contradiction), so the adapter takes solution and core over as soon
//! as there is a verdict and answers from its own copies.
//!
//! CaDiCaL reads options from environment variables when it is created. The configuration
//! `default` puts all of them back: the same call gives the same answer in any environment.

use ::cadical::{Callbacks, Solver};
use gordian_core::{Cancel, Index, Limit};

use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Var, Verdict};

/// Stops CaDiCaL, which asks every ten steps of its search and of its simplifications.
struct Watch {
    cancel: Cancel,
    reached: Option<Limit>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.reached = self.cancel.stopped();
        self.reached.is_some()
    }
}

/// CaDiCaL behind the contract.
pub(super) struct Cadical {
    solver: Solver<Watch>,
    renumbering: Renumbering,
    verdict: Option<Verdict>,
    /// The values of the variables in the last solution.
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
        self.solver.set_callbacks(Some(Watch { cancel: limits.cancel.clone(), reached: None }));
        if let Some(conflicts) = limits.conflicts {
            // The limit holds for this call alone: CaDiCaL forgets it when the call returns.
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            self.solver.set_limit("conflicts", conflicts).expect("CaDiCaL limits conflicts");
        }
        let names = &mut self.renumbering;
        match self.solver.solve_with(assumptions.iter().map(|&lit| names.use_lit(lit).to_dimacs()))
        {
            Some(true) => Verdict::Sat,
            Some(false) => Verdict::Unsat,
            None => {
                let reached = self.solver.get_callbacks().and_then(|watch| watch.reached);
                Verdict::Stopped(reached.unwrap_or(Limit::Effort))
            }
        }
    }

    fn take_model(&mut self) {
        let (solver, names) = (&self.solver, &self.renumbering);
        self.model.extend((0..names.n_vars()).map(Var::from_usize).map(|var| {
            names.is_used(var)
                && solver.value(names.inner(Lit::positive(var)).to_dimacs()) == Some(true)
        }));
    }

    fn take_core(&mut self, assumptions: &[Lit]) {
        let (solver, names) = (&self.solver, &self.renumbering);
        self.core
            .extend(assumptions.iter().filter(|&&lit| solver.failed(names.inner(lit).to_dimacs())));
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
        let names = &mut self.renumbering;
        self.solver.add_clause(clause.iter().map(|&lit| names.use_lit(lit).to_dimacs()));
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
            Verdict::Sat => self.take_model(),
            Verdict::Unsat => self.take_core(assumptions),
            Verdict::Stopped(_) => {}
        }
        self.verdict = Some(verdict);
        verdict
    }

    fn value(&self, lit: Lit) -> bool {
        assert_eq!(self.verdict, Some(Verdict::Sat), "only a solution has values");
        let value = self.model.get(lit.var().index()).copied().unwrap_or(false);
        value != lit.is_negative()
    }

    fn core(&self) -> &[Lit] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "only a contradiction has a core");
        &self.core
    }

    /// CaDiCaL counts everything, but tells none of it through the interface that is built.
    fn stats(&self) -> Stats {
        Stats { solves: self.solves, ..Stats::default() }
    }
}
