//! Computing threads with deep stacks.
//!
//! The threads live as long as the service, so that such a deep stack is not allocated for each
//! request. They are not a work-stealing pool, in which a waiting thread starts another task in the
//! middle of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

type Task = Box<dyn FnOnce() + Send>;

/// The threads. They end when the pool is dropped and their tasks are done.
#[derive(Debug)]
pub(crate) struct ThreadPool {
    tasks: Sender<Task>,
}

impl ThreadPool {
    /// Starts `threads` threads with `stack` bytes of stack each.
    pub(crate) fn new(threads: usize, stack: usize) -> io::Result<Self> {
        let (tasks, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for index in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("compute-{index}"))
                .stack_size(stack)
                .spawn(move || run_tasks(&queue))?;
        }
        Ok(Self { tasks })
    }

    /// Runs `task` on the next free thread. A task catches its own panics.
    pub(crate) fn run(&self, task: impl FnOnce() + Send + 'static) {
        // The threads hold the receiver as long as this sender lives.
        let sent = self.tasks.send(Box::new(task));
        debug_assert!(sent.is_ok(), "a thread of the pool ended");
    }
}

fn run_tasks(queue: &Mutex<Receiver<Task>>) {
    loop {
        let task = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        task();
    }
}

/// Runs `work` and returns its result, or the message of its panic.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // The values that the work owned are dropped, and shared state is behind locks that recover
    // from poisoning, so no inconsistent state is visible.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panic_message(&*payload))
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".to_owned())
}

/// Returns the processor time used by this thread.
#[cfg(unix)]
pub(crate) fn thread_cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Returns the elapsed time: this platform has no portable way to read the processor time of a
/// thread.
#[cfg(not(unix))]
pub(crate) fn thread_cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
