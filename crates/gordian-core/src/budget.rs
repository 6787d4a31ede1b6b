//! The limits of building something large: cancellation, time and memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::{Cancel, Limit};

/// The cancel flag and the clock are checked once per this many events, which take from a few
/// nanoseconds to a millisecond each.
const CHECK_INTERVAL: u64 = 64;

/// A budget of time and memory for building something large, such as a model or a formula.
///
/// Everything that is built is charged to the budget by the one place that adds it. The budget is
/// *sticky*: once a limit is reached, it stays exhausted, whatever is charged or freed later.
/// Builders then add nothing more, which costs next to nothing, long loops end, and the phase of
/// work returns the limit as a value. What was built is incomplete and must be dropped.
///
/// A structure holds a handle of its own ([`Budget::share`]): when the handle is dropped together
/// with it, its memory is returned. The work is done by one thread; the counters are atomic only to
/// make the type [`Send`].
///
/// # Example
///
/// ```
/// use gordian_core::{Budget, Cancel, Limit};
///
/// /// Returns the squares of the first numbers.
/// fn squares(n: u64, budget: &Budget) -> Result<Vec<u64>, Limit> {
///     let mut list = Vec::new();
///     for number in 0..n {
///         if !budget.charge(1) {
///             break;
///         }
///         list.push(number * number);
///     }
///     budget.result()?;
///     Ok(list)
/// }
///
/// let budget = Budget::new(&Cancel::new(), Some(100));
/// assert_eq!(squares(3, &budget), Ok(vec![0, 1, 4]));
/// assert_eq!(squares(1_000_000, &budget), Err(Limit::Memory));
/// // It stays exhausted.
/// assert_eq!(squares(3, &budget), Err(Limit::Memory));
/// ```
#[derive(Debug)]
pub struct Budget {
    shared: Arc<Shared>,
    /// Units taken by this handle.
    taken: AtomicU64,
}

/// What all handles of a budget share.
#[derive(Debug)]
struct Shared {
    cancel: Cancel,
    max_units: u64,
    /// Units taken by all handles.
    taken: AtomicU64,
    /// Whether `limit` is set; one relaxed load for inner loops.
    is_exhausted: AtomicBool,
    limit: OnceLock<Limit>,
    n_events: AtomicU64,
    n_late_events: AtomicU64,
}

/// Adds to a counter that one thread changes.
#[inline]
fn add(counter: &AtomicU64, n: u64) -> u64 {
    let sum = counter.load(Ordering::Relaxed).saturating_add(n);
    counter.store(sum, Ordering::Relaxed);
    sum
}

impl Budget {
    /// Returns a budget of `max_units` units of memory; `None` for no limit. What a unit is, a byte
    /// or a literal, is up to the caller.
    #[must_use]
    pub fn new(cancel: &Cancel, max_units: Option<u64>) -> Self {
        let shared = Shared {
            cancel: cancel.clone(),
            max_units: max_units.unwrap_or(u64::MAX),
            taken: AtomicU64::new(0),
            is_exhausted: AtomicBool::new(false),
            limit: OnceLock::new(),
            n_events: AtomicU64::new(0),
            n_late_events: AtomicU64::new(0),
        };
        Self { shared: Arc::new(shared), taken: AtomicU64::new(0) }
    }

    /// Returns a budget without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(&Cancel::new(), None)
    }

    /// Returns another handle to the same budget, for another structure in memory.
    #[must_use]
    pub fn share(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), taken: AtomicU64::new(0) }
    }

    /// Counts an event, and returns whether the work goes on: no limit was reached. Cheap enough
    /// for inner loops.
    #[inline]
    pub fn check(&self) -> bool {
        if self.is_exhausted() {
            add(&self.shared.n_late_events, 1);
            return false;
        }
        !add(&self.shared.n_events, 1).is_multiple_of(CHECK_INTERVAL) || self.poll()
    }

    /// Returns whether the work goes on, by the cancel flag and the clock.
    #[cold]
    fn poll(&self) -> bool {
        match self.shared.cancel.stopped() {
            Some(limit) => {
                self.exhaust(limit);
                false
            }
            None => true,
        }
    }

    /// Takes this number of units of memory, and returns whether the work goes on. Takes nothing if
    /// too few remain, or if the budget is exhausted.
    #[inline]
    pub fn charge(&self, n_units: usize) -> bool {
        if self.is_exhausted() {
            return false;
        }
        let n_units = n_units as u64;
        let taken = self.shared.taken.load(Ordering::Relaxed).saturating_add(n_units);
        if taken > self.shared.max_units {
            self.exhaust(Limit::Memory);
            return false;
        }
        self.shared.taken.store(taken, Ordering::Relaxed);
        add(&self.taken, n_units);
        true
    }

    /// Ends the work for another reason, as if a limit was reached.
    #[cold]
    pub fn exhaust(&self, limit: Limit) {
        // The first limit remains.
        self.shared.limit.get_or_init(|| limit);
        self.shared.is_exhausted.store(true, Ordering::Relaxed);
    }

    /// Returns whether a limit was reached.
    #[inline]
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.shared.is_exhausted.load(Ordering::Relaxed)
    }

    /// Returns the result of the work so far.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached first, if any.
    pub fn result(&self) -> Result<(), Limit> {
        self.shared.limit.get().map_or(Ok(()), |&limit| Err(limit))
    }

    /// Returns the units that are taken by all handles.
    #[must_use]
    pub fn n_units(&self) -> u64 {
        self.shared.taken.load(Ordering::Relaxed)
    }

    /// Returns the number of events until a limit was reached: a measure of the work that does not
    /// depend on the machine.
    #[must_use]
    pub fn n_events(&self) -> u64 {
        self.shared.n_events.load(Ordering::Relaxed)
    }

    /// Returns the number of events after a limit was reached: how much the builders did that had
    /// no effect.
    #[must_use]
    pub fn n_late_events(&self) -> u64 {
        self.shared.n_late_events.load(Ordering::Relaxed)
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        let own = self.taken.load(Ordering::Relaxed);
        let taken = self.shared.taken.load(Ordering::Relaxed).saturating_sub(own);
        self.shared.taken.store(taken, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exhausted_budget_stays_exhausted() {
        let budget = Budget::new(&Cancel::new(), Some(10));
        let part = budget.share();
        assert!(part.charge(8) && budget.charge(2) && !part.charge(1));
        assert_eq!((budget.n_units(), budget.result()), (10, Err(Limit::Memory)));
        drop(part);
        assert_eq!(budget.n_units(), 2);
        assert!(!budget.charge(0) && !budget.check());
        assert_eq!((budget.n_units(), budget.n_events(), budget.n_late_events()), (2, 0, 1));
        budget.exhaust(Limit::Time);
        assert_eq!(budget.result(), Err(Limit::Memory));
    }

    #[test]
    fn memory_is_returned_with_its_structure() {
        let budget = Budget::new(&Cancel::new(), Some(10));
        for _ in 0..3 {
            assert!(budget.share().charge(10));
        }
        assert_eq!((budget.n_units(), budget.result()), (0, Ok(())));
    }

    #[test]
    fn cancellation_is_noticed_after_few_events() {
        let cancel = Cancel::new();
        let budget = Budget::new(&cancel, None);
        assert!((0..1000).all(|_| budget.check()));
        cancel.cancel();
        let n_more = (0..1000).filter(|_| budget.check()).count();
        assert!(n_more < 64, "{n_more} events");
        assert_eq!(budget.result(), Err(Limit::Interrupted));
        assert!(budget.n_events() <= 1064);
    }
}
