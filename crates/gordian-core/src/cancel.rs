//! Cooperative cancellation: a shared flag and an optional deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Instant, Limit};

/// A cancellation token that long-running work polls.
///
/// Clones share the flag. A deadline belongs to the clone on which it was set
/// ([`Cancel::with_deadline`]) and to clones of that clone, so a part of the work can have less
/// time than the whole.
///
/// Cost of a poll: one relaxed atomic load, plus one clock read if there is a deadline.
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
    /// Returns a token that is not cancelled and has no deadline.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a clone that stops at `deadline`, or at its current deadline if that is earlier.
    #[must_use]
    pub fn with_deadline(&self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |own| own.min(deadline));
        Self { flag: Arc::clone(&self.flag), deadline: Some(deadline) }
    }

    /// Returns a clone that stops when `limit` has passed from now.
    ///
    /// A limit that the clock cannot represent sets no deadline.
    #[must_use]
    pub fn with_time_limit(&self, limit: Duration) -> Self {
        match Instant::now().checked_add(limit) {
            Some(deadline) => self.with_deadline(deadline),
            None => self.clone(),
        }
    }

    /// Returns a clone with the time limit, if there is one, as [`Cancel::with_time_limit`] does.
    #[must_use]
    pub fn within(&self, limit: Option<Duration>) -> Self {
        limit.map_or_else(|| self.clone(), |limit| self.with_time_limit(limit))
    }

    /// Returns the time until the deadline, zero after it; `None` if there is no deadline.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Cancels this token and all its clones.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns the reason to stop, or `None` if the work can continue.
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

    /// Returns whether the work must stop, for any reason.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadline_of_a_clone_does_not_stop_the_parent() {
        let parent = Cancel::new();
        let child = parent.with_time_limit(Duration::ZERO);
        assert_eq!(child.stopped(), Some(Limit::Time));
        assert_eq!(parent.stopped(), None);
        assert_eq!(child.with_time_limit(Duration::from_secs(60)).stopped(), Some(Limit::Time));
        assert_eq!((parent.remaining(), child.remaining()), (None, Some(Duration::ZERO)));
        let hour = Duration::from_secs(3600);
        assert!(
            parent.with_time_limit(hour).remaining().is_some_and(|it| it <= hour && it > hour / 2)
        );
    }

    #[test]
    fn without_a_limit_the_own_deadline_remains() {
        let cancel = Cancel::new();
        assert_eq!(cancel.within(None).stopped(), None);
        let late = cancel.within(Some(Duration::ZERO));
        assert_eq!(late.stopped(), Some(Limit::Time));
        assert_eq!(late.within(None).stopped(), Some(Limit::Time));
    }

    #[test]
    fn time_limit_beyond_the_clock_sets_no_deadline() {
        assert_eq!(Cancel::new().with_time_limit(Duration::MAX).stopped(), None);
    }
}
