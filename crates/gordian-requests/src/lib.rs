//! Requests as JSON documents: what a service or a job receives and returns.
//!
//! ```text
//! name + document ─► OPERATIONS ─► reader ─► engines ─► check by the rules ─► document
//!                                   │                RequestContext: tables, limits, cancellation
//!                                   └ RequestError: what is wrong, where, what to do
//! ```
//!
//! It is: the list of [`OPERATIONS`] with the schemas of their inputs and outputs, [`handle`], and
//! the [`JOB_KINDS`] for work without the usual time limit. It is not: HTTP, a job queue, or the
//! command line; those pass documents to this module and back.
//!
//! To add an operation: write its request as a struct that implements [`RequestKind`], and its
//! response, in a module here, and add `Operation::of::<…>()` to [`OPERATIONS`]. Services that
//! iterate over the list offer it without further changes; the schemas of both documents follow
//! from the structs.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_requests::{RequestContext, Resources, handle};
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

pub mod check;
mod context;
pub mod cube3;
pub mod draw;
mod error;
mod file;
mod input;
mod job_folder;
mod jobs;
pub mod pencil;
pub mod perm;
mod puzzle;
mod recognise;
mod schema;
mod solve;
pub mod square1;
pub mod sudoku;
mod table;

pub use context::RequestContext;
pub use error::RequestError;
pub use file::{ExplanationDocument, FileAnswer, FileResponse, ProofFiles};
pub use gordian_solve::document::{OutcomeName, SchemaVersion};
pub use gordian_solve::{ErrorDetail, Resources, ResourcesConfig, USUAL_TABLES};
pub use input::read_document;
pub use job_folder::JobFolder;
pub use jobs::{JOB_KINDS, JobKind, ProgressDocument, run_job};
pub use recognise::{Content, Reading, RecogniseRequest, RecogniseResponse};
pub use schema::response_schema;
pub use solve::{CountRequest, SolveRequest, TaskName};

use gordian_core::excerpt;
use gordian_puzzles::nearest_name;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A request: a document with named fields, and the kind of work that it asks for.
///
/// The fields of the struct are those of the document, in its order; a field that may be left out
/// has `#[serde(default)]` or is an `Option`. The response is a struct as well. Its doc comments
/// are the descriptions in the schemas.
pub trait RequestKind: DeserializeOwned + Serialize + JsonSchema {
    /// The name of the operation, with `/` between its parts: `sudoku/hint`.
    const NAME: &'static str;
    /// What the operation does, as a sentence.
    const SUMMARY: &'static str;
    /// The response document.
    type Response: Serialize + DeserializeOwned + JsonSchema;

    /// Returns an example for the documentation, which is answered in well under a second.
    fn example() -> Self;

    /// Answers the request.
    ///
    /// # Errors
    ///
    /// As [`handle`].
    fn run(&self, ctx: &RequestContext<'_>) -> Result<Self::Response, RequestError>;
}

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
    Operation::of::<SolveRequest>(),
    Operation::of::<check::CheckRequest>(),
    Operation::of::<draw::DrawRequest>(),
    Operation::of::<RecogniseRequest>(),
    Operation::of::<sudoku::ReadRequest>(),
    Operation::of::<sudoku::CandidatesRequest>(),
    Operation::of::<sudoku::HintRequest>(),
    Operation::of::<sudoku::ExplainRequest>(),
    Operation::of::<sudoku::RateRequest>(),
    Operation::of::<sudoku::GenerateRequest>(),
    Operation::of::<pencil::KindsRequest>(),
    Operation::of::<pencil::ReadRequest>(),
    Operation::of::<pencil::BlankRequest>(),
    Operation::of::<pencil::RulesRequest>(),
    Operation::of::<pencil::WriteRequest>(),
    Operation::of::<pencil::ExplainRequest>(),
    Operation::of::<pencil::GenerateRequest>(),
    Operation::of::<square1::SolveRequest>(),
    Operation::of::<square1::DistancesRequest>(),
    Operation::of::<square1::ApplyRequest>(),
    Operation::of::<square1::ScrambleRequest>(),
    Operation::of::<square1::CheckRequest>(),
    Operation::of::<square1::ReportRequest>(),
    Operation::of::<cube3::SolveRequest>(),
    Operation::of::<cube3::ApplyRequest>(),
    Operation::of::<cube3::ScrambleRequest>(),
    Operation::of::<cube3::CheckRequest>(),
    Operation::of::<perm::ReadRequest>(),
    Operation::of::<perm::ApplyRequest>(),
    Operation::of::<perm::ScrambleRequest>(),
    Operation::of::<perm::SolveRequest>(),
];

/// Runs the operation called `name`; `input` is a JSON object.
///
/// Reaching a limit is not an error: the document then says `"outcome": "stopped"`. Every solution
/// in the document was checked by the rules.
///
/// # Errors
///
/// Returns what is wrong with the input, or (a bug) with an engine: [`RequestError::is_internal`].
pub fn handle(name: &str, input: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    Operation::find(OPERATIONS, name)?.handle(input, ctx)
}

impl Operation {
    /// Returns the operation called `name`.
    ///
    /// # Errors
    ///
    /// Fails if `operations` has none, with the name that is probably meant as the hint.
    pub fn find<'o>(operations: &'o [Self], name: &str) -> Result<&'o Self, ErrorDetail> {
        operations.iter().find(|operation| operation.name == name).ok_or_else(|| {
            let message = format!("there is no operation `{}`", excerpt(name));
            let fault = ErrorDetail::new("request.unknown-operation", message);
            let names: Vec<&str> = operations.iter().map(|operation| operation.name).collect();
            match nearest_name(name, &names) {
                Some(nearest) => fault.hint(format!("did you mean `{nearest}`?")),
                None => fault,
            }
        })
    }

    /// Returns the operation of a kind of request.
    #[must_use]
    pub const fn of<R: RequestKind>() -> Self {
        Self {
            name: R::NAME,
            summary: R::SUMMARY,
            input: schema::request_schema::<R>,
            output: schema::response_schema::<R::Response>,
            example: example::<R>,
            handler: |text, ctx| {
                let response = input::read_document::<R>(text)?.run(ctx)?;
                Ok(serde_json::to_value(response).expect("the names of all fields are strings"))
            },
        }
    }

    /// Runs the operation; see [`handle`].
    ///
    /// # Errors
    ///
    /// As [`handle`].
    pub fn handle(&self, input: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
        (self.handler)(input, ctx)
    }
}

/// Returns the example of a request without the fields that have their default values.
fn example<R: RequestKind>() -> Value {
    let schema = schema::request_schema::<R>();
    let mut document =
        serde_json::to_value(R::example()).expect("the names of all fields are strings");
    if let Value::Object(fields) = &mut document {
        fields.retain(|name, value| {
            let default = schema["properties"][name.as_str()].get("default");
            !value.is_null() && default != Some(value)
        });
    }
    document
}
