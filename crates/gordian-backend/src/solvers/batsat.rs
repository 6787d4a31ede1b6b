//! The adapter to batsat, a descendant of MiniSat in Rust.
//!
//! What the adapter adds: limits (batsat asks a callback at every decision whether to stop; there
//! is no other limit to set), assumptions instead of their negations in the core, and the names
//! that make seeds differ.

use std::cell::Cell;

use ::batsat::{Callbacks, ClauseKind, SolverInterface, lbool};
use gordian_core::{Index, Limit};

use super::renumbering::{Renumbering, n_vars_of};
use crate::{Limits, Lit, SatSolver, Stats, Var, Verdict};

/// How many decisions pass between two looks at the clock. One decision on a formula of ten
/// million literals takes some milliseconds at most.
const DECISIONS_PER_LOOK: u32 = 8;

/// Returns batsat's literal with the same number.
#[inline]
pub(crate) fn to_batsat(lit: Lit) -> ::batsat::Lit {
    let index = u32::try_from(lit.var().index()).expect("a variable is a u32");
    ::batsat::Lit::new(::batsat::Var::unsafe_from_idx(index), !lit.is_negative())
}

/// Stops batsat when a limit is reached.
pub(crate) struct Watch {
    limits: Limits,
    /// Conflicts since the question was asked.
    conflicts: u64,
    looks: Cell<u32>,
    reached: Cell<Option<Limit>>,
}

impl Watch {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { limits: limits.clone(), conflicts: 0, looks: Cell::new(0), reached: Cell::new(None) }
    }

    /// Returns what a verdict that is neither yes nor no means.
    pub(crate) fn stopped(&self) -> Verdict {
        Verdict::Stopped(self.reached.get().expect("batsat gives up only when it is asked to"))
    }

    fn limit_reached(&self) -> Option<Limit> {
        if self.limits.conflicts.is_some_and(|allowed| self.conflicts >= allowed) {
            return Some(Limit::Effort);
        }
        let looks = self.looks.get();
        self.looks.set((looks + 1) % DECISIONS_PER_LOOK);
        if looks == 0 { self.limits.cancel.stopped() } else { None }
    }
}

impl Callbacks for Watch {
    /// Every conflict above the root gives one clause.
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

/// batsat behind the contract.
pub(super) struct Batsat {
    solver: ::batsat::Solver<Watch>,
    renumbering: Renumbering,
    /// Reused for every clause, so that none costs an allocation.
    buffer: Vec<::batsat::Lit>,
    verdict: Option<Verdict>,
    /// The values of the variables in the last solution.
    model: Vec<bool>,
    core: Vec<Lit>,
    solves: u64,
}

impl Batsat {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            solver: ::batsat::Solver::new(
                ::batsat::SolverOpts::default(),
                Watch::new(&Limits::default()),
            ),
            renumbering: Renumbering::new(seed),
            buffer: Vec::new(),
            verdict: None,
            model: Vec::new(),
            core: Vec::new(),
            solves: 0,
        }
    }

    /// Puts batsat's literals for `lits` into the buffer.
    fn translate(&mut self, lits: &[Lit]) {
        self.reserve(n_vars_of(lits));
        self.buffer.clear();
        let names = &mut self.renumbering;
        self.buffer.extend(lits.iter().map(|&lit| to_batsat(names.use_lit(lit))));
    }

    fn take_model(&mut self) {
        let (solver, names) = (&self.solver, &self.renumbering);
        self.model.extend((0..names.n_vars()).map(Var::from_usize).map(|var| {
            names.is_used(var)
                && solver.value_lit(to_batsat(names.inner(Lit::positive(var)))) == lbool::TRUE
        }));
    }

    /// Takes over the core. batsat gives the clause it learnt last: the negations of assumptions.
    fn take_core(&mut self, assumptions: &[Lit]) {
        let (solver, names) = (&self.solver, &self.renumbering);
        self.core.extend(
            assumptions
                .iter()
                .filter(|&&lit| solver.unsat_core_contains_lit(to_batsat(!names.inner(lit)))),
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
        *self.solver.cb_mut() = Watch::new(limits);
        let verdict = match limits.cancel.stopped() {
            Some(limit) => Verdict::Stopped(limit),
            None => match self.solver.solve_limited(&self.buffer) {
                answer if answer == lbool::TRUE => Verdict::Sat,
                answer if answer == lbool::FALSE => Verdict::Unsat,
                _ => self.solver.cb().stopped(),
            },
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
