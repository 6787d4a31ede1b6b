//! Progress of long work, told to whoever wants to know.

use std::time::Duration;

/// What long work says of itself while it goes on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProgressEvent {
    /// A new part of the work began.
    Phase {
        /// What is being done, as a lower-case fragment (`proving uniqueness`).
        name: &'static str,
    },
    /// Solutions found so far by counting or enumerating.
    Solutions {
        /// How many.
        n: u64,
    },
    /// The state of an optimisation.
    Bounds {
        /// The best objective found, if any.
        best: Option<i64>,
        /// The proven bound on the objective.
        bound: i64,
    },
    /// A level of an exhaustive enumeration is done.
    Level {
        /// Its number; the start is level 0.
        level: u64,
        /// States seen so far.
        done: u64,
        /// States there are.
        total: u64,
    },
    /// A part of the work is done.
    Part {
        /// Units of the work that are done.
        done: u64,
        /// Units there are.
        total: u64,
    },
    /// Effort so far.
    Effort {
        /// Conflicts of a clause-learning engine, or nodes of a search.
        conflicts: u64,
        /// Wall time since the work began.
        elapsed: Duration,
    },
}

/// Somebody who wants to be told how long work goes on.
///
/// Implementations must be quick: engines call them from their loops.
pub trait Progress: Send + Sync {
    /// Takes note of `event`.
    fn report(&self, event: &ProgressEvent);
}

/// Nobody wants to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _event: &ProgressEvent) {}
}
