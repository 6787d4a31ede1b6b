//! Propagation in small steps: bounds of wide domains can move by one for a long time. It is then
//! interrupted, the search bisects a domain, and the propagators that did not run do so afterwards.

use std::cmp::Reverse;

use gordian_core::Index as _;
use rustc_hash::FxHashMap;

use super::Engine;
use crate::atom::{Relation, Var};
use crate::trail::{Position, PropagatorId};

/// Bounds move in small steps if those of a variable move this number of times ...
const MIN_MOVES: usize = 64;
/// ... among this number of changes ...
const MAX_RECENT: usize = 512;

/// When propagation is interrupted, and what it left.
pub(crate) struct SlowPropagation {
    /// Propagators that did not run because bounds moved in many small steps, with the level at
    /// that time; the levels ascend.
    pub(crate) postponed: Vec<(u32, Vec<PropagatorId>)>,
    /// Whether they are missing in the queues.
    pub(crate) is_postponed: bool,
    /// The number of runs of propagators without a decision, if it was set by
    /// [`Solver::bisect_after`](crate::Solver::bisect_after).
    pub(crate) runs: Option<u64>,
    pub(crate) min_moves: usize,
}

impl Default for SlowPropagation {
    fn default() -> Self {
        Self { postponed: Vec::new(), is_postponed: false, runs: None, min_moves: MIN_MOVES }
    }
}

impl Engine {
    /// Returns the variable with the widest domain of those whose bounds moved most often lately;
    /// `None` if none of them moved often.
    pub(crate) fn slow_var(&self, start: usize) -> Option<Var> {
        let first = start.max(self.trail.len().saturating_sub(MAX_RECENT));
        let mut n_moves: FxHashMap<Var, usize> = FxHashMap::default();
        for position in first..self.trail.len() {
            let atom = self.trail.entry(Position::from_usize(position)).atom;
            if matches!(atom.relation, Relation::AtLeast | Relation::AtMost) {
                *n_moves.entry(atom.var).or_default() += 1;
            }
        }
        let width = |var: Var| self.trail.max(var) - self.trail.min(var);
        let often =
            n_moves.into_iter().filter(|&(var, n)| n >= self.slow.min_moves && width(var) > 0);
        often.map(|(var, _)| var).max_by_key(|&var| (width(var), Reverse(var)))
    }

    /// Empties the queues; the propagators run at the next propagation at this level or above it.
    pub(crate) fn postpone(&mut self) {
        let level = self.trail.level();
        let mut postponed: Vec<PropagatorId> = Vec::new();
        for queue in &mut self.queues {
            postponed.extend(queue.drain(..));
        }
        for &propagator in &postponed {
            self.is_queued[propagator] = false;
        }
        self.slow.is_postponed = true;
        match self.slow.postponed.last_mut() {
            Some((last, list)) if *last == level => list.append(&mut postponed),
            _ => self.slow.postponed.push((level, postponed)),
        }
    }

    /// Puts the postponed propagators into the queue.
    pub(crate) fn enqueue_postponed(&mut self) {
        if !std::mem::take(&mut self.slow.is_postponed) {
            return;
        }
        for at in 0..self.slow.postponed.len() {
            let list = std::mem::take(&mut self.slow.postponed[at].1);
            for &propagator in &list {
                self.changed[propagator].clear();
                self.changed[propagator].extend(0..self.n_places[propagator]);
                self.enqueue(propagator);
            }
            self.slow.postponed[at].1 = list;
        }
    }
}
