//! Processor time and wall time of a piece of work, and the run that stands for several.

use std::ops::Sub;
use std::time::Instant;

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};

/// What something took, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Processor time in the program.
    pub user: f64,
    /// Processor time in the system, on the program's behalf.
    pub system: f64,
    /// Time on the clock.
    pub wall: f64,
}

impl Cost {
    /// Returns the share of one of `n` equal pieces of work.
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

/// Returns the median by user time, of an odd number of costs.
///
/// # Panics
///
/// Panics if there is none.
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

/// Returns how often to repeat what lasts `wall` seconds for a run of `batch` seconds.
#[must_use]
pub fn repetitions(batch: f64, wall: f64) -> u32 {
    (1..1000).find(|&n| f64::from(n) * wall >= batch).unwrap_or(1000)
}

/// Returns what processes whose costs `usage` holds have cost until now; `start` is when the clock
/// began.
pub(crate) fn usage(usage: Usage, start: Instant) -> Cost {
    let seconds = |time: TimeVal| {
        std::time::Duration::from_micros(time.num_microseconds().unsigned_abs()).as_secs_f64()
    };
    Cost {
        user: seconds(usage.user_time()),
        system: seconds(usage.system_time()),
        wall: start.elapsed().as_secs_f64(),
    }
}

/// Does something `repetitions` times; returns the mean cost and what it returned last.
///
/// # Panics
///
/// Panics if the system does not tell what the process has used.
pub fn measure<T>(repetitions: u32, mut work: impl FnMut() -> T) -> (Cost, T) {
    let start = Instant::now();
    let now = || {
        let used = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask about itself");
        usage(used, start)
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
    fn one_run_stands_for_several() {
        let costs = [3.0, 1.0, 2.0].map(|user| Cost { user, system: 0.0, wall: user });
        assert!((median(&costs).user - 2.0).abs() < 1e-9);
        assert_eq!(range(&costs), (1.0, 3.0));
    }

    #[test]
    fn what_is_short_is_repeated() {
        assert_eq!(repetitions(0.2, 0.1), 2);
        assert_eq!(repetitions(0.2, 1.0), 1);
        assert_eq!(repetitions(0.2, 0.0), 1000);
    }

    #[test]
    fn work_is_counted_and_its_cost_shared_out() {
        let mut n = 0_u64;
        let (cost, last) = measure(5, || {
            n += 1;
            n
        });
        assert_eq!(last, 5);
        assert!(cost.wall > 0.0 && cost.user >= 0.0 && cost.system >= 0.0);
    }
}
