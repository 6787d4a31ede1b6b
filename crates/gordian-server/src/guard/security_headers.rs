//! Security headers of all responses.
//!
//! Browsers may run only the page's own files, must not frame the page, must not sniff content
//! types, and must not share responses with other origins. There is no CORS: other origins cannot
//! read responses.

use http::header::CACHE_CONTROL;
use http::{HeaderMap, HeaderName, HeaderValue};

/// Fixed headers, which replace those set by handlers.
const FIXED_HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ),
];

/// Adds the fixed headers. API responses are not cached, unless the handler says otherwise.
pub(crate) fn insert(headers: &mut HeaderMap, path: &str) {
    for (name, value) in FIXED_HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let is_page = !path.starts_with("/api/") && !super::probes::PATHS.contains(&path);
    if !is_page && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
