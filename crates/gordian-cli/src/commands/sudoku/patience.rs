//! Work that looks at its request to stop too seldom, such as making the model of a huge grid: it is
//! done on a thread of its own, and left behind when it does not stop in time.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use gordian::{Cancel, Limit};

use crate::fault::Fault;
use crate::work::{Work, panicked};

/// Address space, not memory: pages that are never touched cost nothing.
const STACK_BYTES: usize = 64 << 20;
/// How often the request to stop is looked at.
const TICK: Duration = Duration::from_millis(10);
/// How long work may take to stop after Ctrl-C. Whoever writes the answers waits twice as long, so
/// that the answer to this puzzle, that it is undecided, is among them.
const INTERRUPT_GRACE: Duration = Duration::from_millis(40);
/// How long work may take to stop at its time limit: it may have an answer at once.
const TIME_GRACE: Duration = Duration::from_secs(2);

/// Does `work` and waits until it is done, or for some time after `cancel` asks to stop.
pub(super) fn with_patience<T: Send + 'static>(
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Work<T>, Fault> {
    let (sender, receiver) = channel();
    // What was left behind finds nobody listening.
    let work = move || drop(sender.send(work()));
    let thread = thread::Builder::new().name("model".to_owned()).stack_size(STACK_BYTES);
    thread
        .spawn(work)
        .map_err(|error| Fault::new("io.thread", format!("no thread could be started: {error}")))?;
    let mut asked: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => return Ok(Work::Done(result)),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { INTERRUPT_GRACE } else { TIME_GRACE };
            if asked.get_or_insert_with(Instant::now).elapsed() >= grace {
                return Ok(Work::LeftBehind(limit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_stop_is_left_behind() {
        let cancel = Cancel::new();
        assert!(matches!(with_patience(&cancel, || 7).unwrap(), Work::Done(7)));
        cancel.cancel();
        let (keep, wait) = channel::<()>();
        let work = with_patience(&cancel, move || wait.recv().is_ok()).unwrap();
        assert!(matches!(work, Work::LeftBehind(Limit::Interrupted)), "{work:?}");
        drop(keep);
    }
}
