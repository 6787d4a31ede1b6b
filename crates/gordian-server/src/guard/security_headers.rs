//! Security headers of all responses.
//!
//! Browsers may run only the page's own files, must not frame the page, must not sniff content
//! types, and must not share responses with other origins. There is no CORS: other origins cannot
//! read responses. Only [`FRAMED`], the address of one puzzle for other sites, may be framed.

use http::header::CACHE_CONTROL;
use http::{HeaderMap, HeaderName, HeaderValue, Uri};

/// The query of the page that other sites may frame: `/?embed`. It shows one puzzle, without links
/// to jobs.
const FRAMED: &str = "embed";

const POLICY: &str = "content-security-policy";
const RESOURCE_POLICY: &str = "cross-origin-resource-policy";

/// Fixed headers, which replace those set by handlers.
const FIXED_HEADERS: [(&str, &str); 7] = [
    (
        POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    (RESOURCE_POLICY, "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ),
];

/// The headers of what may be framed, which replace the fixed ones.
const FRAMED_HEADERS: [(&str, &str); 2] = [
    (
        POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors *",
    ),
    (RESOURCE_POLICY, "cross-origin"),
];

/// Returns whether pages of other sites may frame what is at an address.
pub(crate) fn may_be_framed(address: &Uri) -> bool {
    address.path() == "/" && address.query() == Some(FRAMED)
}

/// Adds the fixed headers. API responses are not cached, unless the handler says otherwise.
pub(crate) fn insert(headers: &mut HeaderMap, path: &str, may_be_framed: bool) {
    let framed: &[_] = if may_be_framed { &FRAMED_HEADERS } else { &[] };
    for (name, value) in FIXED_HEADERS.iter().chain(framed) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let is_page = !path.starts_with("/api/") && !super::probes::PATHS.contains(&path);
    if !is_page && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
