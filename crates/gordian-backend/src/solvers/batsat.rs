//! The adapter to batsat, a descendant of MiniSat in Rust.
//!
//! The adapter adds limits (batsat calls a callback at every decision to ask whether to stop, and has
//! no other limit), a core of assumptions instead of their negations, and the renumbering that seeds
//! select.

use std::cell::Cell;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, lbool};
use gordian_core::{Index, Limit};

use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Var, Verdict};

/// The number of decisions between two reads of the clock. A decision on a formula of ten million
/// literals takes a few milliseconds at most.
const DECISIONS_PER_CLOCK_READ: u32 = 8;

/// Returns batsat's literal of the same variable and sign.
#[inline]
pub(crate) fn to_batsat(lit: Lit) -> ::batsat::Lit {
    let index = u32::try_from(lit.var().index()).expect("a variable is a u32");
    ::batsat::Lit::new(::batsat::Var::unsafe_from_idx(index), !lit.is_negative())
}

/// The callbacks that stop batsat when a limit is reached.
pub(crate) struct StopCheck {
    limits: Limits,
    /// Conflicts since the call of `solve` began.
    conflicts: u64,
    n_calls: Cell<u32>,
    reached: Cell<Option<Limit>>,
}

impl StopCheck {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            conflicts: 0,
            n_calls: Cell::new(0),
            reached: Cell::new(None),
        }
    }

    /// Returns the verdict of a search that was stopped.
    pub(crate) fn stopped(&self) -> Verdict {
        Verdict::Stopped(
            self.reached.get().expect("batsat stops only when the callback requests it"),
        )
    }

    fn limit_reached(&self) -> Option<Limit> {
        if self.limits.conflicts.is_some_and(|allowed| self.conflicts >= allowed) {
            return Some(Limit::Effort);
        }
        let n_calls = self.n_calls.get();
        self.n_calls.set((n_calls + 1) % DECISIONS_PER_CLOCK_READ);
        if n_calls == 0 { self.limits.cancel.stopped() } else { None }
    }
}

impl Callbacks for StopCheck {
    /// batsat learns one clause at each conflict above decision level 0.
    fn on_new_clause(&mut self, _clause: &[::batsat::Lit], _kind: ClauseKind) {
        self.conflicts += 1;
    }

    fn stop(&self) -> bool {
        if self.reached.get().is_none() {
            self.reached.set(self.limit_reached());
        }
        self.reached.get().is_some()
    }
}

/// batsat as a [`SatSolver`].
pub(super) struct Batsat {
    solver: ::batsat::Solver<StopCheck>,
    renumbering: Renumbering,
    /// Reused for every clause, to avoid allocations.
    buffer: Vec<::batsat::Lit>,
    verdict: Option<Verdict>,
    /// The values of the variables in the last satisfying assignment.
    model: Vec<bool>,
    core: Vec<Lit>,
    solves: u64,
}

impl Batsat {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            solver: ::batsat::Solver::new(
                ::batsat::SolverOpts::default(),
                StopCheck::new(&Limits::default()),
            ),
            renumbering: Renumbering::new(seed),
            buffer: Vec::new(),
            verdict: None,
            model: Vec::new(),
            core: Vec::new(),
            solves: 0,
        }
    }

    /// Writes batsat's literals for `lits` into the buffer.
    fn translate(&mut self, lits: &[Lit]) {
        self.reserve(n_vars_of(lits));
        self.buffer.clear();
        let renumbering = &mut self.renumbering;
        self.buffer.extend(lits.iter().map(|&lit| to_batsat(renumbering.map_used(lit))));
    }

    fn copy_model(&mut self) {
        let (solver, renumbering) = (&self.solver, &self.renumbering);
        self.model.extend((0..renumbering.n_vars()).map(Var::from_usize).map(|var| {
            renumbering.is_used(var)
                && solver.value_lit(to_batsat(renumbering.map(Lit::positive(var)))) == lbool::TRUE
        }));
    }

    /// Copies the core. batsat gives it as its last learnt clause: the negations of assumptions.
    fn copy_core(&mut self, assumptions: &[Lit]) {
        let (solver, renumbering) = (&self.solver, &self.renumbering);
        self.core.extend(
            assumptions
                .iter()
                .filter(|&&lit| solver.unsat_core_contains_lit(to_batsat(!renumbering.map(lit)))),
        );
        self.core.sort_unstable();
        self.core.dedup();
    }
}

impl SatSolver for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn reserve(&mut self, n_vars: usize) {
        self.renumbering.reserve(n_vars);
        let n_vars = u32::try_from(self.renumbering.n_vars()).expect("a variable is a u32");
        if let Some(last) = n_vars.checked_sub(1) {
            self.solver.var_of_int(last);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        self.model.clear();
        self.core.clear();
        self.translate(assumptions);
        *self.solver.cb_mut() = StopCheck::new(limits);
        let verdict = match limits.cancel.stopped() {
            Some(limit) => Verdict::Stopped(limit),
            None => match self.solver.solve_limited(&self.buffer) {
                answer if answer == lbool::TRUE => Verdict::Sat,
                answer if answer == lbool::FALSE => Verdict::Unsat,
                _ => self.solver.cb().stopped(),
            },
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

    fn stats(&self) -> Stats {
        Stats {
            solves: self.solves,
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.num_restarts()),
        }
    }
}
