//! Execution of one input.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use crate::{Target, Verdict};

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The panic message.
    pub message: String,
    /// The file and line of the panic.
    pub location: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked at {}: {}", self.location, self.message)
    }
}

thread_local! {
    static IS_TRYING: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Runs a target on an input. Panics of this thread are caught and not printed.
///
/// # Errors
///
/// Returns the panic.
pub fn try_input(target: &Target, bytes: &[u8]) -> Result<Verdict, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if IS_TRYING.get() { record_panic(info) } else { before(info) }
        }));
    });
    IS_TRYING.set(true);
    let read = catch_unwind(AssertUnwindSafe(|| (target.read)(bytes)));
    IS_TRYING.set(false);
    read.map_err(|payload| {
        // A panic that was propagated from another thread has no location here.
        LAST_PANIC.take().unwrap_or_else(|| Panic {
            message: payload_text(&*payload).to_owned(),
            location: "another thread".to_owned(),
        })
    })
}

fn record_panic(info: &PanicHookInfo<'_>) {
    let location = info.location().map_or_else(String::new, ToString::to_string);
    let message = payload_text(info.payload()).to_owned();
    LAST_PANIC.set(Some(Panic { message, location }));
}

fn payload_text(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text")
}
