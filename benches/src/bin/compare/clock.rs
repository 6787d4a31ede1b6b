//! Processor time and wall time of a piece of work.

use std::ops::Sub;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What something took, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Processor time in the program.
    pub(crate) user: f64,
    /// Processor time in the system, on the program's behalf.
    pub(crate) system: f64,
    /// Time on the clock.
    pub(crate) wall: f64,
}

impl Cost {
    pub(crate) fn divided_by(self, n: u32) -> Self {
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

/// Does something `repetitions` times; returns the mean cost and what it returned last.
pub(crate) fn measure<T>(repetitions: u32, mut work: impl FnMut() -> T) -> (Cost, T) {
    let start = Instant::now();
    let now = || {
        let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask about itself");
        let [user, system] = [usage.user_time(), usage.system_time()]
            .map(|time| std::time::Duration::from_micros(time.num_microseconds().unsigned_abs()));
        Cost {
            user: user.as_secs_f64(),
            system: system.as_secs_f64(),
            wall: start.elapsed().as_secs_f64(),
        }
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
