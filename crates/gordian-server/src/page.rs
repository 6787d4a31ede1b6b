//! The page: files that were built before and are part of the program.

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};
use rust_embed::RustEmbed;

use crate::Problem;
use crate::code;

/// What `web/` was built into.
#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

/// Files below this path have their hash in their name and never change.
const HASHED: &str = "assets/";

pub(crate) fn routes() -> Router {
    Router::new()
        .route("/", routing::get(|headers| async move { file("index.html", &headers) }))
        .route("/{*path}", routing::get(any))
}

async fn any(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&path, &headers)
}

/// Returns an embedded file; nothing is ever read from the disk.
fn file(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let Some(file) = Page::get(path) else {
        let kind = if path.starts_with("api/") { code::NO_ENDPOINT } else { code::NOT_FOUND };
        return Err(Problem::of(kind, "there is nothing here"));
    };
    let tag = format!("\"{}\"", blake3::hash(&file.data).to_hex());
    let cache =
        if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known == Some(tag.as_str()) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response());
    }
    let kind = media_type(path);
    let head = [(CONTENT_TYPE, kind.to_owned()), (CACHE_CONTROL, cache.to_owned()), (ETAG, tag)];
    Ok((head, file.data.into_owned()).into_response())
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_that_browsers_take() {
        assert!(Page::get("index.html").is_some(), "the page is built");
        for path in Page::iter() {
            assert_ne!(media_type(&path), "application/octet-stream", "{path}");
        }
    }
}
