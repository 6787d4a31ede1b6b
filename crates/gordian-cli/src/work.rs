//! Long work on a thread of its own, watched by the one that waits for it.
//!
//! The thread has a large stack, so that no input can exhaust it. The watcher draws the progress,
//! and does not wait for ever: what looks at its request to stop too seldom (the compilation of a
//! huge model) is left behind, and the user gets what is known.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use gordian::{Cancel, Limit};

use crate::fault::Fault;
use crate::progress::{Notes, Spinner};

/// Address space, not memory: pages that are never touched cost nothing.
const STACK_BYTES: usize = 256 << 20;
/// How often the watcher looks.
const TICK: Duration = Duration::from_millis(20);
/// How long work may take to stop after Ctrl-C: with a tick before and after it, less than 0.2 s.
const INTERRUPT_GRACE: Duration = Duration::from_millis(100);
/// How long work may take to stop at its time limit. Nobody sits waiting, and the best answer so far
/// is worth more than a second.
const TIME_GRACE: Duration = Duration::from_secs(2);
/// The same for one piece of work among others: whoever writes the answers waits twice as long, so
/// that the answer to this one, that it is undecided, is among them.
const PART_TICK: Duration = Duration::from_millis(10);
const PART_INTERRUPT_GRACE: Duration = Duration::from_millis(40);

/// What became of work.
#[derive(Debug)]
pub(crate) enum Work<T> {
    /// It came to an end.
    Done(T),
    /// It was asked to stop and did not.
    LeftBehind(Limit),
}

/// Does `work` on a thread with a large stack, and waits until it is done or `cancel` asks to stop.
pub(crate) fn watched<T: Send + 'static>(
    cancel: &Cancel,
    notes: &Arc<Notes>,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    wait(cancel, TICK, INTERRUPT_GRACE, &mut || spinner.tick(notes), work)
}

/// As [`watched`], for one piece of work among others, without progress.
pub(crate) fn watched_part<T: Send + 'static>(
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    wait(cancel, PART_TICK, PART_INTERRUPT_GRACE, &mut || {}, work)
}

fn wait<T: Send + 'static>(
    cancel: &Cancel,
    tick: Duration,
    interrupt_grace: Duration,
    each_tick: &mut dyn FnMut(),
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    let (sender, receiver) = channel();
    // Who was left behind finds nobody listening.
    let work = move || drop(sender.send(work()));
    large_thread().spawn(work).map_err(|error| no_thread(&error))?;
    let mut asked: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(tick) {
            Ok(result) => return Ok(Work::Done(result)),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { interrupt_grace } else { TIME_GRACE };
            if asked.get_or_insert_with(Instant::now).elapsed() >= grace {
                return Ok(Work::LeftBehind(limit));
            }
        }
        each_tick();
    }
}

/// Does `work` on a thread of its own while this one draws the progress; returns when it is done.
///
/// It must look at the request to stop by itself.
pub(crate) fn attended<T: Send>(
    notes: &Notes,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Fault> {
    thread::scope(|scope| {
        let (sender, end) = channel::<()>();
        let work = move || {
            let result = work();
            drop(sender);
            result
        };
        let thread = large_thread().spawn_scoped(scope, work).map_err(|error| no_thread(&error))?;
        // Nothing is ever sent: the sender is gone when the work is, also after a panic.
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            spinner.tick(notes);
        }
        thread.join().map_err(|_| panicked())
    })
}

/// Does `work` on a thread with a large stack and waits for its end.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Fault> {
    thread::scope(|scope| {
        let thread = large_thread().spawn_scoped(scope, work).map_err(|error| no_thread(&error))?;
        thread.join().map_err(|_| panicked())
    })
}

fn large_thread() -> thread::Builder {
    thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES)
}

fn no_thread(error: &io::Error) -> Fault {
    Fault::new("io.thread", format!("no thread could be started: {error}"))
}

/// The panic itself was told on standard error by the thread that panicked.
pub(crate) fn panicked() -> Fault {
    Fault::new("internal.panic", "the program contradicted itself and gave up on this input")
        .hint("this is a bug in Gordian: please report it with the input file")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch<T: Send + 'static>(
        cancel: &Cancel,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Work<T>, Fault> {
        watched(cancel, &Arc::new(Notes::new()), &mut Spinner::new("x", true), work)
    }

    #[test]
    fn work_that_does_not_stop_is_left_behind() {
        let cancel = Cancel::new();
        cancel.cancel();
        let (keep, wait) = channel::<()>();
        let work = watch(&cancel, move || wait.recv().is_ok()).unwrap();
        assert!(matches!(work, Work::LeftBehind(Limit::Interrupted)), "{work:?}");
        drop(keep);
    }

    #[test]
    fn a_panic_is_a_fault() {
        let fault = watch(&Cancel::new(), || {
            if std::hint::black_box(true) {
                panic!("as the test wants");
            }
        });
        assert_eq!(fault.unwrap_err().to_json()["code"], "internal.panic");
    }

    #[test]
    fn deep_recursion_is_no_danger() {
        fn deep(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 }
        }
        assert_eq!(on_large_stack(|| deep(200_000)).unwrap(), 200_000);
    }
}
