//! Endpoints for examples, the version and the limits.

use std::sync::{Arc, LazyLock};

use axum::response::Response;
use axum::{Extension, Router, routing};
use gordian_puzzles::pencil::Family;
use gordian_requests::{JOB_KINDS, OPERATIONS, SchemaVersion};
use http::HeaderMap;
use rust_embed::RustEmbed;
use schemars::JsonSchema;
use serde::Serialize;

use super::BASE;
use super::document::FixedDocument;
use crate::guard::Guards;
use crate::request_runner::MAX_ITEMS;

/// The puzzle files of the repository.
#[derive(RustEmbed)]
// A link, so that a published package has the files.
#[folder = "puzzles"]
struct Puzzles;

/// The examples.
#[derive(Serialize, JsonSchema)]
pub(super) struct Examples {
    schema: SchemaVersion,
    /// The examples, by name.
    examples: Vec<Example>,
}

/// An example puzzle.
#[derive(Serialize, JsonSchema)]
struct Example {
    /// The name.
    name: String,
    /// The title.
    title: Option<String>,
    /// The kind of the puzzle.
    kind: &'static str,
    /// The family of the kind, if it is one of pencil puzzles.
    family: Option<Family>,
    /// The puzzle file.
    puzzle: String,
}

/// The version, the limits and the operations.
#[derive(Serialize, JsonSchema)]
pub(super) struct About {
    schema: SchemaVersion,
    /// The version of the program.
    version: &'static str,
    /// The limits of requests.
    limits: Limits,
    /// Whether a token is required to submit jobs.
    token_required: bool,
    /// The names of the operations.
    operations: Vec<&'static str>,
    /// The kinds of jobs.
    jobs: Vec<JobKindDocument>,
}

/// The limits of requests.
#[derive(Serialize, JsonSchema)]
struct Limits {
    /// The longest time of a request, in seconds.
    time_limit: f64,
    /// The longest body, in bytes.
    body_bytes: u64,
    /// The most puzzles, positions or solutions in one response.
    items: usize,
    /// The most queued and running jobs of a client.
    jobs_per_client: u64,
}

/// A kind of job.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JobKind")]
struct JobKindDocument {
    /// The name.
    name: &'static str,
    /// What the job does.
    summary: &'static str,
}

static EXAMPLES: LazyLock<FixedDocument> = LazyLock::new(|| FixedDocument::new(&all_examples()));

fn all_examples() -> Examples {
    let mut names: Vec<_> = Puzzles::iter().collect();
    names.sort();
    let examples = names.iter().filter_map(|name| example(name)).collect();
    Examples { schema: SchemaVersion, examples }
}

/// Returns the puzzle file with this name, without `.toml`, in the folder `puzzles` of the
/// repository.
#[must_use]
pub fn example_puzzle(name: &str) -> Option<String> {
    String::from_utf8(Puzzles::get(&format!("{name}.toml"))?.data.into_owned()).ok()
}

fn example(file: &str) -> Option<Example> {
    let name = file.strip_suffix(".toml")?.to_owned();
    let text = example_puzzle(&name)?;
    let puzzle = gordian_puzzles::parse(&text).ok()?;
    let title = puzzle.title().map(str::to_owned);
    let kind = puzzle.kind();
    let family = kind.pencil().map(|pencil| pencil.family);
    Some(Example { name, title, kind: kind.name(), family, puzzle: text })
}

pub(super) fn routes() -> Router {
    Router::new()
        .route(&format!("{BASE}/examples"), routing::get(examples))
        .route(&format!("{BASE}/about"), routing::get(about))
}

async fn examples(headers: HeaderMap) -> Response {
    EXAMPLES.reply(&headers)
}

async fn about(Extension(guards): Extension<Arc<Guards>>) -> axum::Json<About> {
    let config = guards.config();
    let jobs = JOB_KINDS.iter();
    axum::Json(About {
        schema: SchemaVersion,
        version: env!("CARGO_PKG_VERSION"),
        limits: Limits {
            time_limit: config.compute.max_time.as_secs_f64(),
            body_bytes: config.body.max_bytes,
            items: MAX_ITEMS,
            jobs_per_client: config.jobs.max_per_client,
        },
        token_required: config.token.is_some(),
        operations: OPERATIONS.iter().map(|operation| operation.name).collect(),
        jobs: jobs.map(|it| JobKindDocument { name: it.name, summary: it.summary }).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_file_is_an_example() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles");
        let files = std::iter::Iterator::count(fs_err::read_dir(folder).unwrap());
        assert_eq!(all_examples().examples.len(), files);
    }
}
