//! A barrier for threads that never wait long.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Looks at the counter before a thread that waits gives its processor away: more threads than
/// processors must not wait for each other's time slices.
const LOOKS: u32 = 1 << 14;

/// A place where threads wait until all have come, by looking again and again.
///
/// What a thread wrote before it came is seen by all after they have left.
#[derive(Debug)]
pub(crate) struct Barrier {
    threads: usize,
    come: AtomicUsize,
    /// How often all had come.
    round: AtomicUsize,
}

impl Barrier {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, come: AtomicUsize::new(0), round: AtomicUsize::new(0) }
    }

    /// Waits until all threads are here.
    pub(crate) fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        // Nobody can end this round before this thread has come: reading first is safe.
        let round = self.round.load(Ordering::Relaxed);
        if self.come.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.come.store(0, Ordering::Relaxed);
            self.round.store(round + 1, Ordering::Release);
            return;
        }
        let mut looks = 0;
        while self.round.load(Ordering::Acquire) == round {
            looks += 1;
            if looks < LOOKS {
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
    fn nobody_leaves_before_all_have_come() {
        const THREADS: usize = 3;
        const ROUNDS: usize = 200;
        let (barrier, come) = (Barrier::new(THREADS), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for round in 1..=ROUNDS {
                        come.fetch_add(1, Ordering::Relaxed);
                        barrier.wait();
                        assert_eq!(come.load(Ordering::Relaxed), THREADS * round);
                        barrier.wait();
                    }
                });
            }
        });
    }
}
