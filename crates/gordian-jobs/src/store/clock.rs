//! Jumps of the database clock.
//!
//! Leases end by the database clock, which an administrator, a time server or a suspended machine
//! can set forward or back. Workers that run meanwhile renew their leases by the new clock at their
//! next heartbeat. So after a jump, a process claims no expired leases for the duration of a lease.
//! Only then the expired ones are those of workers that are gone.
//!
//! A jump is a change of the difference between the database clock and the monotonic clock of this
//! process. Claims and heartbeats read both: a worker that only renews leases for a while must notice
//! that the clock jumped and came back meanwhile, since others got leases by the wrong time.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::Row as _;

use super::Store;
use crate::JobsError;

/// The minimum size of a jump. Smaller corrections are not noticed; leases are longer.
const MIN_JUMP: Duration = Duration::from_secs(5);

/// What a process knows about the database clock, shared by all clones of a store.
#[derive(Debug, Default)]
pub(crate) struct DatabaseClock {
    state: Mutex<ClockState>,
}

#[derive(Debug, Default)]
struct ClockState {
    last: Option<Reading>,
    last_jump: Option<Instant>,
}

impl DatabaseClock {
    /// Notes what the database clock was in the answer to a query, and returns the last jump.
    pub(crate) fn note(&self, sent: Instant, database_ms: i64) -> Option<Instant> {
        let reading = Reading { sent, received: Instant::now(), database_ms };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last.is_some_and(|last| reading.is_jump_since(&last)) {
            state.last_jump = Some(reading.received);
            tracing::warn!(database_ms, "the clock of the job database has jumped");
        }
        // Of concurrent readings, the later one counts.
        if state.last.is_none_or(|last| last.received <= reading.received) {
            state.last = Some(reading);
        }
        state.last_jump
    }
}

/// The database clock, read between two times of the monotonic clock.
#[derive(Clone, Copy, Debug)]
struct Reading {
    sent: Instant,
    received: Instant,
    database_ms: i64,
}

impl Reading {
    /// Returns whether the clock jumped between an earlier reading and this one.
    fn is_jump_since(&self, earlier: &Self) -> bool {
        // Both bounds count: the process may have been suspended during a reading.
        let shortest = milliseconds(self.sent.saturating_duration_since(earlier.received));
        let longest = milliseconds(self.received.saturating_duration_since(earlier.sent));
        let passed = self.database_ms.saturating_sub(earlier.database_ms);
        let tolerance = milliseconds(MIN_JUMP);
        passed < shortest - tolerance || passed > longest + tolerance
    }
}

/// Converts a duration to milliseconds, saturating at a value that can be added to the clock.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    // The sum with the clock must not overflow.
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX).min(i64::MAX / 4)
}

impl Store {
    /// Reads the database clock, and returns when leases may be ended by it: at no time if it has
    /// jumped within the last `grace` of the monotonic clock.
    pub(crate) async fn read_clock(&self, grace: Duration) -> Result<TrustedTimes, JobsError> {
        let text = self.sql("SELECT @now");
        let sent = Instant::now();
        let row = self.with_timeout(sqlx::query(&text).fetch_one(self.read_pool())).await?;
        let database_ms = row.try_get(0).map_err(|error| self.classify_error(error))?;
        let last_jump = self.clock().note(sent, database_ms);
        let has_jumped = last_jump.is_some_and(|jump| jump.elapsed() < grace);
        Ok(if has_jumped { TrustedTimes::NONE } else { TrustedTimes::around(database_ms) })
    }
}

/// The times of the database clock at which a lease counts as expired, compared in the statement
/// itself: the clock may jump between a reading and the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrustedTimes {
    pub(crate) from_ms: i64,
    pub(crate) to_ms: i64,
}

impl TrustedTimes {
    const NONE: Self = Self { from_ms: 1, to_ms: 0 };

    fn around(database_ms: i64) -> Self {
        let tolerance = milliseconds(MIN_JUMP);
        Self { from_ms: database_ms - tolerance, to_ms: database_ms + tolerance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_distinguished_from_delays() {
        let start = Instant::now();
        let reading = |sent: u64, received: u64, database_ms| Reading {
            sent: start + Duration::from_secs(sent),
            received: start + Duration::from_secs(received),
            database_ms,
        };
        let first = reading(10, 11, 1_000_000);
        let is_jump = |sent, received, database_ms| {
            reading(sent, received, database_ms).is_jump_since(&first)
        };
        assert!(!is_jump(70, 71, 1_060_000));
        assert!(!is_jump(70, 71, 1_064_000) && !is_jump(70, 71, 1_056_000), "small corrections");
        assert!(!is_jump(70, 700, 1_600_000), "suspended before the database read its clock");
        assert!(!is_jump(70, 700, 1_060_000), "suspended after it");
        assert!(is_jump(70, 71, 1_070_000) && is_jump(70, 71, 1_050_000));
        assert!(is_jump(70, 71, 1_000_000 - 3_600_000) && is_jump(70, 71, 4_600_000));
        // Readings that overlap.
        assert!(!reading(10, 12, 1_000_500).is_jump_since(&first));
        assert!(!first.is_jump_since(&reading(10, 12, 1_000_500)));
    }
}
