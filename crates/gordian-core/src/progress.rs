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

/// Returns the gap between the best objective and the proven bound: their difference divided by the
/// magnitude of the objective, or by 1 if that is 0. It is 0 if the objective is optimal.
///
/// # Example
///
/// ```
/// assert_eq!(gordian_core::relative_gap(-80, -100), 0.25);
/// assert_eq!(gordian_core::relative_gap(7, 7), 0.0);
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a ratio needs few digits")]
pub fn relative_gap(objective: i64, bound: i64) -> f64 {
    objective.abs_diff(bound) as f64 / objective.unsigned_abs().max(1) as f64
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
