//! Work that is abandoned if it does not stop in time.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use gordian_core::{Cancel, Limit};

use crate::requests::ErrorDetail;

/// The stack size in bytes. It is address space: pages that are never touched use no memory.
const STACK_BYTES: usize = 256 << 20;
/// The interval at which cancellation is checked.
const TICK: Duration = Duration::from_millis(10);
/// The time that work has to stop after it was cancelled. Programs that wait for a batch should wait longer,
/// so that the answer to the abandoned part ("undecided") is still written.
const CANCEL_GRACE: Duration = Duration::from_millis(40);
/// The time that work has to stop at its time limit. It is longer than after a cancellation, because the
/// best answer so far is worth the wait.
const TIME_LIMIT_GRACE: Duration = Duration::from_secs(2);

/// Runs `work` on a thread with a large stack; returns the limit if it did not stop in time when the limit was
/// reached.
///
/// Some work, such as the compilation of a huge model, checks for cancellation too rarely.
pub(super) fn run_until_abandoned<T: Send + 'static>(
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Result<T, Limit>, ErrorDetail> {
    let (sender, receiver) = sync_channel(1);
    // The receiver is gone if the work was abandoned; sending fails silently then.
    let work = move || drop(sender.send(work()));
    let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES);
    thread.spawn(work).map_err(|error| {
        ErrorDetail::new("io.thread", format!("cannot start a thread: {error}"))
    })?;
    let mut stop_requested: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => return Ok(Ok(result)),
            Err(RecvTimeoutError::Disconnected) => {
                let message = "internal error: the program panicked on this input";
                return Err(ErrorDetail::new("internal.panic", message)
                    .hint("this is a bug in Gordian; please report it with the input file"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(limit) = cancel.stopped() {
            let grace = if limit == Limit::Interrupted { CANCEL_GRACE } else { TIME_LIMIT_GRACE };
            if stop_requested.get_or_insert_with(Instant::now).elapsed() >= grace {
                return Ok(Err(limit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_does_not_stop_is_abandoned() {
        let cancel = Cancel::new();
        assert_eq!(run_until_abandoned(&cancel, || 7), Ok(Ok(7)));
        cancel.cancel();
        let (keep, wait) = sync_channel::<()>(0);
        let work = run_until_abandoned(&cancel, move || wait.recv().is_ok());
        assert_eq!(work, Ok(Err(Limit::Interrupted)));
        drop(keep);
    }
}
