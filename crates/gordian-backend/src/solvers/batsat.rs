//! The adapter to batsat, a descendant of MiniSat in Rust.
//!
//! The adapter adds limits (batsat calls a callback at every decision to ask whether to stop, and
//! has no other limit), a core of assumptions instead of their negations, and the renumbering that
//! seeds select.

use std::cell::Cell;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, lbool};
use gordian_core::{Index, Limit};

use super::last_answer::LastAnswer;
use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Verdict};

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
    last: LastAnswer,
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
            last: LastAnswer::default(),
        }
    }

    /// Writes batsat's literals for `lits` into the buffer.
    fn translate(&mut self, lits: &[Lit]) {
        self.reserve(n_vars_of(lits));
        self.buffer.clear();
        let renumbering = &mut self.renumbering;
        self.buffer.extend(lits.iter().map(|&lit| to_batsat(renumbering.map_used(lit))));
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
        self.last.begin();
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
        let solver = &self.solver;
        let holds = |lit| match verdict {
            Verdict::Sat => solver.value_lit(to_batsat(lit)) == lbool::TRUE,
            // batsat gives the core as its last learnt clause: the negations of assumptions.
            _ => solver.unsat_core_contains_lit(to_batsat(!lit)),
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
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        }
    }
}
