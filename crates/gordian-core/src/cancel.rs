//! Cooperative cancellation: one flag and one deadline, shared by everybody who works on an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Limit;

/// A request to stop that long work looks at from time to time.
///
/// Clones share the flag. A deadline belongs to the clone it was given to
/// ([`Cancel::with_deadline`]) and to the clones made from that one, so that a part of the work can
/// have less time than the whole.
///
/// Cost: one relaxed atomic load to ask, plus one clock read where there is a deadline.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, Limit};
///
/// let cancel = Cancel::new();
/// assert_eq!(cancel.stopped(), None);
/// cancel.clone().cancel();
/// assert_eq!(cancel.stopped(), Some(Limit::Interrupted));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Cancel {
    /// Returns a request that nobody has made yet, without a deadline.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a clone that also stops at `deadline`, or at its own if that is earlier.
    #[must_use]
    pub fn with_deadline(&self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |own| own.min(deadline));
        Self { flag: Arc::clone(&self.flag), deadline: Some(deadline) }
    }

    /// Returns a clone that also stops `limit` from now.
    ///
    /// A limit too long for the clock to express is no limit.
    #[must_use]
    pub fn with_time_limit(&self, limit: Duration) -> Self {
        match Instant::now().checked_add(limit) {
            Some(deadline) => self.with_deadline(deadline),
            None => self.clone(),
        }
    }

    /// Asks everybody who holds a clone to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns why to stop, or `None` to go on.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        if self.flag.load(Ordering::Relaxed) {
            return Some(Limit::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Limit::Time),
            _ => None,
        }
    }

    /// Returns whether to stop, whatever the reason.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_do_not_reach_the_parent() {
        let parent = Cancel::new();
        let child = parent.with_time_limit(Duration::ZERO);
        assert_eq!(child.stopped(), Some(Limit::Time));
        assert_eq!(parent.stopped(), None);
        assert_eq!(child.with_time_limit(Duration::from_secs(60)).stopped(), Some(Limit::Time));
    }

    #[test]
    fn endless_limits_are_no_limit() {
        assert_eq!(Cancel::new().with_time_limit(Duration::MAX).stopped(), None);
    }
}
