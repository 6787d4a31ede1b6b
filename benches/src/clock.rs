//! Processor time and wall time of a piece of work, and the median over several runs.

use std::ops::Sub;
use std::time::Instant;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};

/// A cost in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User time.
    pub user: f64,
    /// System time.
    pub system: f64,
    /// Wall time.
    pub wall: f64,
}

impl Cost {
    /// Returns the cost of one of `n` equal pieces of work.
    #[must_use]
    pub fn divided_by(self, n: u32) -> Self {
        let n = f64::from(n);
        Self { user: self.user / n, system: self.system / n, wall: self.wall / n }
    }
}

impl Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            user: self.user - other.user,
            system: self.system - other.system,
            wall: self.wall - other.wall,
        }
    }
}

/// Returns the cost with the median user time of an odd number of costs.
///
/// # Panics
///
/// Panics if `costs` is empty.
#[must_use]
pub fn median(costs: &[Cost]) -> Cost {
    let mut sorted = costs.to_vec();
    sorted.sort_by(|a, b| a.user.total_cmp(&b.user));
    sorted[sorted.len() / 2]
}

/// Returns the least and the greatest user time.
#[must_use]
pub fn range(costs: &[Cost]) -> (f64, f64) {
    let users = costs.iter().map(|cost| cost.user);
    (users.clone().fold(f64::INFINITY, f64::min), users.fold(0.0, f64::max))
}

/// The least duration of a run in seconds: shorter work is repeated, because the kernel separates user and system time by
/// sampling.
pub const LEAST_SECONDS: f64 = 0.2;

/// Returns how many repetitions of work that takes `wall` seconds make a run of `batch` seconds.
#[must_use]
pub fn repetitions(batch: f64, wall: f64) -> u32 {
    (1..1000).find(|&n| f64::from(n) * wall >= batch).unwrap_or(1000)
}

/// Returns the cost that `usage` records, with the wall time since `start`.
pub(crate) fn cost_of_usage(usage: Usage, start: Instant) -> Cost {
    let seconds = |time: TimeVal| {
        std::time::Duration::from_micros(time.num_microseconds().unsigned_abs()).as_secs_f64()
    };
    Cost {
        user: seconds(usage.user_time()),
        system: seconds(usage.system_time()),
        wall: start.elapsed().as_secs_f64(),
    }
}

/// Runs `work` `repetitions` times; returns the mean cost and the last result.
///
/// # Panics
///
/// Panics if the system does not report the resource usage of the process.
pub fn measure<T>(repetitions: u32, mut work: impl FnMut() -> T) -> (Cost, T) {
    let start = Instant::now();
    let now = || {
        let used = getrusage(UsageWho::RUSAGE_SELF).expect("getrusage works for the own process");
        cost_of_usage(used, start)
    };
    let before = now();
    let mut done = work();
    for _ in 1..repetitions {
        done = work();
    }
    ((now() - before).divided_by(repetitions), done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_range_are_by_user_time() {
        let costs = [3.0, 1.0, 2.0].map(|user| Cost { user, system: 0.0, wall: user });
        assert!((median(&costs).user - 2.0).abs() < 1e-9);
        assert_eq!(range(&costs), (1.0, 3.0));
    }

    #[test]
    fn short_runs_are_repeated() {
        assert_eq!(repetitions(0.2, 0.1), 2);
        assert_eq!(repetitions(0.2, 1.0), 1);
        assert_eq!(repetitions(0.2, 0.0), 1000);
    }

    #[test]
    fn measure_returns_the_mean_cost_and_the_last_result() {
        let mut n = 0_u64;
        let (cost, last) = measure(5, || {
            n += 1;
            n
        });
        assert_eq!(last, 5);
        assert!(cost.wall > 0.0 && cost.user >= 0.0 && cost.system >= 0.0);
    }
}
