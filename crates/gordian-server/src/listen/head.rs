//! Judges the head of a request before the HTTP library sees it.
//!
//! The library would refuse most of this too, but with an empty reply, or by closing without a
//! word, and its time limit cannot tell a slow head from an idle connection. Here every refusal has
//! a name, and where the body ends is known before its first byte is passed on, so that nothing of
//! a following request can be hidden in it: a head with two lengths, or with a length and chunks,
//! is refused.

use std::str;

use http::{Method, Uri};

use crate::code::{self, Code};
use crate::config::ConnectionLimits;

/// More headers than browsers and proxies send together.
const MAX_HEADERS: usize = 100;

/// Longer than any body; what is shorter is up to the guards.
const MAX_LENGTH: u64 = u64::MAX >> 1;

/// The first byte of a TLS connection.
const TLS_HANDSHAKE: u8 = 0x16;

/// How the body of a request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// After so many bytes.
    Length(u64),
    /// With a last chunk. Only the library can tell where that is, so nothing may follow on the
    /// connection.
    Chunked,
}

/// What is known about the bytes read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// There must be more.
    Partial,
    /// So many bytes are a whole head.
    Whole(usize, Framing),
    /// This will never be a head that is answered.
    Refused(Code),
}

/// Judges `input`, which begins at the first byte of a head. Cost: linear, and the caller asks
/// again for every packet; the limit on a head keeps that small.
pub(super) fn judge(input: &[u8], limits: &ConnectionLimits) -> Head {
    if input.first() == Some(&TLS_HANDSHAKE) {
        return Head::Refused(code::TLS);
    }
    // Empty lines before a request are allowed; each counts as part of the head.
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(input) {
        Ok(httparse::Status::Complete(length)) => {
            if request.path.is_some_and(|target| target.len() > limits.max_target) {
                Head::Refused(code::TARGET_LONG)
            } else if length > limits.max_head {
                Head::Refused(code::HEAD_LONG)
            } else {
                framing(&request).map_or_else(Head::Refused, |framing| Head::Whole(length, framing))
            }
        }
        Ok(httparse::Status::Partial) => {
            let first = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
            // The method and the version are what else is on the line.
            if first > limits.max_target + 40 {
                Head::Refused(code::TARGET_LONG)
            } else if input.len() >= limits.max_head {
                Head::Refused(code::HEAD_LONG)
            } else {
                Head::Partial
            }
        }
        Err(httparse::Error::Version) => Head::Refused(code::VERSION),
        Err(httparse::Error::TooManyHeaders) => Head::Refused(code::HEAD_LONG),
        Err(_) => Head::Refused(code::MALFORMED),
    }
}

/// Checks what the library would refuse in silence, and finds how the body ends.
fn framing(request: &httparse::Request<'_, '_>) -> Result<Framing, Code> {
    let target: Result<Uri, _> = request.path.unwrap_or_default().parse();
    if target.is_err() {
        return Err(code::TARGET);
    }
    let method = Method::from_bytes(request.method.unwrap_or_default().as_bytes());
    if method.map_err(|_| code::MALFORMED)? == Method::CONNECT {
        return Err(code::TARGET);
    }
    let all = |name: &'static str| {
        request.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name))
    };
    let hosts = all("host").count();
    if hosts > 1 || (hosts == 0 && request.version == Some(1)) {
        return Err(code::MALFORMED);
    }
    let mut lengths = all("content-length").map(|header| header.value);
    let length = lengths.next();
    let mut codings = all("transfer-encoding").map(|header| header.value);
    let coding = codings.next();
    if lengths.next().is_some() || codings.next().is_some() {
        return Err(code::MALFORMED);
    }
    match (length, coding) {
        (None, None) => Ok(Framing::Length(0)),
        (Some(digits), None) => match decimal(digits).ok_or(code::MALFORMED)? {
            // The library refuses the last few numbers by itself, without saying why.
            length if length > MAX_LENGTH => Err(code::BODY_LARGE),
            length => Ok(Framing::Length(length)),
        },
        (None, Some(coding))
            if coding.eq_ignore_ascii_case(b"chunked") && request.version == Some(1) =>
        {
            Ok(Framing::Chunked)
        }
        (_, Some(_)) => Err(code::MALFORMED),
    }
}

/// Reads digits and nothing else: no sign, no list. What is too much to count is the largest number.
fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(str::from_utf8(digits).ok()?.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: Head) {
        let limits = ConnectionLimits { max_head: 200, max_target: 30, ..Default::default() };
        assert_eq!(judge(input.as_bytes(), &limits), expected, "{input:?}");
    }

    fn whole(lines: &str, framing: Framing) {
        let input = format!("POST /a HTTP/1.1\r\nHost: a\r\n{lines}\r\n");
        check(&input, Head::Whole(input.len(), framing));
        check(&format!("{input}rest"), Head::Whole(input.len(), framing));
        check(&input[..input.len() - 1], Head::Partial);
    }

    fn refused(lines: &str, code: Code) {
        check(&format!("POST /a HTTP/1.1\r\nHost: a\r\n{lines}\r\n"), Head::Refused(code));
    }

    #[test]
    fn whole_heads() {
        whole("", Framing::Length(0));
        whole("Content-Length: 12\r\n", Framing::Length(12));
        whole("Transfer-Encoding: Chunked\r\n", Framing::Chunked);
    }

    #[test]
    fn bodies_with_two_ends() {
        refused("Content-Length: 1\r\nContent-Length: 1\r\n", code::MALFORMED);
        refused("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", code::MALFORMED);
        refused("Transfer-Encoding: gzip, chunked\r\n", code::MALFORMED);
        refused("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", code::MALFORMED);
        for length in ["+1", "-1", "1,1", "", "0x1", "18446744073709551615a"] {
            refused(&format!("Content-Length: {length}\r\n"), code::MALFORMED);
        }
        for length in ["9223372036854775808", "18446744073709551615", "99999999999999999999"] {
            refused(&format!("Content-Length: {length}\r\n"), code::BODY_LARGE);
        }
        whole("Content-Length: 9223372036854775807\r\n", Framing::Length(MAX_LENGTH));
        refused("Content-Length : 1\r\n", code::MALFORMED);
        check(
            "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            Head::Refused(code::MALFORMED),
        );
    }

    #[test]
    fn not_http() {
        check("\x16\x03\x01\x02", Head::Refused(code::TLS));
        check("PRI * HTTP/2.0\r\n\r\n", Head::Refused(code::VERSION));
        check("GET / HTTP/9.9\r\n\r\n", Head::Refused(code::VERSION));
        check("GET / HTTP/1.1\r\n\r\n", Head::Refused(code::MALFORMED));
        check("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", Head::Refused(code::MALFORMED));
        check("GET \"x HTTP/1.1\r\nHost: a\r\n\r\n", Head::Refused(code::TARGET));
        check("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", Head::Refused(code::TARGET));
        check("GET / HTTP/1.0\r\n\r\n", Head::Whole(18, Framing::Length(0)));
    }

    #[test]
    fn long_heads() {
        let long = "a".repeat(31);
        check(
            &format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"),
            Head::Refused(code::TARGET_LONG),
        );
        check(&format!("GET /{}", "a".repeat(70)), Head::Refused(code::TARGET_LONG));
        refused(&format!("A: {}\r\n", "a".repeat(200)), code::HEAD_LONG);
        let partial = format!("GET / HTTP/1.1\r\nA: {}", "a".repeat(200));
        check(&partial, Head::Refused(code::HEAD_LONG));
    }
}
