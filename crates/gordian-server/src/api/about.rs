//! Endpoints for examples, the version and the limits.

use std::sync::{Arc, LazyLock};

use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, routing};
use gordian_solve::requests::{JOB_KINDS, OPERATIONS};
use http::HeaderMap;
use rust_embed::RustEmbed;
use serde_json::{Value, json};

use super::BASE;
use super::document::FixedDocument;
use super::solve::MAX_ITEMS;
use crate::guard::Guards;

/// The puzzle files of the repository.
#[derive(RustEmbed)]
#[folder = "../../puzzles"]
struct Puzzles;

static EXAMPLES: LazyLock<FixedDocument> = LazyLock::new(|| FixedDocument::new(examples_text()));

fn examples_text() -> String {
    let mut names: Vec<_> = Puzzles::iter().collect();
    names.sort();
    let examples: Vec<Value> = names.iter().filter_map(|name| example(name)).collect();
    json!({"schema": 1, "examples": examples}).to_string()
}

fn example(file: &str) -> Option<Value> {
    let name = file.strip_suffix(".toml")?;
    let text = String::from_utf8(Puzzles::get(file)?.data.into_owned()).ok()?;
    let puzzle = gordian_puzzles::parse(&text).ok()?;
    Some(json!({
        "name": name,
        "title": puzzle.title(),
        "kind": puzzle.kind().name(),
        "puzzle": text,
    }))
}

pub(super) fn routes() -> Router {
    Router::new()
        .route(&format!("{BASE}/examples"), routing::get(examples))
        .route(&format!("{BASE}/about"), routing::get(about))
}

async fn examples(headers: HeaderMap) -> Response {
    EXAMPLES.reply(&headers)
}

async fn about(Extension(guards): Extension<Arc<Guards>>) -> Response {
    let config = guards.config();
    let questions: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    let jobs: Vec<Value> =
        JOB_KINDS.iter().map(|kind| json!({"name": kind.name, "summary": kind.summary})).collect();
    let document = json!({
        "schema": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "limits": {
            "time_limit": config.compute.max_time.as_secs_f64(),
            "body_bytes": config.body.max_bytes,
            "items": MAX_ITEMS,
            "jobs_per_client": config.jobs.max_per_client,
        },
        "token_required": config.token.is_some(),
        "questions": questions,
        "jobs": jobs,
    });
    axum::Json(document).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_file_is_an_example() {
        let document: Value = serde_json::from_str(&examples_text()).unwrap();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles");
        let files = std::iter::Iterator::count(fs_err::read_dir(folder).unwrap());
        assert_eq!(document["examples"].as_array().unwrap().len(), files);
    }
}
