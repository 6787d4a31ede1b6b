//! The message of a panic, which outlives it.
//!
//! A panic ends the work by a trap, of which the host learns only that it happened. The memory of
//! the module is still there, so that the host can ask for the message before it drops the module.

use std::cell::RefCell;
use std::panic;

thread_local! {
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the messages of panics from now on.
pub(crate) fn keep_message() {
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("a panic without a message");
        let text = match info.location() {
            Some(place) => format!("{text} ({}:{})", place.file(), place.line()),
            None => text.to_owned(),
        };
        MESSAGE.set(Some(text));
    }));
}

/// Returns the message of the last panic.
pub(crate) fn message() -> Option<String> {
    MESSAGE.with_borrow(Clone::clone)
}
