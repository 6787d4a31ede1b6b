//! The search: decisions, propagation, learning, restarts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use gordian_core::{ActivityHeap, Cancel, Index as _, IndexVec, Limit, Random, luby};
use rustc_hash::FxHashMap;

use crate::analysis::{Marked, join};
use crate::atom::{Atom, Relation, Var};
use crate::branching::{Branching, Guide};
use crate::choices::Choices;
use crate::nogoods::{Nogoods, Violated};
use crate::propagator::{
    Before, Conflict, ConflictKind, Domains, Event, Priority, Propagator, n_bytes_of,
};
use crate::trail::{Position, Reason, Trail};

/// Activities of variables are multiplied by this after each conflict.
const ACTIVITY_DECAY: f64 = 0.95;
/// Conflicts between restarts, times the numbers of the Luby sequence.
const RESTART_UNIT: u64 = 50;
/// The atoms of longer nogoods gain no activity, and so many atoms count as one more conflict for restarts.
const MAX_BUMPED: usize = 1000;
/// The number of learnt nogoods at which the first of them are deleted.
const FIRST_REDUCTION: usize = 4000;
/// The number by which that grows with each deletion.
const REDUCTION_STEP: usize = 1000;
/// Domains of at most this width are decided by a value, wider ones are split.
const MAX_VALUE_WIDTH: i64 = 256;
/// Half of the range of the objective is tried first.
const FIRST_PROBED_PART: i64 = 128;
/// All of the range of the objective.
const WHOLE_PART: i64 = 256;
/// The minimisation of a nogood stops after explanations with together this number of atoms.
const MAX_MINIMISATION_WORK: usize = 20_000;
/// A list of undone changes is at most this number of times as long as the list of subscriptions.
const MAX_REPEATED: usize = 4;
/// Bounds move in small steps if those of a variable move this number of times ...
const MIN_MOVES: usize = 64;
/// ... among this number of changes ...
const MAX_RECENT: usize = 512;
/// ... after this number of runs of propagators without a decision, and this number for each propagator.
const MIN_RUNS_PER_NODE: u64 = 1000;
const RUNS_PER_PROPAGATOR: u64 = 20;
/// The clock is read after this number of conflicts or decisions.
const STEPS_PER_POLL: u64 = 64;
/// And after this number of runs of propagators without one.
const RUNS_PER_POLL: u64 = 1024;
/// A limit on conflicts is one on runs of propagators too, this number for each conflict: bounds may move in small
/// steps for a long time without a conflict.
const RUNS_PER_CONFLICT: u64 = 1000;
/// An interruption of such steps counts as this number of conflicts: what is learnt between them is about single steps.
const CONFLICTS_PER_INTERRUPTION: u64 = 50;

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

/// What a solver did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of decisions.
    pub decisions: u64,
    /// The number of conflicts.
    pub conflicts: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The number of reductions of domains.
    pub reductions: u64,
    /// The number of runs of propagators.
    pub propagator_runs: u64,
}

/// What a minimisation exchanges with other searches for the same optimum.
pub trait ObjectiveExchange {
    /// Receives a better solution, as it is found: [`Solver::value`] returns its values.
    fn improved(&mut self, solver: &Solver, value: i64);

    /// Receives the proven lower bound at the begin of the search and at each restart, and returns the bounds between
    /// which a better solution must be, as far as the others know them.
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

/// A subscription of a propagator to a variable.
#[derive(Clone, Copy, Debug)]
struct Subscription {
    propagator: u32,
    /// The place in the list of the propagator's subscriptions.
    place: u32,
    event: Event,
}

/// A search over integer variables that learns from conflicts.
///
/// The same calls give the same answers.
pub struct Solver {
    trail: Trail,
    nogoods: Nogoods,
    propagators: Vec<Box<dyn Propagator>>,
    priorities: Vec<Priority>,
    subscriptions: IndexVec<Var, Vec<Subscription>>,
    /// Propagators that must run, by priority.
    queues: [VecDeque<u32>; Priority::ALL.len()],
    is_queued: Vec<bool>,
    /// The subscriptions of each propagator whose changes happened since its last run.
    changed: Vec<Vec<u32>>,
    observes_undone: Vec<bool>,
    /// The number of subscriptions of each propagator.
    n_places: Vec<usize>,
    /// Explanations that were stored, and their number before each level.
    stored: Vec<Atom>,
    stored_before: Vec<u32>,
    /// Propagators that did not run because bounds moved in many small steps, with the level at that time; the levels
    /// ascend.
    postponed: Vec<(u32, Vec<u32>)>,
    /// Whether they are missing in the queues.
    is_postponed: bool,
    /// See [`Solver::bisect_after`].
    slow_runs: Option<u64>,
    slow_moves: usize,
    /// The number of entries whose consequences were drawn.
    n_processed: usize,
    choices: Choices,
    /// Variables by the number of conflicts that they took part in, for decisions about atoms that took part in none.
    activity: ActivityHeap<Var>,
    /// The value that each variable had last, or in the last solution.
    phase: IndexVec<Var, i64>,
    /// See [`Solver::set_hint`].
    hints: FxHashMap<Var, i64>,
    /// The last solution, which is the best one of a minimisation.
    solution: Vec<i64>,
    is_unsatisfiable: bool,
    marked: Marked,
    stats: Stats,
    /// The number of conflicts, in which long nogoods count more.
    restart_effort: u64,
    reduce_at: usize,
    conflict_limit: Option<u64>,
    /// The number of runs of propagators at which the search stops.
    last_run: u64,
    memory_limit: Option<u64>,
    /// Variables that are decided before others, the one with the least value first.
    earliest_first: Vec<Var>,
    /// Decisions that are given.
    guide: Guide,
    /// Whether they are made until the next restart.
    is_guided: bool,
    /// Whether they are made only until every second restart.
    alternates: bool,
    /// The variable that is minimised.
    minimised: Option<Var>,
    /// The same, once there is a solution.
    objective: Option<Var>,
    /// The part of the range of the objective, in 256ths, that the search tries to reach: its first decision is that
    /// the objective is so small. That it is not becomes a lower bound.
    probed_part: i64,
    /// The value that was tried last.
    probed: i64,
    /// About the memory of the variables, without their domains, and of the constraints, in bytes.
    n_constraint_bytes: u64,
}

/// The memory of a variable without its domain, in bytes: the heads of its lists, its bounds, values and heap entry.
const BYTES_PER_VAR: u64 = 360;
/// The memory of a constraint without its parts and subscriptions: the heads and entries of lists.
const BYTES_PER_CONSTRAINT: u64 = 128;
/// The memory of a subscription: in the list of the variable, which has space for more, and in that of the changes.
const BYTES_PER_SUBSCRIPTION: u64 = 2 * size_of::<Subscription>() as u64 + 8;
/// The memory of a subscription in the list of undone changes.
const BYTES_PER_UNDONE: u64 = (MAX_REPEATED * size_of::<u32>()) as u64;

/// A violated constraint, as a list of true atoms.
struct TrueAtoms(Vec<Atom>);

/// How propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Propagated {
    /// No propagator has more to conclude.
    All,
    /// Bounds move in small steps: the domain of this variable should be bisected.
    Slowly(Var),
}

/// Why propagation did not come to its end.
enum Interruption {
    Conflict(TrueAtoms),
    /// The propagators that did not run stay in the queue.
    Stopped(Limit),
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
            trail: Trail::default(),
            nogoods: Nogoods::default(),
            propagators: Vec::new(),
            priorities: Vec::new(),
            subscriptions: IndexVec::new(),
            queues: Default::default(),
            is_queued: Vec::new(),
            changed: Vec::new(),
            observes_undone: Vec::new(),
            n_places: Vec::new(),
            stored: Vec::new(),
            stored_before: Vec::new(),
            postponed: Vec::new(),
            is_postponed: false,
            slow_runs: None,
            slow_moves: MIN_MOVES,
            n_processed: 0,
            choices: Choices::default(),
            activity: ActivityHeap::new(ACTIVITY_DECAY),
            phase: IndexVec::new(),
            hints: FxHashMap::default(),
            solution: Vec::new(),
            is_unsatisfiable: false,
            marked: Marked::default(),
            stats: Stats::default(),
            restart_effort: 0,
            reduce_at: FIRST_REDUCTION,
            conflict_limit: None,
            last_run: u64::MAX,
            memory_limit: None,
            earliest_first: Vec::new(),
            guide: Guide::default(),
            is_guided: false,
            alternates: false,
            minimised: None,
            objective: None,
            probed_part: FIRST_PROBED_PART,
            probed: i64::MAX,
            n_constraint_bytes: 0,
        }
    }

    /// Changes the order of the first decisions and the values that they try by a seed; seed 0 changes nothing. All
    /// variables must have been added.
    ///
    /// The same seed gives the same answers.
    pub fn set_seed(&mut self, seed: u64) {
        if seed == 0 {
            return;
        }
        let mut random = Random::new(seed);
        self.activity = ActivityHeap::new(ACTIVITY_DECAY);
        for at in 0..self.trail.n_vars() {
            let var = Var::from_usize(at);
            let (min, max) = self.trail.root_bounds(var);
            if random.flip() {
                self.phase[var] = if random.flip() { min } else { max };
            }
            // Below the activity of one conflict.
            let tie_break = u16::try_from(random.below(1 << 16)).expect("16 bits");
            self.activity.push(f64::from(tie_break) / 65_536.0);
        }
    }

    /// Adds a variable with the domain `min..=max`.
    ///
    /// # Panics
    ///
    /// Panics if the domain is empty or exceeds [`MAX_VALUE`](crate::MAX_VALUE).
    pub fn add_var(&mut self, min: i64, max: i64) -> Var {
        let var = self.trail.add_var(min, max);
        self.n_constraint_bytes += BYTES_PER_VAR;
        self.nogoods.add_var(min, max);
        self.activity.push(0.0);
        self.subscriptions.push(Vec::new());
        self.phase.push(if min <= 0 && 0 <= max { 0 } else { min });
        var
    }

    /// Requires that at least one of the atoms holds.
    pub fn add_clause(&mut self, atoms: &[Atom]) {
        assert_eq!(self.trail.level(), 0, "constraints are added at level 0");
        let mut nogood: Vec<Atom> = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            match self.trail.truth(atom) {
                Some(true) => return,
                Some(false) => {}
                None => nogood.push(self.normal_form(!atom)),
            }
        }
        // Atoms that contradict each other are never all true.
        if !join(&mut nogood) {
            return;
        }
        match nogood[..] {
            [] => self.is_unsatisfiable = true,
            [only] => self.fix(!only),
            _ => {
                self.nogoods.add(&nogood, 0);
            }
        }
    }

    /// Adds a constraint.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) {
        let id = u32::try_from(self.propagators.len()).expect("memory ends before");
        let subscriptions = propagator.subscriptions();
        let observes_undone = propagator.observes_undone();
        let undone = if observes_undone { BYTES_PER_UNDONE } else { 0 };
        self.n_constraint_bytes += BYTES_PER_CONSTRAINT
            + size_of_val(&*propagator) as u64
            + propagator.n_bytes()
            + (BYTES_PER_SUBSCRIPTION + undone) * subscriptions.len() as u64;
        let places = 0..u32::try_from(subscriptions.len()).expect("memory ends before");
        for (place, (var, event)) in places.clone().zip(subscriptions) {
            self.subscriptions[var].push(Subscription { propagator: id, place, event });
        }
        self.n_places.push(places.len());
        self.changed.push(places.collect());
        self.observes_undone.push(observes_undone);
        self.priorities.push(propagator.priority());
        self.propagators.push(propagator);
        self.is_queued.push(false);
        self.enqueue(id);
    }

    /// Returns the value of a variable in the last solution.
    ///
    /// # Panics
    ///
    /// Panics if there is no solution yet.
    #[must_use]
    pub fn value(&self, var: Var) -> i64 {
        self.solution[var.index()]
    }

    /// Returns the bounds that hold in all solutions, as far as they are known.
    #[must_use]
    pub fn bounds(&self, var: Var) -> (i64, i64) {
        self.trail.root_bounds(var)
    }

    /// Returns whether an atom is true or false in all solutions, as far as that is known.
    #[must_use]
    pub fn root_truth(&self, atom: Atom) -> Option<bool> {
        self.trail.root_truth(atom)
    }

    /// Limits the memory of the solver, as [`Solver::n_bytes`] counts it, to this number of bytes; `None` for no limit.
    pub fn limit_memory(&mut self, bytes: Option<u64>) {
        self.memory_limit = bytes;
    }

    /// Limits the number of further conflicts of each search, and the runs of propagators to 1,000 for each of them;
    /// `None` for no limit. Where bounds move in small steps, it is reached earlier.
    pub fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.conflict_limit = conflicts;
    }

    /// Sets when propagation is interrupted because bounds move in small steps: after this number of runs of
    /// propagators without a decision, if bounds of a variable moved at least `moves` times lately. The search
    /// bisects a domain then, and draws the other consequences afterwards.
    pub fn bisect_after(&mut self, runs: u64, moves: usize) {
        (self.slow_runs, self.slow_moves) = (Some(runs.max(1)), moves);
    }

    /// Returns the numbers of variables, of clauses with those learnt, and of constraints.
    #[must_use]
    pub fn size(&self) -> (usize, usize, usize) {
        (self.trail.n_vars(), self.nogoods.len(), self.propagators.len())
    }

    /// Returns the names of the constraints, in the order in which they were added.
    pub fn constraint_names(&self) -> impl Iterator<Item = &'static str> {
        self.propagators.iter().map(|propagator| propagator.name())
    }

    /// Returns about the memory of the variables, of the clauses with those learnt, of the constraints and of the search,
    /// in bytes.
    #[must_use]
    #[inline]
    pub fn n_bytes(&self) -> u64 {
        self.n_lasting_bytes() + self.trail.n_bytes() + n_bytes_of(&self.stored)
    }

    /// Returns about the memory without that of the trail and its explanations, which change during propagation.
    #[inline]
    fn n_lasting_bytes(&self) -> u64 {
        self.n_constraint_bytes + self.nogoods.n_bytes() + self.choices.n_bytes()
    }

    #[inline]
    fn is_memory_exceeded(&self) -> bool {
        self.memory_limit.is_some_and(|max| self.n_bytes() > max)
    }

    /// Returns what the solver did so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Sets the value that the search tries first for a variable, until the variable has another one.
    pub fn set_phase(&mut self, var: Var, value: i64) {
        self.phase[var] = value;
    }

    /// Sets the value that the search tries first for a variable until it finds a solution, such as the value of a
    /// solution of a similar problem.
    pub fn set_hint(&mut self, var: Var, value: i64) {
        self.hints.insert(var, value);
    }

    /// Returns the value that is tried first for a variable.
    ///
    /// *Source*: Beck: "Solution-guided multi-point constructive search for job shop scheduling", JAIR 29 (2007);
    /// Demirović, Chu, Stuckey: "Solution-based phase saving for CP", CP 2018.
    fn first_value(&self, var: Var) -> i64 {
        let advised = if self.solution.is_empty() {
            self.hints.get(&var)
        } else if self.minimised.is_some() {
            self.solution.get(var.index())
        } else {
            None
        };
        advised.copied().unwrap_or(self.phase[var])
    }

    /// Decides these variables before others that took part in no conflict, the one with the least value first: for
    /// starts of tasks.
    pub fn prefer_earliest(&mut self, vars: Vec<Var>) {
        self.earliest_first = vars;
    }

    /// Decides variables in the order of these lists before others. If the solver `alternates`, it does so only between
    /// every second restart and the next, from the beginning on, and decides by the conflicts otherwise.
    pub fn set_branching(&mut self, lists: Vec<Branching>, alternates: bool) {
        self.guide = Guide::new(lists);
        self.is_guided = !self.guide.is_empty();
        self.alternates = alternates;
    }

    /// Finds a solution, or proves that there is none.
    ///
    /// It may be called again after more constraints were added; everything learnt is kept.
    pub fn solve(&mut self, cancel: &Cancel) -> Verdict {
        let verdict = self.search(cancel, None);
        self.backtrack(0);
        verdict
    }

    /// Draws the consequences of all constraints before the first decision, or those until a limit is reached:
    /// [`Solver::bounds`] has them.
    pub fn tighten(&mut self, cancel: &Cancel) {
        if self.is_unsatisfiable {
            return;
        }
        if let Err(Interruption::Conflict(_)) = self.propagate(cancel) {
            // No decision is part of the conflict.
            self.is_unsatisfiable = true;
        }
    }

    /// Finds a solution with the least value of `objective`, or proves that there is no solution.
    ///
    /// `on_improvement` is called with the value of each better solution, as it is found; [`Solver::value`] returns
    /// the values of the best one, which the search tries first from then on. [`Solver::bounds`] of the objective begins with the
    /// proven lower bound, also if the search was stopped. The requirement that the objective is better than the
    /// best solution remains: later calls find better solutions only.
    pub fn minimise(
        &mut self,
        objective: Var,
        cancel: &Cancel,
        on_improvement: &mut dyn FnMut(&Self, i64),
    ) -> Optimum {
        self.minimise_with(objective, cancel, &mut Alone(on_improvement))
    }

    /// Finds a solution with the least value of `objective` as [`Solver::minimise`] does, together with other
    /// searches. [`Optimum::None`] means that no solution is better than what the others found.
    pub fn minimise_with(
        &mut self,
        objective: Var,
        cancel: &Cancel,
        exchange: &mut dyn ObjectiveExchange,
    ) -> Optimum {
        let mut best = None;
        self.minimised = Some(objective);
        let optimum = loop {
            self.import_bounds(objective, exchange);
            let verdict = self.search(cancel, Some((objective, &mut *exchange)));
            self.backtrack(0);
            match verdict {
                Verdict::Satisfiable => {
                    let value = self.value(objective);
                    best = Some(value);
                    exchange.improved(self, value);
                    self.add_clause(&[objective.at_most(value - 1)]);
                    self.objective = Some(objective);
                    self.probed_part = FIRST_PROBED_PART;
                }
                Verdict::Unsatisfiable => break best.map_or(Optimum::None, Optimum::Proved),
                Verdict::Stopped(limit) => break Optimum::Stopped { best, limit },
            }
        };
        (self.minimised, self.objective) = (None, None);
        // It was left out of the decisions.
        self.activity.insert(objective);
        optimum
    }

    /// Tells the proven lower bound of the objective, and requires the bounds that other searches know.
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
            self.objective = Some(objective);
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
            self.conflict_limit.map(|limit| self.stats.conflicts.saturating_add(limit));
        let runs = self.conflict_limit.map(|limit| limit.saturating_mul(RUNS_PER_CONFLICT));
        self.last_run =
            runs.map_or(u64::MAX, |runs| self.stats.propagator_runs.saturating_add(runs));
        loop {
            if self.is_unsatisfiable {
                return Verdict::Unsatisfiable;
            }
            if n_steps.is_multiple_of(STEPS_PER_POLL)
                && let Some(limit) = cancel.stopped()
            {
                return Verdict::Stopped(limit);
            }
            if last_conflict.is_some_and(|last| self.stats.conflicts >= last) {
                return Verdict::Stopped(Limit::Effort);
            }
            n_steps += 1;
            let propagated = match self.propagate(cancel) {
                Ok(propagated) => propagated,
                Err(Interruption::Conflict(conflict)) => {
                    self.stats.conflicts += 1;
                    self.restart_effort += 1;
                    self.learn(conflict);
                    // Conflicts may follow each other without a decision.
                    if self.trail.level() > 0 && self.restart_effort >= restart_at {
                        restart_at = self.restart(&mut exchange);
                    }
                    continue;
                }
                Err(Interruption::Stopped(limit)) => return Verdict::Stopped(limit),
            };
            if self.trail.level() == 0 && self.nogoods.n_learnt() >= self.reduce_at {
                self.nogoods.simplify(&self.trail);
                self.nogoods.reduce();
                self.reduce_at += REDUCTION_STEP;
            }
            let is_full = self.nogoods.n_learnt() >= self.reduce_at;
            if self.trail.level() > 0 && (self.restart_effort >= restart_at || is_full) {
                restart_at = self.restart(&mut exchange);
                continue;
            }
            let decision = match propagated {
                Propagated::All => self.decision(),
                Propagated::Slowly(var) => {
                    last_conflict =
                        last_conflict.map(|last| last.saturating_sub(CONFLICTS_PER_INTERRUPTION));
                    Some(self.half(var))
                }
            };
            let Some(decision) = decision else {
                let vars = (0..self.trail.n_vars()).map(Var::from_usize);
                self.solution = vars.map(|var| self.trail.min(var)).collect();
                for (at, &value) in self.solution.iter().enumerate() {
                    self.phase[Var::from_usize(at)] = value;
                }
                return Verdict::Satisfiable;
            };
            self.stats.decisions += 1;
            self.trail.push_level();
            self.stored_before.push(u32::try_from(self.stored.len()).expect("memory ends before"));
            let assigned = self.trail.assign(decision, Reason::None);
            debug_assert_eq!(assigned, Ok(true), "a decision is open");
        }
    }

    /// Goes back to level 0; returns the effort at the next restart.
    fn restart(&mut self, exchange: &mut Option<(Var, &mut dyn ObjectiveExchange)>) -> u64 {
        self.stats.restarts += 1;
        self.backtrack(0);
        if self.alternates && !self.guide.is_empty() {
            self.is_guided = !self.is_guided;
        }
        // Neither reached nor refuted: the next try is easier.
        let rest = WHOLE_PART - self.probed_part;
        self.probed_part = if rest == 0 { FIRST_PROBED_PART } else { WHOLE_PART - (rest - 1) / 2 };
        if let Some((objective, exchange)) = exchange {
            self.import_bounds(*objective, *exchange);
        }
        self.restart_limit()
    }

    fn restart_limit(&self) -> u64 {
        self.restart_effort + RESTART_UNIT * luby(self.stats.restarts)
    }

    /// Returns the decision that a variable is in the half of its domain that has the value to try first.
    fn half(&self, var: Var) -> Atom {
        let (min, max) = (self.trail.min(var), self.trail.max(var));
        let middle = min + (max - min) / 2;
        if self.first_value(var) <= middle { var.at_most(middle) } else { var.at_least(middle + 1) }
    }

    /// Returns the next decision; `None` if all variables are fixed.
    fn decision(&mut self) -> Option<Atom> {
        if self.is_guided {
            if let Some(atom) = self.guide.next(&self.trail) {
                return Some(self.normal_form(atom));
            }
        } else if self.trail.level() == 0
            && let Some(probe) = self.probe()
        {
            return Some(probe);
        }
        if let Some(atom) = self.choices.next(&self.trail) {
            let (var, first) = (atom.var, self.first_value(atom.var));
            // That a variable has a value decides more than that it has not.
            if atom.relation == Relation::Equal {
                // The first solution is near the hints and further ones near the last one, better ones need not be.
                let has_target = if self.solution.is_empty() {
                    self.hints.contains_key(&var)
                } else {
                    self.minimised.is_none()
                };
                let is_near = has_target && self.trail.contains(var, first);
                return Some(if is_near { self.normal_form(var.equal(first)) } else { atom });
            }
            let holds = atom.holds_for(first);
            return Some(if holds { atom } else { !atom });
        }
        let open =
            self.earliest_first.iter().filter(|&&it| self.trail.min(it) < self.trail.max(it));
        if let Some(&var) = open.min_by_key(|&&it| (self.trail.min(it), self.trail.max(it))) {
            return Some(var.at_most(self.trail.min(var)));
        }
        loop {
            // The objective follows from the others; if not, it is decided last.
            let (var, is_last) = match (self.activity.pop(), self.minimised) {
                (Some(var), minimised) if Some(var) != minimised => (var, false),
                (Some(_), _) => continue,
                (None, minimised) => (minimised?, true),
            };
            let (min, max) = (self.trail.min(var), self.trail.max(var));
            if min == max {
                if is_last {
                    return None;
                }
                continue;
            }
            if is_last {
                return Some(var.at_most(min));
            }
            // The variable stays open unless the decision fixes it.
            let target = self.first_value(var).clamp(min, max);
            let decision = if max - min <= MAX_VALUE_WIDTH && self.trail.contains(var, target) {
                self.normal_form(var.equal(target))
            } else if target < max {
                var.at_most(target)
            } else {
                var.at_least(target)
            };
            if decision.relation != Relation::Equal {
                self.activity.insert(var);
            }
            return Some(decision);
        }
    }

    /// Returns the decision that the objective is in the lower part of its range.
    fn probe(&mut self) -> Option<Atom> {
        let objective = self.objective?;
        let (min, max) = self.bounds(objective);
        if min > self.probed {
            self.probed_part = FIRST_PROBED_PART;
        }
        if min == max || self.probed_part == WHOLE_PART {
            return None;
        }
        let width = i128::from(max - min - 1) * i128::from(self.probed_part);
        let steps = i64::try_from(width / i128::from(WHOLE_PART)).expect("less than the range");
        self.probed = min + steps;
        Some(objective.at_most(self.probed))
    }

    /// Returns an equivalent atom that is a bound, if the domain allows it.
    fn normal_form(&self, atom: Atom) -> Atom {
        let (min, max) = self.bounds(atom.var);
        match atom.relation {
            Relation::Equal if atom.value == max => atom.var.at_least(max),
            Relation::Equal if atom.value == min => atom.var.at_most(min),
            Relation::NotEqual if atom.value == max => atom.var.at_most(max - 1),
            Relation::NotEqual if atom.value == min => atom.var.at_least(min + 1),
            _ => atom,
        }
    }

    /// Makes an atom true at level 0.
    fn fix(&mut self, atom: Atom) {
        if self.trail.assign(atom, Reason::None).is_err() {
            self.is_unsatisfiable = true;
        }
    }

    fn enqueue(&mut self, propagator: u32) {
        let at = propagator as usize;
        if !std::mem::replace(&mut self.is_queued[at], true) {
            self.queues[self.priorities[at] as usize].push_back(propagator);
        }
    }

    /// Draws all consequences, unless bounds move in many small steps.
    fn propagate(&mut self, cancel: &Cancel) -> Result<Propagated, Interruption> {
        self.enqueue_postponed();
        let default = || MIN_RUNS_PER_NODE + RUNS_PER_PROPAGATOR * self.propagators.len() as u64;
        let max_runs = self.slow_runs.unwrap_or_else(default);
        let (first_run, start) = (self.stats.propagator_runs, self.trail.len());
        let mut check_at = first_run + max_runs;
        loop {
            while self.n_processed < self.trail.len() {
                let position = Position::from_usize(self.n_processed);
                self.n_processed += 1;
                self.schedule(position);
                let propagated = self.nogoods.propagate(position, &mut self.trail);
                if let Err(Violated(nogood)) = propagated {
                    self.nogoods.bump(nogood);
                    let atoms = self.nogoods.atoms(nogood).to_vec();
                    return Err(Interruption::Conflict(TrueAtoms(atoms)));
                }
                if self.is_memory_exceeded() {
                    return Err(Interruption::Stopped(Limit::Memory));
                }
            }
            if self.stats.propagator_runs >= check_at {
                if let Some(var) = self.slow_var(start) {
                    self.postpone();
                    return Ok(Propagated::Slowly(var));
                }
                check_at += max_runs;
            }
            let next = self.queues.iter_mut().find_map(VecDeque::pop_front);
            let Some(propagator) = next else {
                self.postponed.pop_if(|(level, _)| *level == self.trail.level());
                return Ok(Propagated::All);
            };
            self.is_queued[propagator as usize] = false;
            self.stats.propagator_runs += 1;
            let lasting = self.n_lasting_bytes();
            let max_bytes = self.memory_limit.map_or(u64::MAX, |max| max.saturating_sub(lasting));
            let (trail, stored) = (&mut self.trail, &mut self.stored);
            let at = propagator as usize;
            let mut places = std::mem::take(&mut self.changed[at]);
            let has_undone = self.observes_undone[at];
            let (changed, condition) = (&places[..], None);
            let mut domains =
                Domains { trail, stored, propagator, changed, has_undone, condition, max_bytes };
            let propagated = self.propagators[at].propagate(&mut domains);
            if propagated == Err(Conflict(ConflictKind::Memory)) {
                // It did not draw all conclusions from these changes.
                self.changed[at] = places;
                self.enqueue(propagator);
                return Err(Interruption::Stopped(Limit::Memory));
            }
            // The allocation is kept; nothing was added in the meantime.
            places.clear();
            self.changed[at] = places;
            if let Err(Conflict(conflict)) = propagated {
                return Err(Interruption::Conflict(self.true_atoms(conflict)));
            }
            // A run takes milliseconds on a large graph.
            if self.priorities[at] != Priority::Cheap
                && let Some(limit) = cancel.stopped()
            {
                return Err(Interruption::Stopped(limit));
            }
            // Bounds of wide domains may move in small steps for a long time.
            if self.stats.propagator_runs.is_multiple_of(RUNS_PER_POLL)
                && let Some(limit) = self.limit_reached(cancel)
            {
                return Err(Interruption::Stopped(limit));
            }
        }
    }

    /// Returns the limit that was reached, if any.
    fn limit_reached(&self, cancel: &Cancel) -> Option<Limit> {
        let is_late = self.stats.propagator_runs >= self.last_run;
        cancel.stopped().or(is_late.then_some(Limit::Effort))
    }

    /// Returns the variable with the widest domain of those whose bounds moved most often lately; `None` if none of them
    /// moved often.
    fn slow_var(&self, start: usize) -> Option<Var> {
        let first = start.max(self.trail.len().saturating_sub(MAX_RECENT));
        let mut n_moves: FxHashMap<Var, usize> = FxHashMap::default();
        for position in first..self.trail.len() {
            let atom = self.trail.entry(Position::from_usize(position)).atom;
            if matches!(atom.relation, Relation::AtLeast | Relation::AtMost) {
                *n_moves.entry(atom.var).or_default() += 1;
            }
        }
        let width = |var: Var| self.trail.max(var) - self.trail.min(var);
        let often = n_moves.into_iter().filter(|&(var, n)| n >= self.slow_moves && width(var) > 0);
        often.map(|(var, _)| var).max_by_key(|&var| (width(var), Reverse(var)))
    }

    /// Empties the queues; the propagators run at the next propagation at this level or above it.
    fn postpone(&mut self) {
        let level = self.trail.level();
        let mut postponed: Vec<u32> = Vec::new();
        for queue in &mut self.queues {
            postponed.extend(queue.drain(..));
        }
        for &propagator in &postponed {
            self.is_queued[propagator as usize] = false;
        }
        self.is_postponed = true;
        match self.postponed.last_mut() {
            Some((last, list)) if *last == level => list.append(&mut postponed),
            _ => self.postponed.push((level, postponed)),
        }
    }

    /// Puts the postponed propagators into the queue.
    fn enqueue_postponed(&mut self) {
        if !std::mem::take(&mut self.is_postponed) {
            return;
        }
        for at in 0..self.postponed.len() {
            let list = std::mem::take(&mut self.postponed[at].1);
            for &propagator in &list {
                let places = 0..u32::try_from(self.n_places[propagator as usize]).expect("32 bits");
                self.changed[propagator as usize].clear();
                self.changed[propagator as usize].extend(places);
                self.enqueue(propagator);
            }
            self.postponed[at].1 = list;
        }
    }

    /// Puts the propagators into the queue that wait for the change at a position.
    fn schedule(&mut self, position: Position) {
        let entry = *self.trail.entry(position);
        let Some(previous) = self.trail.previous(&entry) else { return };
        let (grew, fell) = (entry.min > previous.min, entry.max < previous.max);
        let is_fixed = entry.min == entry.max && (grew || fell);
        self.stats.reductions += 1;
        for at in 0..self.subscriptions[entry.atom.var].len() {
            let Subscription { propagator, place, event } = self.subscriptions[entry.atom.var][at];
            if event.happens(grew, fell, is_fixed) {
                self.changed[propagator as usize].push(place);
                self.enqueue(propagator);
            }
        }
    }

    fn true_atoms(&self, conflict: ConflictKind) -> TrueAtoms {
        match conflict {
            ConflictKind::Stored { start, len } => {
                TrueAtoms(self.stored_atoms(start, len).to_vec())
            }
            ConflictKind::Refuted { atom, reason } => {
                let mut atoms = vec![!atom];
                let end = Position::from_usize(self.trail.len());
                self.explain(atom, atom, reason, end, &mut atoms);
                TrueAtoms(atoms)
            }
            ConflictKind::Memory => unreachable!("it stops the search"),
        }
    }

    fn stored_atoms(&self, start: u32, len: u32) -> &[Atom] {
        &self.stored[start as usize..(start + len) as usize]
    }

    /// Appends the atoms that imply `atom`, which follows from the atom `event` that was assigned at `position`.
    fn explain(
        &self,
        atom: Atom,
        event: Atom,
        reason: Reason,
        position: Position,
        out: &mut Vec<Atom>,
    ) {
        match reason {
            Reason::None => unreachable!("a decision is the unique implication point of its level"),
            Reason::Nogood(nogood) => {
                out.extend(self.nogoods.atoms(nogood).iter().filter(|&&it| !it != event));
            }
            Reason::Stored { start, len } => out.extend(self.stored_atoms(start, len)),
            Reason::Lazy { propagator, data } => {
                let before = Before { trail: &self.trail, position };
                let atom = match (event.relation, atom.relation) {
                    (Relation::AtLeast, Relation::NotEqual) => atom.var.at_least(atom.value + 1),
                    (Relation::AtMost, Relation::NotEqual) => atom.var.at_most(atom.value - 1),
                    (event, required) if event == required => atom,
                    _ => event,
                };
                self.propagators[propagator as usize].explain(atom, data, &before, out);
            }
            Reason::Holes { from } => {
                let var = atom.var;
                // `x ≥ 7` from `x ≥ 4` and the holes 4, 5 and 6; an atom `x ≠ 5` needs the same.
                let value = event.value;
                if event.relation == Relation::AtLeast {
                    out.push(var.at_least(from));
                    out.extend((from..value).map(|hole| var.not_equal(hole)));
                } else {
                    out.push(var.at_most(from));
                    out.extend((value + 1..=from).map(|hole| var.not_equal(hole)));
                }
            }
        }
    }

    /// Learns from a violated constraint: adds a nogood, goes back and draws its conclusion.
    fn learn(&mut self, TrueAtoms(conflict): TrueAtoms) {
        let mut marked = std::mem::take(&mut self.marked);
        let mut open = BinaryHeap::new();
        let mut level = 0;
        let mut positions = Vec::new();
        for atom in conflict {
            self.locate(atom, &mut positions);
        }
        for &(position, _) in &positions {
            level = level.max(self.trail.entry(position).level);
        }
        if level == 0 {
            self.is_unsatisfiable = true;
            self.marked = marked;
            return;
        }
        let mut reason = Vec::new();
        // What a propagator explained last, and a position from which on all changes are those of that run.
        let mut last_lazy: Option<(u32, (Atom, u32), Position)> = None;
        let uip = loop {
            for (position, atom) in positions.drain(..) {
                let entry = self.trail.entry(position);
                if marked.add(position, atom, &self.trail) {
                    self.activity.bump(atom.var);
                    if entry.level == level {
                        self.choices.bump(atom);
                        open.push(position);
                    }
                }
            }
            let position = open.pop().expect("the decision is a unique implication point");
            let atom = marked.take(position).expect("open positions are marked");
            if open.is_empty() {
                break (position, atom);
            }
            let entry = *self.trail.entry(position);
            if let Reason::Nogood(nogood) = entry.reason {
                self.nogoods.bump(nogood);
            }
            if let Reason::Lazy { propagator, data } = entry.reason {
                let this = (entry.atom, data);
                if let Some((last, explained, first)) = &mut last_lazy
                    && *last == propagator
                    && self.propagators[propagator as usize].explains_too(*explained, this)
                    && self.is_same_run(position, first, propagator)
                {
                    continue;
                }
                last_lazy = Some((propagator, this, position));
            }
            reason.clear();
            self.explain(atom, entry.atom, entry.reason, position, &mut reason);
            for &atom in &reason {
                self.locate(atom, &mut positions);
            }
        };
        let (uip_position, uip) = uip;
        marked.add(uip_position, uip, &self.trail);
        let kept: Vec<Position> = marked.positions().collect();
        let mut atoms = Vec::with_capacity(kept.len());
        let mut work = 0;
        for position in kept {
            let is_redundant = position != uip_position
                && work < MAX_MINIMISATION_WORK
                && self.is_redundant(position, &marked, &mut work);
            if !is_redundant {
                atoms.push(marked.get(position).expect("the position is marked"));
            }
        }
        marked.clear();
        self.marked = marked;
        self.add_learnt(atoms);
        self.activity.decay();
        self.choices.decay();
        self.nogoods.decay();
    }

    /// Returns whether the changes from `position` to `first` are those of one run of a propagator; `first` becomes
    /// `position` then, or the first change of the run.
    fn is_same_run(&self, position: Position, first: &mut Position, propagator: u32) -> bool {
        while position < *first {
            let before = Position::from_usize(first.index() - 1);
            match self.trail.entry(before).reason {
                Reason::Lazy { propagator: other, .. } if other == propagator => *first = before,
                _ => return false,
            }
        }
        true
    }

    /// Appends the positions and atoms that make a true atom true; none for what holds at level 0.
    fn locate(&self, atom: Atom, out: &mut Vec<(Position, Atom)>) {
        let var = atom.var;
        let position = self.trail.position_of(atom);
        let entry = self.trail.entry(position);
        if entry.level == 0 {
            return;
        }
        if atom.relation == Relation::Equal && entry.atom.relation != Relation::Equal {
            // Two entries made it true, one for each bound.
            for bound in [var.at_least(atom.value), var.at_most(atom.value)] {
                self.locate(bound, out);
            }
        } else {
            out.push((position, atom));
        }
    }

    /// Returns whether an atom of a nogood follows from the others directly; adds the size of its explanation to
    /// `work`.
    fn is_redundant(&self, position: Position, marked: &Marked, work: &mut usize) -> bool {
        let entry = self.trail.entry(position);
        if entry.reason == Reason::None {
            return false;
        }
        let atom = marked.get(position).expect("the position is marked");
        let (mut reason, mut located) = (Vec::new(), Vec::new());
        self.explain(atom, entry.atom, entry.reason, position, &mut reason);
        *work += reason.len();
        reason.into_iter().all(|atom| {
            self.locate(atom, &mut located);
            located.drain(..).all(|(at, atom)| marked.get(at).is_some_and(|it| it.implies(atom)))
        })
    }

    /// Adds a learnt nogood, goes back to the level at which it has a conclusion, and draws it.
    fn add_learnt(&mut self, mut atoms: Vec<Atom>) {
        for atom in &mut atoms {
            *atom = self.normal_form(*atom);
        }
        let is_consistent = join(&mut atoms);
        debug_assert!(is_consistent, "all atoms are true");
        let level_of = |atom: Atom| self.trail.entry(self.trail.position_of(atom)).level;
        let mut levels: Vec<(u32, Atom)> = atoms.iter().map(|&it| (level_of(it), it)).collect();
        levels.sort_by_key(|&(level, _)| Reverse(level));
        let back = levels.get(1).map_or(0, |&(level, _)| level);
        debug_assert!(back < levels[0].0, "one atom is of the last level: {levels:?}");
        let asserted = levels[0].1;
        let mut n_levels: Vec<u32> = levels.iter().map(|&(level, _)| level).collect();
        n_levels.dedup();
        let atoms: Vec<Atom> = levels.iter().map(|&(_, atom)| atom).collect();
        self.backtrack(back);
        if atoms.len() == 1 {
            self.fix(!asserted);
            return;
        }
        // A nogood of very many atoms says little about each.
        if atoms.len() <= MAX_BUMPED {
            for &atom in &atoms {
                self.choices.bump(atom);
            }
        }
        self.restart_effort += (atoms.len() / MAX_BUMPED) as u64;
        let n_levels = u32::try_from(n_levels.len()).expect("there are fewer levels than entries");
        let nogood = self.nogoods.add(&atoms, n_levels);
        let assigned = self.trail.assign(!asserted, Reason::Nogood(nogood));
        debug_assert_eq!(assigned, Ok(true), "the atom was true only at a later level");
    }

    /// Undoes all levels above `level`.
    fn backtrack(&mut self, level: u32) {
        if self.trail.level() <= level {
            return;
        }
        let Self { activity, phase, subscriptions, observes_undone, changed, n_places, .. } = self;
        self.choices.backtrack(level);
        self.guide.backtrack(level);
        self.trail.backtrack(level, |entry, (min, max)| {
            let var = entry.atom.var;
            activity.insert(var);
            if entry.min == entry.max {
                phase[var] = entry.min;
            }
            let (grew, fell) = (entry.min > min, entry.max < max);
            let is_fixed = entry.min == entry.max && (grew || fell);
            for &Subscription { propagator, place, event } in &subscriptions[var] {
                let at = propagator as usize;
                if observes_undone[at] && event.happens(grew, fell, is_fixed) {
                    changed[at].push(place);
                    // Each place once is enough; there is no more room than for a few of each.
                    if changed[at].len() > MAX_REPEATED * n_places[at] {
                        changed[at].sort_unstable();
                        changed[at].dedup();
                    }
                }
            }
        });
        self.stored.truncate(self.stored_before[level as usize] as usize);
        self.stored_before.truncate(level as usize);
        while self.postponed.pop_if(|(at, _)| *at > level).is_some() {}
        self.is_postponed = !self.postponed.is_empty();
        for queue in &mut self.queues {
            for propagator in queue.drain(..) {
                self.is_queued[propagator as usize] = false;
                if !self.observes_undone[propagator as usize] {
                    self.changed[propagator as usize].clear();
                }
            }
        }
        self.n_processed = self.n_processed.min(self.trail.len());
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (vars, constraints) = (self.trail.n_vars(), self.propagators.len());
        f.debug_struct("Solver")
            .field("vars", &vars)
            .field("propagators", &constraints)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}
