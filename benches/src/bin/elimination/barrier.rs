//! A spinning barrier for short waits.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Spins before a waiting thread yields its processor: with more threads than processors, threads
/// must not wait for each other's time slices.
const SPIN_LIMIT: u32 = 1 << 14;

/// A barrier at which threads spin until all have arrived.
///
/// Writes of a thread before `wait` are visible to all threads after it.
#[derive(Debug)]
pub(crate) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    /// The number of completed rounds.
    round: AtomicUsize,
}

impl Barrier {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0) }
    }

    /// Waits until all threads have arrived.
    pub(crate) fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        // The round cannot end before this thread has arrived, so it may be read first.
        let round = self.round.load(Ordering::Relaxed);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round + 1, Ordering::Release);
            return;
        }
        let mut spins = 0;
        while self.round.load(Ordering::Acquire) == round {
            spins += 1;
            if spins < SPIN_LIMIT {
                hint::spin_loop();
            } else {
                thread::yield_now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_thread_leaves_before_all_arrive() {
        const THREADS: usize = 3;
        const ROUNDS: usize = 200;
        let (barrier, arrived) = (Barrier::new(THREADS), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for round in 1..=ROUNDS {
                        arrived.fetch_add(1, Ordering::Relaxed);
                        barrier.wait();
                        assert_eq!(arrived.load(Ordering::Relaxed), THREADS * round);
                        barrier.wait();
                    }
                });
            }
        });
    }
}
