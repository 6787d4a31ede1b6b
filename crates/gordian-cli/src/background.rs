//! Long work on a background thread, and Ctrl-C.
//!
//! The background thread has a large stack, so that deep recursion cannot exhaust it. The main thread
//! draws the progress. It does not wait indefinitely: work that checks for cancellation too rarely (such
//! as the compilation of a huge model) is abandoned, and the results so far are shown.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use gordian::{Cancel, Limit};

use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{ProgressTracker, Spinner};

/// The stack size in bytes. It is address space: pages that are never touched use no memory.
const STACK_BYTES: usize = 256 << 20;
/// The interval at which the main thread checks for cancellation and draws the progress.
const TICK: Duration = Duration::from_millis(20);
/// The time that work has to stop after Ctrl-C: less than 0.2 s including a tick before and after it.
const CTRL_C_GRACE: Duration = Duration::from_millis(100);
/// The time that work has to stop at its time limit. It is longer than after Ctrl-C, because the best
/// answer so far is worth the wait.
const TIME_LIMIT_GRACE: Duration = Duration::from_secs(2);

/// How background work ended.
#[derive(Debug)]
pub(crate) enum BackgroundResult<T> {
    /// It finished.
    Done(T),
    /// It did not stop in time when this limit was reached.
    Abandoned(Limit),
}

/// What background work reports to the main thread.
#[derive(Debug)]
pub(crate) enum WatchEvent<S> {
    /// The work produced an item.
    Item(S),
    /// [`TICK`] passed without an item.
    Tick,
}

/// A message from the background thread to the main thread.
enum Message<S, T> {
    Item(S),
    Done(T),
}

/// The capacity of the queue of items; the work blocks while it is full.
const QUEUE_LEN: usize = 256;

/// Runs `work` on a thread with a large stack until it finishes or is cancelled.
pub(crate) fn run_in_background<T: Send + 'static>(
    cancel: &Cancel,
    progress: &Arc<ProgressTracker>,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<BackgroundResult<T>, Fault> {
    let mut on_event = |_: WatchEvent<()>| {
        spinner.tick(progress);
        ControlFlow::Continue(())
    };
    watch_thread(cancel, &mut on_event, |_| work())
}

/// Runs `work` as [`run_in_background`] does, and passes each item that it produces to `on_event`, in order,
/// on the calling thread.
///
/// If `on_event` breaks, the work is abandoned. The work blocks while the queue of items is full, so the
/// items take little memory.
pub(crate) fn stream_from_background<S: Send + 'static, T: Send + 'static>(
    cancel: &Cancel,
    on_event: &mut dyn FnMut(WatchEvent<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> Result<BackgroundResult<T>, Fault> {
    watch_thread(cancel, on_event, work)
}

fn watch_thread<S: Send + 'static, T: Send + 'static>(
    cancel: &Cancel,
    on_event: &mut dyn FnMut(WatchEvent<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> Result<BackgroundResult<T>, Fault> {
    let (sender, receiver) = sync_channel(QUEUE_LEN);
    // The receiver is gone if the work was abandoned; sending fails silently then.
    let work = move || {
        let items = sender.clone();
        let done = work(&mut |item| drop(items.send(Message::Item(item))));
        drop(sender.send(Message::Done(done)));
    };
    large_thread().spawn(work).map_err(|error| thread_fault(&error))?;
    let mut stop_requested: Option<Instant> = None;
    loop {
        let next = match receiver.recv_timeout(TICK) {
            Ok(Message::Done(result)) => return Ok(BackgroundResult::Done(result)),
            Ok(Message::Item(item)) => WatchEvent::Item(item),
            Err(RecvTimeoutError::Disconnected) => return Err(panic_fault()),
            Err(RecvTimeoutError::Timeout) => WatchEvent::Tick,
        };
        if on_event(next).is_break() {
            return Ok(BackgroundResult::Abandoned(Limit::Interrupted));
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { CTRL_C_GRACE } else { TIME_LIMIT_GRACE };
            if stop_requested.get_or_insert_with(Instant::now).elapsed() >= grace {
                return Ok(BackgroundResult::Abandoned(limit));
            }
        }
    }
}

/// Runs `work` on a thread with a large stack while the calling thread draws the progress, and waits until
/// it finishes.
///
/// `work` must check for cancellation itself.
pub(crate) fn run_with_spinner<T: Send>(
    progress: &ProgressTracker,
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
        let thread =
            large_thread().spawn_scoped(scope, work).map_err(|error| thread_fault(&error))?;
        // Nothing is sent: the sender is dropped when the work ends, also by a panic.
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            spinner.tick(progress);
        }
        thread.join().map_err(|_| panic_fault())
    })
}

/// Runs `work` on a thread with a large stack and waits until it finishes.
pub(crate) fn run_on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Fault> {
    thread::scope(|scope| {
        let thread =
            large_thread().spawn_scoped(scope, work).map_err(|error| thread_fault(&error))?;
        thread.join().map_err(|_| panic_fault())
    })
}

fn large_thread() -> thread::Builder {
    thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES)
}

pub(crate) fn thread_fault(error: &io::Error) -> Fault {
    Fault::new("io.thread", format!("cannot start a thread: {error}"))
}

/// Returns the fault of a panic; the thread that panicked has already printed the message.
pub(crate) fn panic_fault() -> Fault {
    Fault::new("internal.panic", "internal error: the program panicked on this input")
        .hint("this is a bug in Gordian; please report it with the input file")
}

/// Installs the Ctrl-C handler and returns the token that it cancels. A second Ctrl-C ends the process.
///
/// It may be called once per process.
pub(crate) fn cancel_on_ctrl_c() -> Result<Cancel, Fault> {
    let cancel = Cancel::new();
    let handler_cancel = cancel.clone();
    let handler = move || {
        if handler_cancel.stopped() == Some(Limit::Interrupted) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        handler_cancel.cancel();
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Fault::new("io.signals", format!("cannot handle Ctrl-C: {error}")))?;
    Ok(cancel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_quietly<T: Send + 'static>(
        cancel: &Cancel,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<BackgroundResult<T>, Fault> {
        run_in_background(
            cancel,
            &Arc::new(ProgressTracker::new()),
            &mut Spinner::new("x", true),
            work,
        )
    }

    #[test]
    fn work_that_does_not_stop_is_abandoned() {
        let cancel = Cancel::new();
        cancel.cancel();
        let (keep, wait) = channel::<()>();
        let work = run_quietly(&cancel, move || wait.recv().is_ok()).unwrap();
        assert!(matches!(work, BackgroundResult::Abandoned(Limit::Interrupted)), "{work:?}");
        drop(keep);
    }

    #[test]
    fn items_are_received_while_the_work_runs() {
        let (go_on, wait) = channel::<()>();
        let mut seen = Vec::new();
        let mut on_event = |on_event| {
            if let WatchEvent::Item(item) = on_event {
                seen.push(item);
                // The work waits for this after each item, so it cannot have finished.
                go_on.send(()).unwrap();
            }
            ControlFlow::Continue(())
        };
        let work = stream_from_background(&Cancel::new(), &mut on_event, move |each| {
            for item in 0..1000 {
                each(item);
                wait.recv().unwrap();
            }
            "done"
        });
        assert!(matches!(work, Ok(BackgroundResult::Done("done"))), "{work:?}");
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn endless_items_can_be_stopped_and_cancelled() {
        let endless = |each: &mut (dyn FnMut(u64) + Send)| (0..u64::MAX).for_each(each);
        let mut n = 0;
        let mut on_event = |_| {
            n += 1;
            if n == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = stream_from_background(&Cancel::new(), &mut on_event, endless).unwrap();
        assert!(matches!(work, BackgroundResult::Abandoned(_)), "{work:?}");
        assert_eq!(n, 10);
        let cancel = Cancel::new();
        cancel.cancel();
        let mut on_event = |_| ControlFlow::Continue(());
        let work = stream_from_background(&cancel, &mut on_event, endless).unwrap();
        assert!(matches!(work, BackgroundResult::Abandoned(Limit::Interrupted)), "{work:?}");
    }

    #[test]
    fn panic_becomes_a_fault() {
        let fault = run_quietly(&Cancel::new(), || {
            if std::hint::black_box(true) {
                panic!("expected by the test");
            }
        });
        assert_eq!(fault.unwrap_err().to_json()["code"], "internal.panic");
    }

    #[test]
    fn deep_recursion_does_not_overflow_the_stack() {
        fn deep(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 }
        }
        assert_eq!(run_on_large_stack(|| deep(200_000)).unwrap(), 200_000);
    }
}
