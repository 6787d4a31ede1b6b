//! Headers that every reply carries.
//!
//! They tell browsers to run nothing but the page's own files, to show the page in no other, to
//! guess no types, and to hand nothing to other origins. There is no CORS: other origins get no
//! answer they could read.

use http::header::CACHE_CONTROL;
use http::{HeaderMap, HeaderName, HeaderValue};

/// Fixed headers, of which each replaces what a handler set.
const FIXED: [(&str, &str); 7] = [
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

/// Returns the headers that every response has as lines of a head.
pub(crate) fn fixed_headers() -> String {
    FIXED.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

/// Adds the headers. Answers of the API are never stored, unless the handler says how.
pub(crate) fn secure(headers: &mut HeaderMap, path: &str) {
    for (name, value) in FIXED {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let is_page = !path.starts_with("/api/") && !super::probes::PATHS.contains(&path);
    if !is_page && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
