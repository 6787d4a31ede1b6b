//! Checks of the request target, host and origin.
//!
//! Targets are never used as file paths, but proxies and logs may interpret `/a/../b` differently
//! from this service. Therefore ambiguous targets are rejected.

use std::net::{Ipv4Addr, Ipv6Addr};

use http::header::{ACCEPT_LANGUAGE, HOST, ORIGIN};
use http::{HeaderMap, Method, Uri};

use crate::Problem;
use crate::code;
use crate::config::Config;

/// Rejects ambiguous targets.
pub(crate) fn check_target(uri: &Uri) -> Result<(), Problem> {
    if uri.scheme().is_some() || uri.authority().is_some() {
        return Err(Problem::from_code(code::INVALID_TARGET, "the target contains a host"));
    }
    let reason = path_fault(uri.path());
    reason.map_or(Ok(()), |reason| {
        Err(Problem::from_code(code::INVALID_TARGET, format!("the path has {reason}")))
    })
}

/// Returns what is wrong with a path.
fn path_fault(path: &str) -> Option<&'static str> {
    if !path.starts_with('/') {
        return Some("no leading slash");
    }
    let Some(decoded) = percent_decode(path) else { return Some("an invalid escape") };
    let raw_slashes = path.bytes().filter(|&byte| byte == b'/').count();
    if decoded.iter().filter(|&&byte| byte == b'/').count() != raw_slashes {
        return Some("an escaped slash");
    }
    if decoded.contains(&b'\\') {
        return Some("a backslash");
    }
    if decoded.iter().any(|byte| byte.is_ascii_control()) {
        return Some("a control character");
    }
    if std::str::from_utf8(&decoded).is_err() {
        return Some("bytes that are not UTF-8");
    }
    // The first segment is the empty text before the leading slash; the last one may be empty.
    let mut segments = decoded.split(|&byte| byte == b'/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        match segment {
            b"." | b".." => return Some("a dot segment"),
            b"" if segments.peek().is_some() => return Some("an empty segment"),
            _ => {}
        }
    }
    None
}

/// Decodes percent-encoding once.
fn percent_decode(path: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    Some(decoded)
}

/// Rejects requests with an unknown host name.
pub(crate) fn check_host(config: &Config, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(host) = headers.get(HOST) else { return Ok(()) };
    let host = host.to_str().unwrap_or_default();
    if is_known_host(config, host) {
        return Ok(());
    }
    Err(Problem::from_code(code::UNKNOWN_HOST, format!("unknown host `{}`", host.escape_debug())))
}

fn is_known_host(config: &Config, host: &str) -> bool {
    let bound_to_loopback = config.bind.ip().to_canonical().is_loopback();
    if config.hosts.is_empty() && !bound_to_loopback {
        return true;
    }
    // `name:port`, `[address]:port`, or either without the port.
    let end = host.rfind(':').filter(|&at| !host[at..].contains(']'));
    let port = end.map_or("0", |at| &host[at + 1..]);
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let name = &host[..end.unwrap_or(host.len())];
    // The name may end with one dot for the root.
    let name = name.strip_suffix('.').unwrap_or(name);
    let bracketed = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_loopback = match bracketed {
        Some(v6) => v6.parse().is_ok_and(|v6: Ipv6Addr| v6.to_canonical().is_loopback()),
        None => {
            name.eq_ignore_ascii_case("localhost")
                || name.parse().is_ok_and(|v4: Ipv4Addr| v4.is_loopback())
        }
    };
    is_loopback || config.hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Rejects requests caused by pages of other origins, except links to this one. These errors do not
/// count towards a ban, because the user of such a page is not at fault.
pub(crate) fn check_origin(
    config: &Config,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let is_cross_origin = match text("sec-fetch-site") {
        Some(site) => {
            let is_link = method == Method::GET && text("sec-fetch-dest") == Some("document");
            (site == "cross-site" || site == "same-site") && !is_link
        }
        // Browsers send `Sec-Fetch-Site` only over TLS and to loopback.
        None => text(ORIGIN.as_str()).is_some_and(|origin| {
            let origin_host = origin.split_once("://").map_or(origin, |(_, host)| host);
            let name = origin_host.rsplit_once(':').map_or(origin_host, |(name, _)| name);
            !text(HOST.as_str()).is_some_and(|host| origin_host.eq_ignore_ascii_case(host))
                && !config.hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
        }),
    };
    if is_cross_origin {
        return Err(Problem::from_code(
            code::CROSS_ORIGIN,
            "cross-origin requests are not allowed",
        ));
    }
    Ok(())
}

/// Returns whether a page of another site may have caused the request: true for all browser
/// requests that do not report `same-origin`. (A page of another site can prefetch or open links to
/// this one, for which browsers report `none` or a document navigation. Over plain HTTP they report
/// nothing, but send `Accept-Language`.)
pub(crate) fn may_be_cross_origin(headers: &HeaderMap) -> bool {
    match headers.get("sec-fetch-site") {
        Some(site) => site != "same-origin",
        None => {
            let names = ["sec-fetch-mode", "sec-fetch-dest", "sec-purpose", "origin", "referer"];
            headers.contains_key(ACCEPT_LANGUAGE)
                || names.iter().any(|it| headers.contains_key(*it))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ambiguous_targets_are_rejected() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(path_fault(path), expected, "{path}");
        };
        for path in ["/", "/api/v1/solve", "/a/", "/a.b", "/...", "/a%20b", "/%C3%A9", "/~a"] {
            check(path, None);
        }
        for path in ["/../a", "/a/..", "/a/./b", "/%2e%2e/a", "/a/%2E%2e", "/.%2e"] {
            check(path, Some("a dot segment"));
        }
        check("/a%2fb", Some("an escaped slash"));
        check("/%2F", Some("an escaped slash"));
        check("/a%5c..", Some("a backslash"));
        check("/a\\b", Some("a backslash"));
        check("/a%00", Some("a control character"));
        check("/a%0d%0aB", Some("a control character"));
        check("/a%ff", Some("bytes that are not UTF-8"));
        check("/%", Some("an invalid escape"));
        check("/%2", Some("an invalid escape"));
        check("/%zz", Some("an invalid escape"));
        check("//a", Some("an empty segment"));
        check("/a//b", Some("an empty segment"));
        check("*", Some("no leading slash"));
        // Decoded once, this is an ordinary name.
        check("/%252e%252e", None);
        assert!(check_target(&"http://a/b".parse().unwrap()).is_err());
        assert!(check_target(&"/b?x=/../".parse().unwrap()).is_ok());
    }

    #[test]
    fn unknown_hosts_are_rejected() {
        let check = |bind: &str, hosts: &[&str], host: &str, expected: bool| {
            let hosts = hosts.iter().map(|&host| host.to_owned()).collect();
            let bind = bind.parse().unwrap();
            let config = Config { bind, hosts, ..Config::default() };
            assert_eq!(is_known_host(&config, host), expected, "{bind} {host}");
        };
        for host in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1",
            "127.0.0.1:1",
            "[::1]:8080",
            "[::1]",
            "localhost.",
            "gordian.test:80",
        ] {
            check("127.0.0.1:80", &["gordian.test"], host, true);
        }
        for host in [
            "evil.test",
            "localhost.evil.test",
            "127.0.0.1.evil.test",
            "192.0.2.1",
            "",
            "localhost@evil.test",
            "[::2]:80",
            ":80",
            "localhost:evil.test",
            "localhost:80:evil.test",
            "localhost:80:80",
            "localhost:",
            "localhost:+80",
            "localhost..",
            ".localhost",
            "gordian..test",
            "[::1]evil.test",
            "[::1]:evil.test",
            "[localhost]",
        ] {
            check("127.0.0.1:80", &["gordian.test"], host, false);
            check("[::1]:80", &[], host, false);
        }
        check("0.0.0.0:80", &[], "anything.test", true);
        check("0.0.0.0:80", &["gordian.test"], "anything.test", false);
    }

    #[test]
    fn cross_origin_requests_are_rejected() {
        let check = |headers: &[(&'static str, &'static str)], expected: bool| {
            let mut map = HeaderMap::new();
            map.insert(HOST, http::HeaderValue::from_static("localhost:8080"));
            for &(name, value) in headers {
                map.insert(name, http::HeaderValue::from_static(value));
            }
            let config = Config { hosts: vec!["gordian.test".to_owned()], ..Config::default() };
            let refused = check_origin(&config, &Method::GET, &map).is_err();
            assert_eq!(refused, expected, "{headers:?}");
        };
        check(&[], false);
        check(&[("origin", "http://localhost:8080")], false);
        check(&[("origin", "http://localhost:3000")], true);
        check(&[("origin", "https://evil.test")], true);
        check(&[("origin", "null")], true);
        for (site, expected) in
            [("none", false), ("same-origin", false), ("same-site", true), ("cross-site", true)]
        {
            check(&[("sec-fetch-site", site)], expected);
        }
        // Links from other origins are allowed, frames are not.
        check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "document")], false);
        check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "iframe")], true);
        // A proxy may have changed the host.
        check(&[("sec-fetch-site", "same-origin"), ("origin", "https://other.test")], false);
        check(&[("origin", "http://gordian.test:81")], false);
    }
}
