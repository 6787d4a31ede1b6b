//! The HTTP API, under `/api/v1`.
//!
//! ```text
//! POST /api/v1/solve, /sudoku/…, /square1/…, /cube/…   requests answered synchronously
//! POST /api/v1/jobs   GET … DELETE …   …/events        long work, followed by events
//! GET  /api/v1/examples, /about                        examples, version and limits
//! GET  /openapi.json, /docs                            API description for programs and people
//! ```
//!
//! The API contains no puzzle logic. Requests and job kinds, with their schemas, come from the
//! lists of [`gordian_requests`]; an addition to a list becomes part of the API.

mod about;
mod document;
mod events;
mod job_result;
mod jobs;
mod openapi;
mod problems;
mod solve;

use std::sync::Arc;

use axum::{Router, routing};

use crate::guard::Guards;
use crate::state::ServiceState;
use crate::{Problem, code};

pub use about::example_puzzle;

/// The path prefix with the API version.
pub(crate) const BASE: &str = "/api/v1";

/// Returns the routes of the API and of its documentation.
pub(crate) fn routes(guards: &Arc<Guards>, state: &Arc<ServiceState>) -> Router {
    Router::new()
        .merge(solve::routes())
        .merge(jobs::routes(guards, state))
        .merge(about::routes())
        .merge(openapi::routes())
        // Otherwise the route for page files would match, which has other methods.
        .route(
            "/api/{*path}",
            routing::any(async || Problem::from_code(code::NO_ENDPOINT, "unknown path")),
        )
}
