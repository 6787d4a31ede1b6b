//! The Rust part of the npm package `gordian`: requests as texts, for WebAssembly.
//!
//! ```text
//! js/src/*.ts ─► worker ─► gordian_js (this crate) ─► gordian::requests
//! ```
//!
//! It is: the requests of the parts that its features select, progress events, and the message of a
//! panic. It is not: the names and types of documents, workers and cancellation, which `js/src` has.

#[cfg(feature = "failures")]
mod failures;
mod operations;
mod panic;
mod progress;

use gordian::requests::{
    ErrorDetail, Operation, RequestContext, RequestError, Resources, ResourcesConfig,
};
use gordian::{Cancel, NoProgress};
use js_sys::Function;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::operations::OPERATIONS;
use crate::progress::Reporter;

/// What all requests of a module use: tables that were built once, and limits.
#[wasm_bindgen]
pub struct Engine {
    resources: Resources,
    max_memory: Option<u64>,
}

#[wasm_bindgen]
impl Engine {
    /// Returns an engine. The seed is that of requests without one; the memory, in bytes, is what a
    /// model and its clauses may take.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seed: u64, max_memory: Option<u64>) -> Self {
        panic::keep_message();
        let config = ResourcesConfig { seed, ..ResourcesConfig::default() };
        Self { resources: Resources::new(config), max_memory }
    }

    /// Runs an operation on a request document, and returns the response document.
    ///
    /// `on_progress` is called with the documents of progress events, as texts. After it returned
    /// `false`, the work stops at the limit `interrupted`.
    ///
    /// # Errors
    ///
    /// Fails with the list of errors, as a text, if the request is invalid.
    pub fn request(
        &self,
        name: &str,
        document: &str,
        on_progress: Option<Function>,
    ) -> Result<String, String> {
        let cancel = Cancel::new();
        let ctx = RequestContext {
            max_memory: self.max_memory,
            // The limit of a response that is sent; here the memory is that of the caller.
            max_items: 1 << 30,
            ..RequestContext::new(&self.resources, &cancel, &NoProgress)
        };
        let answer = match on_progress {
            None => handle(name, document, &ctx),
            Some(function) => {
                let reporter = Reporter::new(function, cancel.clone());
                handle(name, document, &RequestContext { progress: &reporter, ..ctx })
            }
        };
        answer.map(|response| response.to_string()).map_err(|error| errors(&error).to_string())
    }
}

/// Runs an operation of the parts in this module.
fn handle(name: &str, document: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    #[cfg(feature = "failures")]
    failures::fail(name);
    Operation::find(OPERATIONS, name)?.handle(document, ctx)
}

/// Returns the errors of a request as documents.
fn errors(error: &RequestError) -> Value {
    let document = |detail: &ErrorDetail| {
        json!({
            "code": detail.code,
            "message": detail.message,
            "hint": detail.hint,
            "line": detail.line,
            "column": detail.column,
        })
    };
    error.details().iter().map(document).collect()
}

/// Returns the operations of this module with their summaries and examples, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn operations() -> String {
    let document = |operation: &Operation| {
        json!({
            "name": operation.name,
            "summary": operation.summary,
            "example": (operation.example)(),
        })
    };
    OPERATIONS.iter().map(document).collect::<Value>().to_string()
}

/// Returns the message of the panic that ended this module, if there was one.
#[wasm_bindgen(js_name = panicMessage)]
#[must_use]
pub fn panic_message() -> Option<String> {
    panic::message()
}
