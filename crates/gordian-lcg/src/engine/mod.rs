//! The engine: the trail of domains, the nogoods, the constraints and their queues.
//!
//! It draws consequences, undoes them and explains them; `learn.rs` has what it learns from
//! conflicts, and `slow.rs` the interruption of propagation where bounds move in small steps. It
//! decides nothing.

mod learn;
mod slow;

use std::collections::VecDeque;

use gordian_core::numbers::to_u32;
use gordian_core::{Cancel, Index as _, IndexVec, Limit};

use self::slow::SlowPropagation;
use crate::analysis::{Marked, join};
use crate::atom::{Atom, Relation, Var};
use crate::heuristics::Heuristics;
use crate::nogoods::{Nogoods, Violated};
use crate::propagator::{
    Before, Conflict, ConflictKind, Domains, Event, Priority, Propagator, n_bytes_of,
};
use crate::stats::Stats;
use crate::trail::{Position, PropagatorId, Reason, Trail};

/// A list of undone changes is at most this number of times as long as the list of subscriptions.
const MAX_REPEATED: usize = 4;
/// ... after this number of runs of propagators without a decision, and this number for each
/// propagator.
const MIN_RUNS_PER_NODE: u64 = 1000;
const RUNS_PER_PROPAGATOR: u64 = 20;
/// And after this number of runs of propagators without one.
const RUNS_PER_POLL: u64 = 1024;
/// The memory of a variable without its domain, in bytes: the heads of its lists, its bounds,
/// values and heap entry.
const BYTES_PER_VAR: u64 = 360;
/// The memory of a constraint without its parts and subscriptions: the heads and entries of lists.
const BYTES_PER_CONSTRAINT: u64 = 128;
/// The memory of a subscription: in the list of the variable, which has space for more, and in that
/// of the changes.
const BYTES_PER_SUBSCRIPTION: u64 = 2 * size_of::<Subscription>() as u64 + 8;
/// The memory of a subscription in the list of undone changes.
const BYTES_PER_UNDONE: u64 = (MAX_REPEATED * size_of::<u32>()) as u64;

/// A subscription of a propagator to a variable.
#[derive(Clone, Copy, Debug)]
struct Subscription {
    propagator: PropagatorId,
    /// The place in the list of the propagator's subscriptions.
    place: u32,
    event: Event,
}

/// A violated constraint, as a list of true atoms.
pub(crate) struct TrueAtoms(pub(crate) Vec<Atom>);

/// How propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Propagated {
    /// No propagator has more to conclude.
    All,
    /// Bounds move in small steps: the domain of this variable should be bisected.
    Slowly(Var),
}

/// Why propagation did not come to its end.
pub(crate) enum Interruption {
    Conflict(TrueAtoms),
    /// The propagators that did not run stay in the queue.
    Stopped(Limit),
}

/// Domains, nogoods and constraints.
pub(crate) struct Engine {
    pub(crate) trail: Trail,
    pub(crate) nogoods: Nogoods,
    pub(crate) propagators: IndexVec<PropagatorId, Box<dyn Propagator>>,
    priorities: IndexVec<PropagatorId, Priority>,
    subscriptions: IndexVec<Var, Vec<Subscription>>,
    /// Propagators that must run, by priority.
    pub(crate) queues: [VecDeque<PropagatorId>; Priority::ALL.len()],
    pub(crate) is_queued: IndexVec<PropagatorId, bool>,
    /// The subscriptions of each propagator whose changes happened since its last run.
    pub(crate) changed: IndexVec<PropagatorId, Vec<u32>>,
    observes_undone: IndexVec<PropagatorId, bool>,
    /// The number of subscriptions of each propagator.
    pub(crate) n_places: IndexVec<PropagatorId, u32>,
    /// Explanations that were stored, and their number before each level.
    stored: Vec<Atom>,
    stored_before: Vec<u32>,
    pub(crate) slow: SlowPropagation,
    /// The number of entries whose consequences were drawn.
    n_processed: usize,
    pub(crate) is_unsatisfiable: bool,
    pub(crate) marked: Marked,
    pub(crate) stats: Stats,
    /// The number of conflicts, in which long nogoods count more, for restarts.
    pub(crate) restart_effort: u64,
    /// The number of runs of propagators at which the search stops.
    pub(crate) last_run: u64,
    pub(crate) memory_limit: Option<u64>,
    /// About the memory of the variables, without their domains, and of the constraints, in bytes.
    n_constraint_bytes: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            trail: Trail::default(),
            nogoods: Nogoods::default(),
            propagators: IndexVec::new(),
            priorities: IndexVec::new(),
            subscriptions: IndexVec::new(),
            queues: Default::default(),
            is_queued: IndexVec::new(),
            changed: IndexVec::new(),
            observes_undone: IndexVec::new(),
            n_places: IndexVec::new(),
            stored: Vec::new(),
            stored_before: Vec::new(),
            slow: SlowPropagation::default(),
            n_processed: 0,
            is_unsatisfiable: false,
            marked: Marked::default(),
            stats: Stats::default(),
            restart_effort: 0,
            last_run: u64::MAX,
            memory_limit: None,
            n_constraint_bytes: 0,
        }
    }
}

impl Engine {
    /// Adds a variable with the domain `min..=max`.
    pub(crate) fn add_var(&mut self, min: i64, max: i64) -> Var {
        let var = self.trail.add_var(min, max);
        self.n_constraint_bytes += BYTES_PER_VAR;
        self.nogoods.add_var(min, max);
        self.subscriptions.push(Vec::new());
        var
    }

    /// Returns about the memory of the variables, nogoods and constraints, and of the trail.
    #[inline]
    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_lasting_bytes() + self.trail.n_bytes() + n_bytes_of(&self.stored)
    }

    /// Returns about the memory without that of the trail and its explanations, which change during
    /// propagation.
    #[inline]
    fn n_lasting_bytes(&self) -> u64 {
        self.n_constraint_bytes + self.nogoods.n_bytes()
    }

    /// Begins a new level with a decision, which is open.
    pub(crate) fn decide(&mut self, decision: Atom) {
        self.trail.push_level();
        self.stored_before.push(to_u32(self.stored.len()));
        let assigned = self.trail.assign(decision, Reason::None);
        debug_assert_eq!(assigned, Ok(true), "a decision is open");
    }

    /// Requires that at least one of the atoms holds.
    pub(crate) fn add_clause(&mut self, atoms: &[Atom]) {
        assert_eq!(self.trail.level(), 0, "constraints are added at level 0");
        let mut nogood: Vec<Atom> = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            match self.trail.truth(atom) {
                Some(true) => return,
                Some(false) => {}
                None => nogood.push(self.trail.normal_form(!atom)),
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
    pub(crate) fn post(&mut self, propagator: Box<dyn Propagator>) {
        let subscriptions = propagator.subscriptions();
        let observes_undone = propagator.observes_undone();
        let undone = if observes_undone { BYTES_PER_UNDONE } else { 0 };
        self.n_constraint_bytes += BYTES_PER_CONSTRAINT
            + size_of_val(&*propagator) as u64
            + propagator.n_bytes()
            + (BYTES_PER_SUBSCRIPTION + undone) * subscriptions.len() as u64;
        let n_places = to_u32(subscriptions.len());
        self.observes_undone.push(observes_undone);
        self.priorities.push(propagator.priority());
        let id = self.propagators.push(propagator);
        for (place, (var, event)) in (0..n_places).zip(subscriptions) {
            self.subscriptions[var].push(Subscription { propagator: id, place, event });
        }
        self.n_places.push(n_places);
        self.changed.push((0..n_places).collect());
        self.is_queued.push(false);
        self.enqueue(id);
    }

    /// Makes an atom true at level 0.
    pub(crate) fn fix(&mut self, atom: Atom) {
        if self.trail.assign(atom, Reason::None).is_err() {
            self.is_unsatisfiable = true;
        }
    }

    pub(crate) fn enqueue(&mut self, propagator: PropagatorId) {
        if !std::mem::replace(&mut self.is_queued[propagator], true) {
            self.queues[self.priorities[propagator] as usize].push_back(propagator);
        }
    }

    /// Draws all consequences, unless bounds move in many small steps. `n_other_bytes` is the
    /// memory of the decisions, which counts for the limit.
    pub(crate) fn propagate(
        &mut self,
        cancel: &Cancel,
        n_other_bytes: u64,
    ) -> Result<Propagated, Interruption> {
        self.enqueue_postponed();
        let default = || MIN_RUNS_PER_NODE + RUNS_PER_PROPAGATOR * self.propagators.len() as u64;
        let max_runs = self.slow.runs.unwrap_or_else(default);
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
                if self.memory_limit.is_some_and(|max| self.n_bytes() + n_other_bytes > max) {
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
                self.slow.postponed.pop_if(|(level, _)| *level == self.trail.level());
                return Ok(Propagated::All);
            };
            self.is_queued[propagator] = false;
            self.stats.propagator_runs += 1;
            let lasting = self.n_lasting_bytes() + n_other_bytes;
            let max_bytes = self.memory_limit.map_or(u64::MAX, |max| max.saturating_sub(lasting));
            let (trail, stored) = (&mut self.trail, &mut self.stored);
            let mut places = std::mem::take(&mut self.changed[propagator]);
            let has_undone = self.observes_undone[propagator];
            let (changed, condition) = (&places[..], None);
            let mut domains =
                Domains { trail, stored, propagator, changed, has_undone, condition, max_bytes };
            let propagated = self.propagators[propagator].propagate(&mut domains);
            if propagated == Err(Conflict(ConflictKind::Memory)) {
                // It did not draw all conclusions from these changes.
                self.changed[propagator] = places;
                self.enqueue(propagator);
                return Err(Interruption::Stopped(Limit::Memory));
            }
            // The allocation is kept; nothing was added in the meantime.
            places.clear();
            self.changed[propagator] = places;
            if let Err(Conflict(conflict)) = propagated {
                return Err(Interruption::Conflict(self.true_atoms(conflict)));
            }
            // A run takes milliseconds on a large graph.
            if self.priorities[propagator] != Priority::Cheap
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
                self.changed[propagator].push(place);
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

    /// Appends the atoms that imply `atom`, which follows from the atom `event` that was assigned
    /// at `position`.
    pub(crate) fn explain(
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
                self.propagators[propagator].explain(atom, data, &before, out);
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

    /// Undoes all levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32, heuristics: &mut Heuristics) {
        if self.trail.level() <= level {
            return;
        }
        let Self { subscriptions, observes_undone, changed, n_places, .. } = self;
        heuristics.backtrack(level);
        self.trail.backtrack(level, |entry, (min, max)| {
            let var = entry.atom.var;
            heuristics.undo(entry);
            let (grew, fell) = (entry.min > min, entry.max < max);
            let is_fixed = entry.min == entry.max && (grew || fell);
            for &Subscription { propagator, place, event } in &subscriptions[var] {
                if observes_undone[propagator] && event.happens(grew, fell, is_fixed) {
                    let changed = &mut changed[propagator];
                    changed.push(place);
                    // Each place once is enough; there is no more room than for a few of each.
                    if changed.len() > MAX_REPEATED * n_places[propagator] as usize {
                        changed.sort_unstable();
                        changed.dedup();
                    }
                }
            }
        });
        self.stored.truncate(self.stored_before[level as usize] as usize);
        self.stored_before.truncate(level as usize);
        while self.slow.postponed.pop_if(|(at, _)| *at > level).is_some() {}
        self.slow.is_postponed = !self.slow.postponed.is_empty();
        for queue in &mut self.queues {
            for propagator in queue.drain(..) {
                self.is_queued[propagator] = false;
                if !self.observes_undone[propagator] {
                    self.changed[propagator].clear();
                }
            }
        }
        self.n_processed = self.n_processed.min(self.trail.len());
    }
}
