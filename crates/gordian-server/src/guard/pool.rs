//! Threads with deep stacks on which questions are computed.
//!
//! The threads live as long as the service: a stack this deep is not made for every question. They
//! are no pool of the data-parallel kind, where a thread that waits takes up another question in
//! the middle of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

type Job = Box<dyn FnOnce() + Send>;

/// The threads. They end when the pool is dropped and their work is done.
#[derive(Debug)]
pub(crate) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// Starts `threads` threads with `stack` bytes of stack each.
    pub(crate) fn new(threads: usize, stack: usize) -> io::Result<Self> {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for index in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("question-{index}"))
                .stack_size(stack)
                .spawn(move || serve(&queue))?;
        }
        Ok(Self { jobs })
    }

    /// Runs `job` on the next free thread. A job catches its own panics.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) {
        // The threads hold the receiver for as long as this sender lives.
        let sent = self.jobs.send(Box::new(job));
        debug_assert!(sent.is_ok(), "a thread of the pool ended");
    }
}

fn serve(queue: &Mutex<Receiver<Job>>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        job();
    }
}

/// Runs `work` and returns its result, or what it panicked with, as text.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What the work held is dropped with it, and shared state is behind locks that are taken again
    // when poisoned; so nothing half-changed is seen.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panic_text(&*payload))
}

/// Returns the message of a panic.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".to_owned())
}

/// Returns the processor time that this thread has used.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Returns the time that has passed, where the system does not tell the processor time of a thread
/// in a portable way.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
