//! Long work on a background thread while the main thread draws the progress, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gordian::background::{BackgroundResult, WatchEvent, run_in_background, run_on_large_stack};
use gordian::{Cancel, Limit};
#[cfg(unix)]
use signal_hook::{consts::SIGTERM, iterator::Signals};

use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{ProgressTracker, Spinner};

/// The time that work has to stop after Ctrl-C: less than 0.2 s including a tick before and after
/// it.
pub(crate) const CTRL_C_GRACE: Duration = Duration::from_millis(100);

/// Runs `work` until it finishes, or is abandoned because it does not stop in time.
pub(crate) fn run_or_abandon<T: Send + 'static>(
    cancel: &Cancel,
    progress: &ProgressTracker,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<BackgroundResult<T>, Fault> {
    let on_event = |_: WatchEvent<()>| {
        spinner.tick(progress);
        ControlFlow::Continue(())
    };
    run_in_background(cancel, CTRL_C_GRACE, on_event, |_| work()).map_err(Fault::of)
}

/// Runs `work`, which must check for cancellation itself, and waits until it finishes.
pub(crate) fn run_with_spinner<T: Send>(
    progress: &ProgressTracker,
    spinner: &mut Spinner,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Fault> {
    run_on_large_stack(|| spinner.tick(progress), work).map_err(Fault::of)
}

/// Whether the program waits for input that may never come.
static WAITS_FOR_INPUT: AtomicBool = AtomicBool::new(false);

/// Opens or reads input that may never come, such as a pipe. Meanwhile a signal ends the process,
/// because nothing else ends the wait.
pub(crate) fn wait_for_input<T>(read: impl FnOnce() -> T) -> T {
    WAITS_FOR_INPUT.store(true, Ordering::SeqCst);
    let read = read();
    WAITS_FOR_INPUT.store(false, Ordering::SeqCst);
    read
}

/// Installs the handler of Ctrl-C and SIGTERM, and returns the token that it cancels. A second
/// signal ends the process; so does the first one in [`wait_for_input`].
///
/// It may be called once per process.
pub(crate) fn cancel_on_ctrl_c() -> Result<Cancel, Fault> {
    let cancel = Cancel::new();
    let handler_cancel = cancel.clone();
    let handler = move || {
        let is_second = handler_cancel.stopped() == Some(Limit::Interrupted);
        if is_second || WAITS_FOR_INPUT.load(Ordering::SeqCst) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        handler_cancel.cancel();
    };
    #[cfg(unix)]
    cancel_on_sigterm(handler.clone())
        .map_err(|error| Fault::new("io.signals", format!("cannot handle SIGTERM: {error}")))?;
    ctrlc::set_handler(handler)
        .map_err(|error| Fault::new("io.signals", format!("cannot handle Ctrl-C: {error}")))?;
    Ok(cancel)
}

/// Calls `handler` for each SIGTERM.
///
/// Not by the feature `termination` of ctrlc, which handles SIGHUP, too: work that was started with
/// `nohup` would end with its terminal.
#[cfg(unix)]
fn cancel_on_sigterm(handler: impl Fn() + Send + 'static) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM])?;
    let wait = move || signals.forever().for_each(|_| handler());
    std::thread::Builder::new().name("sigterm".into()).spawn(wait)?;
    Ok(())
}
