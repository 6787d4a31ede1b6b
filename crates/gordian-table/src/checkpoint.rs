//! The policy for writing checkpoints.
//!
//! A checkpoint costs the time to write it; without one, a kill loses the work since the last one.
//! Writing a checkpoint whenever the work since the last one exceeds ten times its cost limits the
//! overhead to a tenth, and a kill loses at most ten times the cost of a checkpoint plus the
//! current step. Short work writes no checkpoint.

use std::time::Duration;

/// The minimal ratio of the work since the last checkpoint to the cost of a checkpoint.
const MIN_COST_RATIO: u32 = 10;

/// The assumed write rate for the first checkpoint, that of a slow solid-state disk. Later
/// checkpoints use the measured cost.
const ASSUMED_BYTES_PER_SECOND: u64 = 256 << 20;

/// The policy for writing checkpoints.
///
/// # Example
///
/// ```
/// use std::time::Duration;
/// use gordian_table::CheckpointPolicy;
///
/// let rule = CheckpointPolicy::WhenWorthwhile;
/// let cost = Some(Duration::from_secs(3));
/// assert!(!rule.is_due(Duration::from_secs(30), cost, 0));
/// assert!(rule.is_due(Duration::from_secs(31), cost, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckpointPolicy {
    /// After every level, for tests.
    EveryLevel,
    /// If the work since the last checkpoint exceeds ten times its cost.
    #[default]
    WhenWorthwhile,
}

impl CheckpointPolicy {
    /// Returns whether to write a checkpoint now.
    ///
    /// `worked` is the time since the last checkpoint, or since the start; `last_cost` is the time
    /// to write the last checkpoint, if any; otherwise the cost is estimated from the payload
    /// length `bytes` (256 MiB per second).
    #[must_use]
    pub fn is_due(self, worked: Duration, last_cost: Option<Duration>, bytes: u64) -> bool {
        match self {
            Self::EveryLevel => true,
            Self::WhenWorthwhile => {
                let cost = last_cost.unwrap_or_else(|| estimate(bytes));
                worked > cost.saturating_mul(MIN_COST_RATIO)
            }
        }
    }
}

/// Returns the estimated cost of the first checkpoint.
fn estimate(bytes: u64) -> Duration {
    let milliseconds = u128::from(bytes) * 1000 / u128::from(ASSUMED_BYTES_PER_SECOND);
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn check(worked_ms: u64, last_cost_ms: Option<u64>, bytes: u64, due: bool) {
        let worked = Duration::from_millis(worked_ms);
        let last_cost = last_cost_ms.map(Duration::from_millis);
        assert_eq!(CheckpointPolicy::WhenWorthwhile.is_due(worked, last_cost, bytes), due);
        assert!(CheckpointPolicy::EveryLevel.is_due(worked, last_cost, bytes));
    }

    #[test]
    fn checkpoint_is_due_after_ten_times_the_measured_cost() {
        check(0, Some(100), 0, false);
        check(1000, Some(100), 0, false);
        check(1001, Some(100), 0, true);
        // The measured cost takes precedence over the estimate.
        check(1001, Some(100), u64::MAX, true);
        check(9_999_999, Some(1_000_000), 0, false);
    }

    #[test]
    fn first_checkpoint_is_due_after_ten_times_the_estimate() {
        check(5000, None, 128 * MIB, false);
        check(5001, None, 128 * MIB, true);
        check(1, None, 0, true);
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        check(u64::MAX, Some(u64::MAX), 0, false);
        check(u64::MAX / 2, None, u64::MAX, true);
        let rule = CheckpointPolicy::WhenWorthwhile;
        assert!(!rule.is_due(Duration::MAX, Some(Duration::MAX), u64::MAX));
    }
}
