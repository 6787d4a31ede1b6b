//! Long work on threads with a large stack, which is abandoned if it does not stop in time.
//!
//! Where no threads can be started ([`threads::CAN_SPAWN`]), the work runs on the calling thread: it
//! is not abandoned, and its items are passed on when it has ended.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::{Cancel, Instant, Limit, threads};

/// The stack size in bytes, so that deep recursion cannot exhaust it. It is address space: pages
/// that are never touched use no memory.
const STACK_BYTES: usize = 256 << 20;
/// The interval at which the calling thread checks for cancellation.
const TICK: Duration = Duration::from_millis(10);
/// The time that work has to stop at its time limit. It is longer than after a cancellation,
/// because the best answer so far is worth the wait; a program must end within a second of its
/// limit.
const TIME_LIMIT_GRACE: Duration = Duration::from_millis(800);
/// The capacity of the queue of items; the work blocks while it is full.
const QUEUE_LEN: usize = 256;

/// How background work ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackgroundResult<T> {
    /// It finished.
    Done(T),
    /// It did not stop in time when this limit was reached.
    Abandoned(Limit),
}

/// What background work reports to the calling thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent<S> {
    /// The work produced an item.
    Item(S),
    /// 10 ms passed without an item.
    Tick,
}

/// Why background work has no result.
#[derive(Debug)]
pub enum BackgroundError {
    /// The thread cannot be started.
    Spawn(io::Error),
    /// The work panicked; the panic hook has already printed the message.
    Panicked,
}

impl BackgroundError {
    /// Returns the stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Spawn(_) => "io.thread",
            Self::Panicked => "internal.panic",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Spawn(_) => None,
            Self::Panicked => {
                Some("this is a bug in Gordian; please report it with the input file")
            }
        }
    }
}

impl fmt::Display for BackgroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn(error) => write!(f, "cannot start a thread: {error}"),
            Self::Panicked => f.write_str("internal error: the program panicked on this input"),
        }
    }
}

impl std::error::Error for BackgroundError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spawn(error) => Some(error),
            Self::Panicked => None,
        }
    }
}

/// A message from the background thread to the calling thread.
enum Message<S, T> {
    Item(S),
    Done(T),
}

/// Runs `work` on a thread with a large stack until it finishes, and passes each item that it
/// produces to `on_event`, in order, on the calling thread.
///
/// When `cancel` is stopped and the work does not end within `cancel_grace` (0.8 s at a time
/// limit), or if `on_event` breaks, the work is abandoned: some work, such as the compilation of a
/// huge model, checks for cancellation too rarely. The work blocks while the queue of 256 items is
/// full, so the items take little memory.
///
/// # Errors
///
/// Fails if the thread cannot be started or if the work panics.
pub fn run_in_background<S: Send + 'static, T: Send + 'static>(
    cancel: &Cancel,
    cancel_grace: Duration,
    mut on_event: impl FnMut(WatchEvent<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> Result<BackgroundResult<T>, BackgroundError> {
    if !threads::CAN_SPAWN {
        return Ok(run_here(on_event, work));
    }
    let (sender, receiver) = sync_channel(QUEUE_LEN);
    // The receiver is gone if the work was abandoned; sending fails silently then.
    let work = move || {
        let items = sender.clone();
        let done = work(&mut |item| drop(items.send(Message::Item(item))));
        drop(sender.send(Message::Done(done)));
    };
    large_thread().spawn(work).map_err(BackgroundError::Spawn)?;
    let mut stop_requested: Option<Instant> = None;
    loop {
        let event = match receiver.recv_timeout(TICK) {
            Ok(Message::Done(result)) => return Ok(BackgroundResult::Done(result)),
            Ok(Message::Item(item)) => WatchEvent::Item(item),
            Err(RecvTimeoutError::Disconnected) => return Err(BackgroundError::Panicked),
            Err(RecvTimeoutError::Timeout) => WatchEvent::Tick,
        };
        if on_event(event).is_break() {
            return Ok(BackgroundResult::Abandoned(Limit::Interrupted));
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { cancel_grace } else { TIME_LIMIT_GRACE };
            if stop_requested.get_or_insert_with(Instant::now).elapsed() >= grace {
                // What is in the queue was produced in time.
                for message in receiver.try_iter().take(QUEUE_LEN) {
                    match message {
                        Message::Done(result) => return Ok(BackgroundResult::Done(result)),
                        Message::Item(item) => {
                            if on_event(WatchEvent::Item(item)).is_break() {
                                break;
                            }
                        }
                    }
                }
                return Ok(BackgroundResult::Abandoned(limit));
            }
        }
    }
}

/// Runs `work` on the calling thread, and then passes its items to `on_event`.
fn run_here<S: Send, T>(
    mut on_event: impl FnMut(WatchEvent<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T,
) -> BackgroundResult<T> {
    // `on_event` itself cannot be passed to the work: it may belong to this thread.
    let mut items = Vec::new();
    let result = work(&mut |item| items.push(item));
    for item in items {
        if on_event(WatchEvent::Item(item)).is_break() {
            return BackgroundResult::Abandoned(Limit::Interrupted);
        }
    }
    BackgroundResult::Done(result)
}

/// Runs `work` on a thread with a large stack and waits until it finishes; `on_tick` is called
/// every 10 ms.
///
/// `work` must check for cancellation itself.
///
/// # Errors
///
/// Fails if the thread cannot be started or if the work panics.
pub fn run_on_large_stack<T: Send>(
    mut on_tick: impl FnMut(),
    work: impl FnOnce() -> T + Send,
) -> Result<T, BackgroundError> {
    if !threads::CAN_SPAWN {
        return Ok(work());
    }
    thread::scope(|scope| {
        let (sender, end) = channel::<()>();
        let work = move || {
            let result = work();
            drop(sender);
            result
        };
        let thread = large_thread().spawn_scoped(scope, work).map_err(BackgroundError::Spawn)?;
        // Nothing is sent: the sender is dropped when the work ends, also by a panic.
        while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            on_tick();
        }
        thread.join().map_err(|_| BackgroundError::Panicked)
    })
}

fn large_thread() -> thread::Builder {
    thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_millis(40);

    fn run_quietly<T: Send + 'static>(
        cancel: &Cancel,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<BackgroundResult<T>, BackgroundError> {
        run_in_background(cancel, GRACE, |_: WatchEvent<()>| ControlFlow::Continue(()), |_| work())
    }

    #[test]
    fn work_that_does_not_stop_is_abandoned() {
        let cancel = Cancel::new();
        assert_eq!(run_quietly(&cancel, || 7).unwrap(), BackgroundResult::Done(7));
        cancel.cancel();
        let (keep, wait) = channel::<()>();
        let work = run_quietly(&cancel, move || wait.recv().is_ok()).unwrap();
        assert_eq!(work, BackgroundResult::Abandoned(Limit::Interrupted));
        drop(keep);
    }

    #[test]
    fn items_are_received_while_the_work_runs() {
        let (go_on, wait) = channel::<()>();
        let mut seen = Vec::new();
        let on_event = |event| {
            if let WatchEvent::Item(item) = event {
                seen.push(item);
                // The work waits for this after each item, so it cannot have finished.
                go_on.send(()).unwrap();
            }
            ControlFlow::Continue(())
        };
        let work = run_in_background(&Cancel::new(), GRACE, on_event, move |each| {
            for item in 0..1000 {
                each(item);
                wait.recv().unwrap();
            }
            "done"
        });
        assert_eq!(work.unwrap(), BackgroundResult::Done("done"));
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn endless_items_can_be_stopped_and_cancelled() {
        let endless = |each: &mut (dyn FnMut(u64) + Send)| (0..u64::MAX).for_each(each);
        let mut n = 0;
        let on_event = |_| {
            n += 1;
            if n == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = run_in_background(&Cancel::new(), GRACE, on_event, endless).unwrap();
        assert_eq!(work, BackgroundResult::Abandoned(Limit::Interrupted));
        assert_eq!(n, 10);
        let cancel = Cancel::new();
        cancel.cancel();
        let on_event = |_| ControlFlow::Continue(());
        let work = run_in_background(&cancel, GRACE, on_event, endless).unwrap();
        assert_eq!(work, BackgroundResult::Abandoned(Limit::Interrupted));
    }

    #[test]
    fn work_on_the_calling_thread_gives_the_same_items() {
        let work = |each: &mut (dyn FnMut(u32) + Send)| {
            (0..5).for_each(each);
            "done"
        };
        let mut seen = Vec::new();
        let on_event = |event| {
            seen.push(event);
            ControlFlow::Continue(())
        };
        assert_eq!(run_here(on_event, work), BackgroundResult::Done("done"));
        assert_eq!(seen, (0..5).map(WatchEvent::Item).collect::<Vec<_>>());
        let stopped = run_here(|_| ControlFlow::Break(()), work);
        assert_eq!(stopped, BackgroundResult::Abandoned(Limit::Interrupted));
    }

    #[test]
    fn panic_becomes_an_error() {
        let work = || {
            if std::hint::black_box(true) {
                panic!("expected by the test");
            }
        };
        let error = run_quietly(&Cancel::new(), work).unwrap_err();
        assert_eq!(error.code(), "internal.panic");
        let error = run_on_large_stack(|| {}, work).unwrap_err();
        assert!(matches!(error, BackgroundError::Panicked), "{error}");
    }

    #[test]
    fn deep_recursion_does_not_overflow_the_stack() {
        fn deep(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box(deep(n - 1)) + 1 }
        }
        assert_eq!(run_on_large_stack(|| {}, || deep(200_000)).unwrap(), 200_000);
    }
}
