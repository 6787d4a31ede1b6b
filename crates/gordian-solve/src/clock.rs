//! The time that answers take.

#[cfg(not(target_family = "wasm"))]
use cpu_time::ThreadTime;
use gordian_core::Instant;
/// WebAssembly has no CPU time: the thread computes all the time.
#[cfg(target_family = "wasm")]
use gordian_core::Instant as ThreadTime;

use crate::Seconds;

/// Measures the time of an answer. One process may answer several at once, so the CPU time is that
/// of the thread that answers.
#[derive(Debug)]
pub struct Clock {
    wall: Instant,
    cpu: ThreadTime,
}

impl Clock {
    /// Starts to measure.
    #[must_use]
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: ThreadTime::now() }
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn seconds(&self) -> Seconds {
        let (cpu, wall) = (self.cpu.elapsed(), self.wall.elapsed());
        Seconds { cpu: cpu.as_secs_f64(), wall: wall.as_secs_f64() }
    }
}
