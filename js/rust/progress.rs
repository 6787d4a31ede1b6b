//! Progress events as calls of a JavaScript function.

use std::cell::RefCell;
use std::time::Duration;

use gordian::requests::ProgressDocument;
use gordian::{Cancel, Instant, Progress, ProgressEvent};
use js_sys::Function;
use wasm_bindgen::JsValue;

/// Events other than phases that follow another event within this time are left out: a message
/// to another thread costs more than many steps of a search.
const INTERVAL: Duration = Duration::from_millis(50);

thread_local! {
    /// The function that receives events, and the time of the last one. A reporter may not hold it,
    /// because a reporter can be shared between threads, and a function of the host cannot.
    static RECEIVER: RefCell<Option<(Function, Instant)>> = const { RefCell::new(None) };
}

/// Passes progress events on to a function of the host while it lives.
pub(crate) struct Reporter {
    cancel: Cancel,
    /// The receiver of the request in whose progress this one was started, if any.
    outer: Option<(Function, Instant)>,
}

impl Reporter {
    /// Returns a reporter, which cancels the work if the function returns `false`.
    pub(crate) fn new(function: Function, cancel: Cancel) -> Self {
        let outer = RECEIVER.replace(Some((function, Instant::now())));
        Self { cancel, outer }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        RECEIVER.set(self.outer.take());
    }
}

impl Progress for Reporter {
    fn report(&self, event: &ProgressEvent) {
        let is_phase = matches!(event, ProgressEvent::Phase { .. });
        // The function is called while nothing is borrowed: it may start another request.
        let function = RECEIVER.with_borrow_mut(|receiver| {
            let (function, last) = receiver.as_mut()?;
            if !is_phase && last.elapsed() < INTERVAL {
                return None;
            }
            *last = Instant::now();
            Some(function.clone())
        });
        let Some(function) = function else { return };
        let document = serde_json::to_string(&ProgressDocument::from(event))
            .expect("the names of all fields are strings");
        // An exception of the function must not pass through the frames of the engine.
        let answer = function.call1(&JsValue::UNDEFINED, &JsValue::from_str(&document));
        if answer != Ok(JsValue::TRUE) && answer != Ok(JsValue::UNDEFINED) {
            self.cancel.cancel();
        }
    }
}
