//! Checks of the host and origin of requests.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::Request;
use http::header::{HOST, ORIGIN};
use http::{Method, Version};

use super::security_headers;
use crate::Problem;
use crate::code;
use crate::config::Config;

/// Rejects requests with an unknown host name, with several, and those of HTTP/1.1 with none.
pub(crate) fn check_host(config: &Config, request: &Request) -> Result<(), Problem> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        (None, None) if request.version() < Version::HTTP_11 => return Ok(()),
        _ => {
            let detail = "the request must have one `Host`";
            return Err(Problem::from_code(code::MALFORMED_REQUEST, detail));
        }
    };
    // A host in the target replaces the header (RFC 9112, section 3.2.2).
    let host = request.uri().authority().map_or(host, |authority| authority.as_str());
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

/// Rejects requests caused by pages of other origins, except links to this one, and frames of what
/// may be framed.
pub(crate) fn check_origin<B>(config: &Config, request: &Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let is_cross_origin = match text("sec-fetch-site") {
        Some(site) => {
            let is_shown = match text("sec-fetch-dest") {
                Some("document") => true,
                Some("iframe") => security_headers::may_be_framed(request.uri()),
                _ => false,
            };
            let is_link = request.method() == Method::GET && is_shown;
            !(is_link || matches!(site, "none" | "same-origin"))
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let check_at = |uri: &str, headers: &[(&'static str, &'static str)], expected: bool| {
            let mut request = Request::get(uri).header(HOST, "localhost:8080");
            for &(name, value) in headers {
                request = request.header(name, value);
            }
            let config = Config { hosts: vec!["gordian.test".to_owned()], ..Config::default() };
            let refused = check_origin(&config, &request.body(()).unwrap()).is_err();
            assert_eq!(refused, expected, "{uri} {headers:?}");
        };
        let check = |headers: &[_], expected| check_at("/", headers, expected);
        check(&[], false);
        check(&[("origin", "http://localhost:8080")], false);
        check(&[("origin", "http://localhost:3000")], true);
        check(&[("origin", "https://evil.test")], true);
        check(&[("origin", "null")], true);
        for (site, expected) in [
            ("none", false),
            ("same-origin", false),
            ("same-site", true),
            ("cross-site", true),
            ("Cross-Site", true),
        ] {
            check(&[("sec-fetch-site", site)], expected);
        }
        // Links from other origins are allowed, frames are not.
        check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "document")], false);
        let framed = &[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "iframe")];
        check(framed, true);
        // One address may be framed; its files are asked for by itself.
        check_at("/?embed", framed, false);
        check_at("/?embed=1", framed, true);
        check_at("/api/v1/examples?embed", framed, true);
        let script = [("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "script")];
        check_at("/?embed", &script, true);
        // A proxy may have changed the host.
        check(&[("sec-fetch-site", "same-origin"), ("origin", "https://other.test")], false);
        check(&[("origin", "http://gordian.test:81")], false);
    }
}
