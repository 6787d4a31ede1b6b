//! When to write a checkpoint.
//!
//! A checkpoint costs the time to write it; no checkpoint costs the work since the last one, if the
//! process is killed. Writing one whenever the work since the last one is worth ten of them keeps
//! the price of safety below a tenth, and a kill never loses more than ten times what a checkpoint
//! costs plus the step that was under way. Short work writes none at all.

use std::time::Duration;

/// How much work must be at stake, in checkpoints.
const WORTH: u32 = 10;

/// What the first checkpoint is assumed to cost: a disk that makes 256 MiB durable in a second, as a
/// slow solid-state disk does. A fast one shows when the first checkpoint is measured.
const ASSUMED_BYTES_PER_SECOND: u64 = 256 << 20;

/// When to write a checkpoint.
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
    /// After every level, whatever it costs: for tests.
    EveryLevel,
    /// When the work since the last one exceeds ten times what a checkpoint costs.
    #[default]
    WhenWorthwhile,
}

impl CheckpointPolicy {
    /// Returns whether to write a checkpoint now.
    ///
    /// `worked` is the time since the last checkpoint was written, or since the work began;
    /// `last_cost` is what the last one took to write, if there was one; `bytes` is the length of the
    /// payload, from which the cost is estimated otherwise (256 MiB a second).
    #[must_use]
    pub fn is_due(self, worked: Duration, last_cost: Option<Duration>, bytes: u64) -> bool {
        match self {
            Self::EveryLevel => true,
            Self::WhenWorthwhile => {
                let cost = last_cost.unwrap_or_else(|| estimate(bytes));
                worked > cost.saturating_mul(WORTH)
            }
        }
    }
}

/// Returns what the first checkpoint probably costs.
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
    fn ten_times_the_measured_cost() {
        check(0, Some(100), 0, false);
        check(1000, Some(100), 0, false);
        check(1001, Some(100), 0, true);
        // What was measured counts, not what was estimated.
        check(1001, Some(100), u64::MAX, true);
        check(9_999_999, Some(1_000_000), 0, false);
    }

    #[test]
    fn ten_times_the_estimate_before_the_first() {
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
