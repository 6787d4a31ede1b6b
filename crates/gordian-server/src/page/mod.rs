//! The page: embedded files, compressed.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing;
use bytes::Bytes;
use flate2::read::GzDecoder;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::Problem;
use crate::code;
use crate::negotiation::Encoding;

/// A file of the page. The program has it only compressed: all browsers accept both codings, and
/// 1.6 MB are saved.
struct File {
    path: &'static str,
    brotli: &'static [u8],
    gzip: &'static [u8],
}

/// The build output of `web/`; `build.rs` writes the table.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files by path.
static BY_PATH: LazyLock<BTreeMap<&str, Served>> =
    LazyLock::new(|| FILES.iter().map(|file| (file.path, Served::new(file))).collect());

/// Files below this path have a content hash in their name and never change.
const HASHED_PREFIX: &str = "assets/";

/// A file, and what is derived from it.
struct Served {
    file: &'static File,
    /// Changes whenever the content does.
    hash: String,
    /// The content uncompressed, once a client needed it.
    plain: OnceLock<Vec<u8>>,
}

impl Served {
    fn new(file: &'static File) -> Self {
        let hash = blake3::hash(file.gzip).to_hex().to_string();
        Self { file, hash, plain: OnceLock::new() }
    }

    /// Returns the content in a coding.
    fn bytes(&'static self, encoding: Encoding) -> &'static [u8] {
        match encoding {
            Encoding::Brotli => self.file.brotli,
            Encoding::Gzip => self.file.gzip,
            Encoding::Identity => self.plain(),
        }
    }

    /// Returns the content uncompressed.
    fn plain(&'static self) -> &'static [u8] {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            GzDecoder::new(self.file.gzip)
                .read_to_end(&mut plain)
                .expect("the build script compressed the file");
            plain
        })
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
    BY_PATH.get(NOTICES).expect("the page has the file").plain()
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
    let Some(file) = BY_PATH.get(path) else {
        let kind = if path.starts_with("api/") { code::NO_ENDPOINT } else { code::NOT_FOUND };
        return Err(Problem::from_code(kind, "this path does not exist"));
    };
    let encoding = Encoding::accepted(headers).first().copied().unwrap_or(Encoding::Identity);
    // Each coding is a separate representation with its own tag.
    let hash = &file.hash;
    let tag = match encoding.name() {
        Some(name) => format!("\"{hash}-{name}\""),
        None => format!("\"{hash}\""),
    };
    let cache = if path.starts_with(HASHED_PREFIX) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut head = vec![
        (CACHE_CONTROL, header_value(cache)),
        (ETAG, header_value(&tag)),
        (VARY, header_value("accept-encoding")),
    ];
    if matches_tag(headers, &tag) {
        return Ok(reply(StatusCode::NOT_MODIFIED, head, Bytes::new()));
    }
    head.push((CONTENT_TYPE, header_value(media_type(path))));
    if let Some(name) = encoding.name() {
        head.push((CONTENT_ENCODING, header_value(name)));
    }
    Ok(reply(StatusCode::OK, head, Bytes::from_static(file.bytes(encoding))))
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
    use fs_err as fs;
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

    /// The largest file: a script.
    fn script() -> &'static str {
        FILES.iter().max_by_key(|file| BY_PATH[file.path].plain().len()).unwrap().path
    }

    #[test]
    fn every_coding_has_the_content_of_the_file() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for (path, file) in BY_PATH.iter() {
            let plain = fs::read(folder.join(path)).unwrap();
            assert!(file.bytes(Encoding::Identity) == plain, "{path}");
            let mut out = Vec::new();
            brotli::BrotliDecompress(&mut file.bytes(Encoding::Brotli), &mut out).unwrap();
            assert!(out == plain, "{path}");
        }
        let script = &BY_PATH[script()];
        let size = |encoding| script.bytes(encoding).len();
        assert!(size(Encoding::Brotli) < size(Encoding::Gzip));
        assert!(size(Encoding::Gzip) < size(Encoding::Identity));
    }

    #[test]
    fn file_is_sent_in_an_accepted_coding() {
        let path = script();
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
