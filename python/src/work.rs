//! Long work on a thread of its own, while the calling thread waits for it without the interpreter
//! lock and for signals.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Duration;

use gordian::Cancel;
use gordian::background::{BackgroundResult, WatchEvent, run_in_background};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::{PyErr, PyResult, Python};

use crate::error;

/// Nothing waits for work that was interrupted: it holds no Python objects, and ends by itself.
const GRACE: Duration = Duration::ZERO;

/// Runs `work`, and passes each item that it produces to `on_item`, in order, on this thread.
///
/// # Errors
///
/// A signal (Ctrl-C), an error of `on_item`, and a panic of the work end it.
pub(crate) fn run_with_items<S: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    mut on_item: impl FnMut(Python<'_>, S) -> PyResult<()> + Send,
    work: impl FnOnce(&mut (dyn FnMut(S) + Send)) -> T + Send + 'static,
) -> PyResult<T> {
    let mut failure: Option<PyErr> = None;
    let result = py.detach(|| {
        run_in_background(
            cancel,
            GRACE,
            |event| {
                let handled = Python::attach(|py| {
                    py.check_signals()?;
                    match event {
                        WatchEvent::Item(item) => on_item(py, item),
                        WatchEvent::Tick => Ok(()),
                    }
                });
                match handled {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        cancel.cancel();
                        ControlFlow::Break(())
                    }
                }
            },
            work,
        )
    });
    match result {
        Ok(BackgroundResult::Done(done)) => Ok(done),
        Ok(BackgroundResult::Abandoned(_)) => {
            Err(failure.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())))
        }
        Err(error) => Err(error::of_detail(error)),
    }
}

/// Runs `work` without items, as [`run_with_items`].
///
/// # Errors
///
/// A signal (Ctrl-C) and a panic of the work end it.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_with_items(py, cancel, |_, item: Infallible| match item {}, |_| work())
}
