//! The search: decisions, propagation, learning, restarts.
//!
//! A [`Solver`] is an `Engine`, which draws consequences and learns from conflicts, and
//! `Heuristics`, which decide.

use gordian_core::{Cancel, Limit, luby};

use crate::atom::{Atom, Var};
use crate::branching::{Branching, Guide};
use crate::engine::{Engine, Interruption, Propagated};
use crate::heuristics::Heuristics;
use crate::propagator::Propagator;
use crate::stats::Stats;

/// Conflicts between restarts, times the numbers of the Luby sequence.
const RESTART_UNIT: u64 = 50;
/// The number of learnt nogoods at which the first of them are deleted.
const FIRST_REDUCTION: usize = 4000;
/// The number by which that grows with each deletion.
const REDUCTION_STEP: usize = 1000;
/// The clock is read after this number of conflicts or decisions.
const STEPS_PER_POLL: u64 = 64;
/// A limit on conflicts is one on runs of propagators too, this number for each conflict: bounds
/// may move in small steps for a long time without a conflict.
const RUNS_PER_CONFLICT: u64 = 1000;
/// An interruption of such steps counts as this number of conflicts: what is learnt between them is
/// about single steps.
const CONFLICTS_PER_INTERRUPTION: u64 = 50;

/// Values between bounds that are not further apart are counted one by one.
const MAX_COUNTED_WIDTH: u64 = 128;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution; [`Solver::value`] returns it.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// A limit was reached.
    Stopped(Limit),
}

/// The result of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// This is the least value.
    Proved(i64),
    /// There is no solution.
    None,
    /// A limit was reached.
    Stopped {
        /// The least value that was found.
        best: Option<i64>,
        /// The limit.
        limit: Limit,
    },
}

/// What propagation concludes from assumed atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// No solution has all of them, which is proved.
    Refuted,
    /// The values that variables have in such solutions, as far as that is known.
    Open(Vec<Values>),
    /// A limit was reached.
    Stopped(Limit),
}

/// How many values a variable has, and between which bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// Their number, at least 1. Between bounds that are far apart, it counts all integers.
    pub n: u64,
}

/// What a minimisation exchanges with other searches for the same optimum.
pub trait ObjectiveExchange {
    /// Receives a better solution, as it is found: [`Solver::value`] returns its values.
    fn improved(&mut self, solver: &Solver, value: i64);

    /// Receives the proven lower bound at the begin of the search and at each restart, and returns
    /// the bounds between which a better solution must be, as far as the others know them.
    fn exchange(&mut self, lower: i64) -> (Option<i64>, Option<i64>);
}

/// A search alone.
struct Alone<'a>(&'a mut dyn FnMut(&Solver, i64));

impl ObjectiveExchange for Alone<'_> {
    fn improved(&mut self, solver: &Solver, value: i64) {
        (self.0)(solver, value);
    }

    fn exchange(&mut self, _lower: i64) -> (Option<i64>, Option<i64>) {
        (None, None)
    }
}

/// A search over integer variables that learns from conflicts.
///
/// The same calls give the same answers.
pub struct Solver {
    engine: Engine,
    heuristics: Heuristics,
    /// The number of learnt nogoods at which some are deleted.
    reduce_at: usize,
    conflict_limit: Option<u64>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Returns a solver without variables.
    #[must_use]
    pub fn new() -> Self {
        Self {
            engine: Engine::default(),
            heuristics: Heuristics::default(),
            reduce_at: FIRST_REDUCTION,
            conflict_limit: None,
        }
    }

    /// Changes the order of the first decisions and the values that they try by a seed; seed 0
    /// changes nothing. All variables must have been added.
    ///
    /// The same seed gives the same answers.
    pub fn set_seed(&mut self, seed: u64) {
        self.heuristics.set_seed(seed, &self.engine.trail);
    }

    /// Adds a variable with the domain `min..=max`.
    ///
    /// # Panics
    ///
    /// Panics if the domain is empty or exceeds [`MAX_VALUE`](crate::MAX_VALUE).
    pub fn add_var(&mut self, min: i64, max: i64) -> Var {
        self.heuristics.add_var(min, max);
        self.engine.add_var(min, max)
    }

    /// Requires that at least one of the atoms holds.
    pub fn add_clause(&mut self, atoms: &[Atom]) {
        self.engine.add_clause(atoms);
    }

    /// Adds a constraint.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) {
        self.engine.post(propagator);
    }

    /// Returns the value of a variable in the last solution.
    ///
    /// # Panics
    ///
    /// Panics if there is no solution yet.
    #[must_use]
    pub fn value(&self, var: Var) -> i64 {
        self.heuristics.solution_value(var)
    }

    /// Returns the bounds that hold in all solutions, as far as they are known.
    #[must_use]
    pub fn bounds(&self, var: Var) -> (i64, i64) {
        self.engine.trail.root_bounds(var)
    }

    /// Returns whether an atom is true or false in all solutions, as far as that is known.
    #[must_use]
    pub fn root_truth(&self, atom: Atom) -> Option<bool> {
        self.engine.trail.root_truth(atom)
    }

    /// Limits the memory of the solver, as [`Solver::n_bytes`] counts it, to this number of bytes;
    /// `None` for no limit.
    pub fn limit_memory(&mut self, bytes: Option<u64>) {
        self.engine.memory_limit = bytes;
    }

    /// Limits the number of further conflicts of each search, and the runs of propagators to 1,000
    /// for each of them; `None` for no limit. Where bounds move in small steps, it is reached
    /// earlier.
    pub fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.conflict_limit = conflicts;
    }

    /// Sets when propagation is interrupted because bounds move in small steps: after this number
    /// of runs of propagators without a decision, if bounds of a variable moved at least `moves`
    /// times lately. The search bisects a domain then, and draws the other consequences afterwards.
    pub fn bisect_after(&mut self, runs: u64, moves: usize) {
        let slow = &mut self.engine.slow;
        (slow.runs, slow.min_moves) = (Some(runs.max(1)), moves);
    }

    /// Returns the numbers of variables, of clauses with those learnt, and of constraints.
    #[must_use]
    pub fn size(&self) -> (usize, usize, usize) {
        let Engine { trail, nogoods, propagators, .. } = &self.engine;
        (trail.n_vars(), nogoods.len(), propagators.len())
    }

    /// Returns the names of the constraints, in the order in which they were added.
    pub fn constraint_names(&self) -> impl Iterator<Item = &'static str> {
        self.engine.propagators.iter().map(|propagator| propagator.name())
    }

    /// Returns about the memory of the variables, of the clauses with those learnt, of the
    /// constraints and of the search, in bytes.
    #[must_use]
    #[inline]
    pub fn n_bytes(&self) -> u64 {
        self.engine.n_bytes() + self.heuristics.choices.n_bytes()
    }

    /// Returns what the solver did so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.stats
    }

    /// Sets the value that the search tries first for a variable, until the variable has another
    /// one.
    pub fn set_phase(&mut self, var: Var, value: i64) {
        self.heuristics.set_phase(var, value);
    }

    /// Sets the value that the search tries first for a variable until it finds a solution, such as
    /// the value of a solution of a similar problem.
    pub fn set_hint(&mut self, var: Var, value: i64) {
        self.heuristics.set_hint(var, value);
    }

    /// Decides these variables before others that took part in no conflict, the one with the least
    /// value first: for starts of tasks.
    pub fn prefer_earliest(&mut self, vars: Vec<Var>) {
        self.heuristics.earliest_first = vars;
    }

    /// Decides variables in the order of these lists before others. If the solver `alternates`, it
    /// does so only between every second restart and the next, from the beginning on, and decides
    /// by the conflicts otherwise.
    pub fn set_branching(&mut self, lists: Vec<Branching>, alternates: bool) {
        self.heuristics.set_guide(Guide::new(lists), alternates);
    }

    /// Finds a solution, or proves that there is none.
    ///
    /// It may be called again after more constraints were added; everything learnt is kept.
    pub fn solve(&mut self, cancel: &Cancel) -> Verdict {
        let verdict = self.search(cancel, None);
        self.backtrack_to_root();
        verdict
    }

    /// Draws the consequences of all constraints before the first decision, or those until a limit
    /// is reached: [`Solver::bounds`] has them.
    pub fn tighten(&mut self, cancel: &Cancel) {
        if self.engine.is_unsatisfiable {
            return;
        }
        let n_other_bytes = self.heuristics.choices.n_bytes();
        if let Err(Interruption::Conflict(_)) = self.engine.propagate(cancel, n_other_bytes) {
            // No decision is part of the conflict.
            self.engine.is_unsatisfiable = true;
        }
    }

    /// Draws the consequences of atoms that are assumed for this call only, and returns the values
    /// of `vars` under them. Nothing is decided and nothing is learnt.
    ///
    /// Cost: one propagation, and a look at each of up to 128 values of each of `vars`.
    pub fn look_ahead(&mut self, atoms: &[Atom], vars: &[Var], cancel: &Cancel) -> Lookahead {
        if self.engine.is_unsatisfiable {
            return Lookahead::Refuted;
        }
        let n_other_bytes = self.heuristics.choices.n_bytes();
        // What waits at level 0 would be lost with the levels above it.
        match self.engine.propagate(cancel, n_other_bytes) {
            Ok(_) => {}
            Err(Interruption::Stopped(limit)) => return Lookahead::Stopped(limit),
            Err(Interruption::Conflict(_)) => {
                self.engine.is_unsatisfiable = true;
                return Lookahead::Refuted;
            }
        }
        let mut is_refuted = false;
        for &atom in atoms {
            match self.engine.trail.truth(atom) {
                Some(true) => {}
                Some(false) => is_refuted = true,
                None => self.engine.decide(self.engine.trail.normal_form(atom)),
            }
            if is_refuted {
                break;
            }
        }
        let found = if is_refuted {
            Lookahead::Refuted
        } else {
            match self.engine.propagate(cancel, n_other_bytes) {
                Ok(_) => Lookahead::Open(vars.iter().map(|&var| self.values(var)).collect()),
                Err(Interruption::Stopped(limit)) => Lookahead::Stopped(limit),
                Err(Interruption::Conflict(_)) => Lookahead::Refuted,
            }
        };
        // At level 0 such a conflict needs no assumption.
        if found == Lookahead::Refuted && !is_refuted && self.engine.trail.level() == 0 {
            self.engine.is_unsatisfiable = true;
        }
        self.backtrack_to_root();
        found
    }

    /// Returns the values of a variable at the current level.
    fn values(&self, var: Var) -> Values {
        let trail = &self.engine.trail;
        let (min, max) = (trail.min(var), trail.max(var));
        let width = max.abs_diff(min).saturating_add(1);
        let n = if width > MAX_COUNTED_WIDTH {
            width
        } else {
            (min..=max).filter(|&value| trail.contains(var, value)).count() as u64
        };
        Values { min, max, n }
    }

    /// Finds a solution with the least value of `objective`, or proves that there is no solution.
    ///
    /// `on_improvement` is called with the value of each better solution, as it is found;
    /// [`Solver::value`] returns the values of the best one, which the search tries first from then
    /// on. [`Solver::bounds`] of the objective begins with the proven lower bound, also if the
    /// search was stopped. The requirement that the objective is better than the best solution
    /// remains: later calls find better solutions only.
    pub fn minimise(
        &mut self,
        objective: Var,
        cancel: &Cancel,
        on_improvement: &mut dyn FnMut(&Self, i64),
    ) -> Optimum {
        self.minimise_with(objective, cancel, &mut Alone(on_improvement))
    }

    /// Finds a solution with the least value of `objective` as [`Solver::minimise`] does, together
    /// with other searches. [`Optimum::None`] means that no solution is better than what the others
    /// found.
    pub fn minimise_with(
        &mut self,
        objective: Var,
        cancel: &Cancel,
        exchange: &mut dyn ObjectiveExchange,
    ) -> Optimum {
        let mut best = None;
        self.heuristics.begin_minimisation(objective);
        let optimum = loop {
            self.import_bounds(objective, exchange);
            let verdict = self.search(cancel, Some((objective, &mut *exchange)));
            self.backtrack_to_root();
            match verdict {
                Verdict::Satisfiable => {
                    let value = self.value(objective);
                    best = Some(value);
                    exchange.improved(self, value);
                    self.add_clause(&[objective.at_most(value - 1)]);
                    self.heuristics.improve_objective(objective);
                }
                Verdict::Unsatisfiable => break best.map_or(Optimum::None, Optimum::Proved),
                Verdict::Stopped(limit) => break Optimum::Stopped { best, limit },
            }
        };
        self.heuristics.end_minimisation(objective);
        optimum
    }

    /// Tells the proven lower bound of the objective, and requires the bounds that other searches
    /// know.
    fn import_bounds(&mut self, objective: Var, exchange: &mut dyn ObjectiveExchange) {
        let (min, max) = self.bounds(objective);
        let (lower, upper) = exchange.exchange(min);
        if lower.is_some_and(|lower| lower > max) || upper.is_some_and(|upper| upper < min) {
            self.add_clause(&[]);
            return;
        }
        if let Some(lower) = lower.filter(|&lower| lower > min) {
            self.add_clause(&[objective.at_least(lower)]);
        }
        if let Some(upper) = upper.filter(|&upper| upper < max) {
            self.add_clause(&[objective.at_most(upper)]);
            self.heuristics.bound_objective(objective);
        }
    }

    fn search(
        &mut self,
        cancel: &Cancel,
        mut exchange: Option<(Var, &mut dyn ObjectiveExchange)>,
    ) -> Verdict {
        let mut restart_at = self.restart_limit();
        let mut n_steps: u64 = 0;
        let mut last_conflict =
            self.conflict_limit.map(|limit| self.engine.stats.conflicts.saturating_add(limit));
        let runs = self.conflict_limit.map(|limit| limit.saturating_mul(RUNS_PER_CONFLICT));
        let n_runs = self.engine.stats.propagator_runs;
        self.engine.last_run = runs.map_or(u64::MAX, |runs| n_runs.saturating_add(runs));
        loop {
            if self.engine.is_unsatisfiable {
                return Verdict::Unsatisfiable;
            }
            if n_steps.is_multiple_of(STEPS_PER_POLL)
                && let Some(limit) = cancel.stopped()
            {
                return Verdict::Stopped(limit);
            }
            if last_conflict.is_some_and(|last| self.engine.stats.conflicts >= last) {
                return Verdict::Stopped(Limit::Effort);
            }
            n_steps += 1;
            let n_other_bytes = self.heuristics.choices.n_bytes();
            let propagated = match self.engine.propagate(cancel, n_other_bytes) {
                Ok(propagated) => propagated,
                Err(Interruption::Conflict(conflict)) => {
                    self.engine.stats.conflicts += 1;
                    self.engine.restart_effort += 1;
                    self.engine.learn(conflict, &mut self.heuristics);
                    // Conflicts may follow each other without a decision.
                    if self.engine.trail.level() > 0 && self.engine.restart_effort >= restart_at {
                        restart_at = self.restart(&mut exchange);
                    }
                    continue;
                }
                Err(Interruption::Stopped(limit)) => return Verdict::Stopped(limit),
            };
            if self.engine.trail.level() == 0 && self.engine.nogoods.n_learnt() >= self.reduce_at {
                self.engine.nogoods.simplify(&self.engine.trail);
                self.engine.nogoods.reduce();
                self.reduce_at += REDUCTION_STEP;
            }
            let is_full = self.engine.nogoods.n_learnt() >= self.reduce_at;
            if self.engine.trail.level() > 0
                && (self.engine.restart_effort >= restart_at || is_full)
            {
                restart_at = self.restart(&mut exchange);
                continue;
            }
            let decision = match propagated {
                Propagated::All => self.heuristics.decision(&self.engine.trail),
                Propagated::Slowly(var) => {
                    last_conflict =
                        last_conflict.map(|last| last.saturating_sub(CONFLICTS_PER_INTERRUPTION));
                    Some(self.heuristics.half(var, &self.engine.trail))
                }
            };
            let Some(decision) = decision else {
                self.heuristics.set_solution(&self.engine.trail);
                return Verdict::Satisfiable;
            };
            self.engine.stats.decisions += 1;
            self.engine.decide(decision);
        }
    }

    /// Goes back to level 0; returns the effort at the next restart.
    fn restart(&mut self, exchange: &mut Option<(Var, &mut dyn ObjectiveExchange)>) -> u64 {
        self.engine.stats.restarts += 1;
        self.backtrack_to_root();
        self.heuristics.restart();
        if let Some((objective, exchange)) = exchange {
            self.import_bounds(*objective, *exchange);
        }
        self.restart_limit()
    }

    fn restart_limit(&self) -> u64 {
        self.engine.restart_effort + RESTART_UNIT * luby(self.engine.stats.restarts)
    }

    /// Undoes all levels above level 0.
    fn backtrack_to_root(&mut self) {
        self.engine.backtrack(0, &mut self.heuristics);
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (vars, constraints) = (self.engine.trail.n_vars(), self.engine.propagators.len());
        f.debug_struct("Solver")
            .field("vars", &vars)
            .field("propagators", &constraints)
            .field("stats", &self.engine.stats)
            .finish_non_exhaustive()
    }
}
