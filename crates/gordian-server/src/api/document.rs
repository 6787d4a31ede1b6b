//! Documents as responses, compressed for clients that accept that.

use std::io::Write as _;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue};

/// Shorter documents fit into a packet or two as they are.
const LEAST: usize = 1024;

/// A JSON document, ready to be sent.
pub(super) struct Document {
    bytes: Bytes,
    is_compressed: bool,
}

impl Document {
    /// Returns a document from its text, compressed if it is long enough and the client `accepts` gzip.
    /// Cost: 10 ms for each MB, so long documents are made where requests are computed.
    pub(super) fn new(text: String, accepts: bool) -> Self {
        let plain = Bytes::from(text);
        if !accepts || plain.len() < LEAST {
            return Self { bytes: plain, is_compressed: false };
        }
        let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
        let written = encoder.write_all(&plain).and_then(|()| encoder.finish());
        // Writing into memory does not fail.
        match written {
            Ok(compressed) => Self { bytes: compressed.into(), is_compressed: true },
            Err(_) => Self { bytes: plain, is_compressed: false },
        }
    }
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        let mut response = self.bytes.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if self.is_compressed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// A document that never changes, compressed once.
pub(super) struct FixedDocument {
    plain: Bytes,
    compressed: Bytes,
}

impl FixedDocument {
    pub(super) fn new(text: String) -> Self {
        let compressed = Document::new(text.clone(), true).bytes;
        Self { plain: text.into(), compressed }
    }

    /// Returns the response to a request with these headers. Cost: none that depends on the length.
    pub(super) fn reply(&self, headers: &HeaderMap) -> Response {
        let is_compressed = accepts_gzip(headers) && self.plain.len() >= LEAST;
        let bytes = if is_compressed { &self.compressed } else { &self.plain };
        Document { bytes: bytes.clone(), is_compressed }.into_response()
    }
}

/// Returns whether a client accepts gzip.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|it| it.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && quality.is_none_or(|quality| quality > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn gzip_is_accepted_or_not() {
        let accepts = |line: &str| {
            accepts_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, line.parse().unwrap())]))
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5") && accepts("gzip;x"));
        assert!(!accepts("") && !accepts("br") && !accepts("gzip;q=0") && !accepts("gzip; q=0.0"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn long_documents_are_compressed() {
        let text = "{\"a\": 1}".repeat(1000);
        let plain = Document::new(text.clone(), false);
        assert!(!plain.is_compressed && plain.bytes == text.as_bytes());
        let compressed = Document::new(text.clone(), true);
        assert!(compressed.is_compressed && compressed.bytes.len() < text.len() / 4);
        let mut read = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&compressed.bytes[..]);
        decoder.read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(!Document::new("{}".to_owned(), true).is_compressed);
    }
}
