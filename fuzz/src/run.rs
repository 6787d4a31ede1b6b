//! One input, with what comes of it.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use crate::{Target, Verdict};

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it says.
    pub message: String,
    /// The file and line where it was.
    pub place: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked at {}: {}", self.place, self.message)
    }
}

thread_local! {
    static IS_TRYING: Cell<bool> = const { Cell::new(false) };
    static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Tries an input. Panics of this thread are caught and print nothing.
///
/// # Errors
///
/// The panic, if there was one.
pub fn try_input(target: &Target, bytes: &[u8]) -> Result<Verdict, Fault> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(
            move |info| {
                if IS_TRYING.get() { note(info) } else { before(info) }
            },
        ));
    });
    IS_TRYING.set(true);
    let read = catch_unwind(AssertUnwindSafe(|| (target.read)(bytes)));
    IS_TRYING.set(false);
    read.map_err(|payload| {
        // A panic of another thread that was passed on has no place here.
        FAULT.take().unwrap_or_else(|| Fault {
            message: payload_text(&*payload).to_owned(),
            place: "another thread".to_owned(),
        })
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let place = info.location().map_or_else(String::new, ToString::to_string);
    let message = payload_text(info.payload()).to_owned();
    FAULT.set(Some(Fault { message, place }));
}

fn payload_text(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text")
}
