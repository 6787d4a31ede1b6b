//! What can be asked, under `/api/v1`.
//!
//! ```text
//! POST /api/v1/solve, /sudoku/…, /square1/…, /cube/…   questions, answered at once
//! POST /api/v1/jobs   GET … DELETE …   …/events        long work, followed by events
//! GET  /api/v1/examples, /about                        what there is
//! GET  /openapi.json, /docs                            the same for programs and people
//! ```
//!
//! No puzzle is known here: questions and kinds of jobs come from the lists of
//! [`gordian_solve::requests`], with their schemas, and what is added there is offered here.

mod about;
mod docs;
mod document;
mod events;
mod jobs;
mod openapi;
mod questions;
mod refusal;
mod result;

use axum::{Router, routing};

use crate::{Problem, Service, code};

/// The version in the paths.
pub(crate) const BASE: &str = "/api/v1";

/// Returns the routes of the API and of its documentation.
pub(crate) fn routes(service: &Service) -> Router {
    Router::new()
        .merge(questions::routes(service))
        .merge(jobs::routes(service))
        .merge(about::routes())
        .merge(docs::routes())
        // Otherwise the files of the page would answer, which have other methods.
        .route(
            "/api/{*path}",
            routing::any(async || Problem::of(code::NO_ENDPOINT, "unknown path")),
        )
}
