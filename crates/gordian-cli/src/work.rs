//! Long work on a thread of its own, watched by the one that waits for it.
//!
//! The thread has a large stack, so that no input can exhaust it. The watcher draws the progress,
//! and does not wait for ever: what looks at its request to stop too seldom (the compilation of a
//! huge model) is left behind, and the user gets what is known.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
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

/// What the watcher is told.
#[derive(Debug)]
pub(crate) enum News<S> {
    /// The work handed something over.
    Item(S),
    /// Some time passed.
    Tick,
}

/// What goes from the work to the watcher.
enum Message<S, T> {
    Item(S),
    Done(T),
}

/// Things that were handed over and wait for the watcher; the work waits when there are so many.
const QUEUE: usize = 256;

/// Does `work` on a thread with a large stack, and waits until it is done or `cancel` asks to stop.
pub(crate) fn watched<T: Send + 'static>(
    cancel: &Cancel,
    notes: &Arc<Notes>,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    let mut news = |_: News<()>| {
        spinner.tick(notes);
        ControlFlow::Continue(())
    };
    wait(cancel, TICK, INTERRUPT_GRACE, &mut news, |_| work())
}

/// As [`watched`], for work that hands things over while it goes on: `news` gets each of them, in order,
/// on this thread.
///
/// Where `news` breaks off, the work is left behind. The work waits for `news`: what was handed over
/// takes no memory but for a short queue.
pub(crate) fn watched_each<S: Send + 'static, T: Send + 'static>(
    cancel: &Cancel,
    news: &mut dyn FnMut(News<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    wait(cancel, TICK, INTERRUPT_GRACE, news, work)
}

/// As [`watched`], for one piece of work among others, without progress.
pub(crate) fn watched_part<T: Send + 'static>(
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    let mut news = |_: News<()>| ControlFlow::Continue(());
    wait(cancel, PART_TICK, PART_INTERRUPT_GRACE, &mut news, |_| work())
}

fn wait<S: Send + 'static, T: Send + 'static>(
    cancel: &Cancel,
    tick: Duration,
    interrupt_grace: Duration,
    news: &mut dyn FnMut(News<S>) -> ControlFlow<()>,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    let (sender, receiver) = sync_channel(QUEUE);
    // Work that was left behind has no receiver any more; then sending does nothing.
    let work = move || {
        let items = sender.clone();
        let done = work(&mut |item| drop(items.send(Message::Item(item))));
        drop(sender.send(Message::Done(done)));
    };
    large_thread().spawn(work).map_err(|error| no_thread(&error))?;
    let mut asked: Option<Instant> = None;
    loop {
        let next = match receiver.recv_timeout(tick) {
            Ok(Message::Done(result)) => return Ok(Work::Done(result)),
            Ok(Message::Item(item)) => News::Item(item),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
            Err(RecvTimeoutError::Timeout) => News::Tick,
        };
        if news(next).is_break() {
            return Ok(Work::LeftBehind(Limit::Interrupted));
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { interrupt_grace } else { TIME_GRACE };
            if asked.get_or_insert_with(Instant::now).elapsed() >= grace {
                return Ok(Work::LeftBehind(limit));
            }
        }
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
    fn things_are_handed_over_while_the_work_goes_on() {
        let (go_on, wait) = channel::<()>();
        let mut seen = Vec::new();
        let mut news = |news| {
            if let News::Item(item) = news {
                seen.push(item);
                // The work waits for this after each thing: it cannot be over.
                go_on.send(()).unwrap();
            }
            ControlFlow::Continue(())
        };
        let work = watched_each(&Cancel::new(), &mut news, move |each| {
            for item in 0..1000 {
                each(item);
                wait.recv().unwrap();
            }
            "done"
        });
        assert!(matches!(work, Ok(Work::Done("done"))), "{work:?}");
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn an_endless_flood_can_be_broken_off_and_cancelled() {
        let flood = |each: &mut (dyn FnMut(u64) + Send)| (0..u64::MAX).for_each(each);
        let mut n = 0;
        let mut news = |_| {
            n += 1;
            if n == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = watched_each(&Cancel::new(), &mut news, flood).unwrap();
        assert!(matches!(work, Work::LeftBehind(_)), "{work:?}");
        assert_eq!(n, 10);
        let cancel = Cancel::new();
        cancel.cancel();
        let mut news = |_| ControlFlow::Continue(());
        let work = watched_each(&cancel, &mut news, flood).unwrap();
        assert!(matches!(work, Work::LeftBehind(Limit::Interrupted)), "{work:?}");
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
