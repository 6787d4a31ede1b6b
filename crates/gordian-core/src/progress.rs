//! Progress events of long-running work.

use std::time::Duration;

/// A progress event of long-running work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A new phase of the work began.
    Phase {
        /// The name of the phase, as a lower-case fragment (`proving uniqueness`).
        name: &'static str,
    },
    /// The number of solutions found so far by counting or enumeration.
    Solutions {
        /// The number of solutions.
        n: u64,
    },
    /// The bounds of an optimisation.
    Bounds {
        /// The best objective value found, if any.
        best: Option<i64>,
        /// The proved bound on the objective value.
        bound: i64,
    },
    /// A level of a breadth-first enumeration is complete.
    Level {
        /// The number of the level; the start is level 0.
        level: u64,
        /// The number of states seen so far.
        done: u64,
        /// The total number of states.
        total: u64,
    },
    /// A part of the work is complete.
    Part {
        /// The number of completed units.
        done: u64,
        /// The total number of units.
        total: u64,
    },
    /// The effort so far.
    Effort {
        /// Conflicts of a clause-learning solver, or nodes of a search tree.
        conflicts: u64,
        /// The wall time since the work began.
        elapsed: Duration,
    },
}

/// A receiver of progress events.
///
/// Implementations must be fast, because solvers call them from their loops.
pub trait Progress: Send + Sync {
    /// Receives `event`.
    fn report(&self, event: &ProgressEvent);
}

/// A receiver that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _event: &ProgressEvent) {}
}
