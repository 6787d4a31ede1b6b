//! The page: embedded files, uncompressed and compressed.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::Problem;
use crate::code;
use crate::negotiation::Encoding;

/// A file of the page.
struct File {
    path: &'static str,
    plain: &'static [u8],
    /// Compressed content; `None` if it is hardly smaller.
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// The build output of `web/`; `build.rs` writes the table.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files by path, each with its hash.
static BY_PATH: LazyLock<BTreeMap<&str, (&File, String)>> = LazyLock::new(|| {
    let hash = |file: &File| blake3::hash(file.plain).to_hex().to_string();
    FILES.iter().map(|file| (file.path, (file, hash(file)))).collect()
});

/// Files below this path have a content hash in their name and never change.
const HASHED_PREFIX: &str = "assets/";

impl File {
    /// Returns the content in a coding; `None` if it is not available.
    fn bytes(&self, encoding: Encoding) -> Option<&'static [u8]> {
        match encoding {
            Encoding::Brotli => self.brotli,
            Encoding::Gzip => self.gzip,
            Encoding::Identity => Some(self.plain),
        }
    }

    /// Returns whether the response depends on `Accept-Encoding`.
    fn varies(&self) -> bool {
        self.brotli.is_some() || self.gzip.is_some()
    }
}

/// The file with the licences of others, which `.ci/notices` writes.
const NOTICES: &str = "third-party.txt";

/// Returns the licences of the software of others in the program and in the page, as text.
///
/// # Panics
///
/// Never: the file is embedded.
#[must_use]
pub fn third_party_notices() -> &'static [u8] {
    let (file, _) = BY_PATH.get(NOTICES).expect("the page has the file");
    file.plain
}

pub(crate) fn routes() -> Router {
    Router::new()
        .route("/", routing::get(|headers| async move { file_response("index.html", &headers) }))
        .route("/{*path}", routing::get(page_file))
}

async fn page_file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file_response(&path, &headers)
}

/// Returns an embedded file; nothing is read from the disk.
fn file_response(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let Some((file, hash)) = BY_PATH.get(path) else {
        let kind = if path.starts_with("api/") { code::NO_ENDPOINT } else { code::NOT_FOUND };
        return Err(Problem::from_code(kind, "this path does not exist"));
    };
    let (encoding, bytes) = Encoding::accepted(headers)
        .into_iter()
        .find_map(|encoding| Some((encoding, file.bytes(encoding)?)))
        .unwrap_or((Encoding::Identity, file.plain));
    // Each coding is a separate representation with its own tag.
    let tag = match encoding.name() {
        Some(name) => format!("\"{hash}-{name}\""),
        None => format!("\"{hash}\""),
    };
    let cache = if path.starts_with(HASHED_PREFIX) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut head = vec![(CACHE_CONTROL, header_value(cache)), (ETAG, header_value(&tag))];
    if file.varies() {
        head.push((VARY, header_value("accept-encoding")));
    }
    if matches_tag(headers, &tag) {
        return Ok(reply(StatusCode::NOT_MODIFIED, head, Bytes::new()));
    }
    head.push((CONTENT_TYPE, header_value(media_type(path))));
    if let Some(name) = encoding.name() {
        head.push((CONTENT_ENCODING, header_value(name)));
    }
    Ok(reply(StatusCode::OK, head, Bytes::from_static(bytes)))
}

fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

fn reply(status: StatusCode, head: Vec<(HeaderName, HeaderValue)>, body: Bytes) -> Response {
    let mut response = (status, body).into_response();
    for (name, value) in head {
        response.headers_mut().insert(name, value);
    }
    if status == StatusCode::NOT_MODIFIED {
        response.headers_mut().remove(CONTENT_TYPE);
    }
    response
}

/// Returns whether the client already has the file with this tag.
fn matches_tag(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
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
    use std::io::Read;

    use flate2::read::GzDecoder;
    use http::header::ACCEPT_ENCODING;

    use super::*;

    fn get(path: &str, pairs: &[(HeaderName, &str)]) -> Response {
        let headers = pairs.iter().map(|(name, text)| (name.clone(), header_value(text))).collect();
        file_response(path, &headers).unwrap()
    }

    fn text(response: &Response, name: HeaderName) -> Option<&str> {
        response.headers().get(name).map(|value| value.to_str().unwrap())
    }

    #[test]
    fn every_file_has_a_media_type() {
        assert!(BY_PATH.contains_key("index.html"), "the page is built");
        for file in FILES {
            assert_ne!(media_type(file.path), "application/octet-stream", "{}", file.path);
        }
    }

    #[test]
    fn compressed_content_equals_plain_content() {
        for File { path, plain, brotli, gzip } in FILES {
            let mut out = Vec::new();
            if let Some(mut bytes) = *brotli {
                brotli::BrotliDecompress(&mut bytes, &mut out).unwrap();
                assert!(out == *plain && bytes.len() < plain.len(), "{path}");
            }
            out.clear();
            if let Some(bytes) = *gzip {
                GzDecoder::new(bytes).read_to_end(&mut out).unwrap();
                assert!(out == *plain && bytes.len() < plain.len(), "{path}");
            }
        }
        let script = FILES.iter().max_by_key(|file| file.plain.len()).unwrap();
        assert!(script.brotli.unwrap().len() < script.gzip.unwrap().len(), "{}", script.path);
    }

    #[test]
    fn file_is_sent_in_an_accepted_coding() {
        let path = FILES.iter().max_by_key(|file| file.plain.len()).unwrap().path;
        let all = [("br, gzip", Some("br")), ("gzip", Some("gzip")), ("zstd", None)];
        let replies = all.map(|(accepted, expected)| {
            let response = get(path, &[(ACCEPT_ENCODING, accepted)]);
            assert_eq!(text(&response, CONTENT_ENCODING), expected, "{accepted}");
            assert_eq!(text(&response, VARY), Some("accept-encoding"));
            assert_eq!(text(&response, CONTENT_TYPE), Some(media_type(path)));
            assert!(text(&response, CACHE_CONTROL).unwrap().ends_with("immutable"));
            (accepted, text(&response, ETAG).unwrap().to_owned())
        });
        for (at, (accepted, tag)) in replies.iter().enumerate() {
            // The tag matches only the same coding.
            for (other, (_, known)) in replies.iter().enumerate() {
                for known in [known.clone(), format!("\"x\", W/{known}")] {
                    let pairs = [(ACCEPT_ENCODING, *accepted), (IF_NONE_MATCH, known.as_str())];
                    let again = get(path, &pairs);
                    let status =
                        if at == other { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
                    assert_eq!(again.status(), status, "{accepted} {known}");
                    assert_eq!(text(&again, ETAG), Some(tag.as_str()));
                    assert_eq!(text(&again, VARY), Some("accept-encoding"));
                    assert_eq!(text(&again, CONTENT_TYPE).is_some(), at != other);
                }
            }
        }
    }

    #[test]
    fn index_is_always_revalidated() {
        let response = get("index.html", &[(ACCEPT_ENCODING, "br")]);
        assert_eq!(text(&response, CACHE_CONTROL), Some("no-cache"));
    }
}
