//! Requests as JSON documents: what a service or a job receives and returns.
//!
//! ```text
//! name + document ─► OPERATIONS ─► reader ─► engines ─► check by the rules ─► document
//!                                   │                RequestContext: tables, limits, cancellation
//!                                   └ RequestError: what is wrong, where, what to do
//! ```
//!
//! It is: the list of [`OPERATIONS`] with the schemas of their inputs and outputs, [`handle`], and the
//! [`JOB_KINDS`] for work without the usual time limit. It is not: HTTP, a job queue, or the command
//! line; those pass documents to this module and back.
//!
//! To add an operation: write its input type and its handler in a module here, and add an entry to
//! [`OPERATIONS`]. Services that iterate over the list offer it without further changes.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::requests::{RequestContext, Resources, handle};
//!
//! let resources = Resources::new(Default::default());
//! let cancel = Cancel::new();
//! let ctx = RequestContext::new(&resources, &cancel, &NoProgress);
//! let document = handle("sudoku/candidates", r#"{"puzzle": "11.............."}"#, &ctx).unwrap();
//! assert_eq!(document["conflicts"][0]["digit"], 1);
//!
//! let error = handle("sudoku/candidates", r#"{"puzzle": "123"}"#, &ctx).unwrap_err();
//! assert_eq!(error.details()[0].code, "sudoku.wrong-length");
//! ```

mod check;
mod context;
mod cube3;
mod error;
mod input;
mod jobs;
mod puzzle;
mod resources;
mod schema;
mod solve;
mod square1;
mod sudoku;
mod table;

pub use context::RequestContext;
pub use error::{ErrorDetail, RequestError};
pub use jobs::{JOB_KINDS, JobFolder, JobKind, progress_json, run_job};
pub use resources::{Resources, ResourcesConfig};

use serde_json::Value;

/// An operation: a request document goes in, a response document comes out.
#[derive(Clone, Copy)]
pub struct Operation {
    /// The name, with `/` between its parts: `sudoku/hint`.
    pub name: &'static str,
    /// What the operation does, as a sentence.
    pub summary: &'static str,
    /// Returns the JSON schema of the input.
    pub input: fn() -> Value,
    /// Returns the JSON schema of the output.
    pub output: fn() -> Value,
    /// Returns an example input.
    pub example: fn() -> Value,
    handler: fn(&str, &RequestContext<'_>) -> Result<Value, RequestError>,
}

/// All operations, in the order of the documentation.
pub const OPERATIONS: &[Operation] = &[
    solve::OPERATION,
    check::OPERATION,
    sudoku::read::OPERATION,
    sudoku::candidates::OPERATION,
    sudoku::logic::HINT,
    sudoku::logic::EXPLAIN,
    sudoku::logic::RATE,
    sudoku::generate::OPERATION,
    square1::SOLVE,
    square1::DISTANCES,
    square1::APPLY,
    square1::SCRAMBLE,
    square1::CHECK,
    square1::REPORT,
    cube3::SOLVE,
    cube3::APPLY,
    cube3::SCRAMBLE,
    cube3::CHECK,
];

/// Runs the operation called `name`; `input` is a JSON object.
///
/// Reaching a limit is not an error: the document then says `"outcome": "stopped"`. Every solution in
/// the document was checked by the rules.
///
/// # Errors
///
/// Returns what is wrong with the input, or (a bug) with an engine: [`RequestError::is_internal`].
pub fn handle(name: &str, input: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let operation =
        OPERATIONS.iter().find(|operation| operation.name == name).ok_or_else(|| {
            ErrorDetail::new("request.unknown-operation", format!("there is no operation `{name}`"))
        })?;
    operation.handle(input, ctx)
}

impl Operation {
    /// Runs the operation; see [`handle`].
    ///
    /// # Errors
    ///
    /// As [`handle`].
    pub fn handle(&self, input: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
        (self.handler)(input, ctx)
    }
}
