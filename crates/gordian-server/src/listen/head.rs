//! Checks the head of a request before the HTTP library parses it.
//!
//! The library would reject most invalid heads too, but with an empty response or by closing
//! silently, and its timeout does not distinguish a slow head from an idle connection. Here each
//! error has a code. The end of the body is known before its first byte is forwarded, which
//! prevents request smuggling: a head with two lengths, or with a length and chunked encoding, is
//! rejected.

use std::str;

use http::{Method, Uri};

use crate::code::{self, ErrorCode};
use crate::config::ConnectionLimits;

/// More headers than browsers and proxies send together.
const MAX_HEADERS: usize = 100;

/// Larger than any body; the guards enforce the actual limit.
const MAX_LENGTH: u64 = u64::MAX >> 1;

/// The first byte of a TLS handshake.
const TLS_HANDSHAKE: u8 = 0x16;

/// How the end of a request body is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// By its length in bytes.
    Length(u64),
    /// By a last chunk. Only the HTTP library finds it, so the connection is closed after this
    /// request.
    Chunked,
}

/// The result of checking the bytes read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadStatus {
    /// More bytes are needed.
    Partial,
    /// The head is complete and has this length.
    Complete(usize, Framing),
    /// The head is invalid.
    Rejected(ErrorCode),
}

/// Checks `input`, which begins at the first byte of a head. Cost: linear. It is called again for
/// each packet, which is cheap because heads are limited.
pub(super) fn check_head(input: &[u8], limits: &ConnectionLimits) -> HeadStatus {
    if input.first() == Some(&TLS_HANDSHAKE) {
        return HeadStatus::Rejected(code::TLS_ON_PLAIN_PORT);
    }
    // Empty lines before a request are allowed, and count as part of the head.
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(input) {
        Ok(httparse::Status::Complete(length)) => {
            if request.path.is_some_and(|target| target.len() > limits.max_target_bytes) {
                HeadStatus::Rejected(code::TARGET_TOO_LONG)
            } else if length > limits.max_head_bytes {
                HeadStatus::Rejected(code::HEAD_TOO_LONG)
            } else {
                body_framing(&request).map_or_else(HeadStatus::Rejected, |framing| {
                    HeadStatus::Complete(length, framing)
                })
            }
        }
        Ok(httparse::Status::Partial) => {
            let first = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
            // The line also contains the method and the version.
            if first > limits.max_target_bytes + 40 {
                HeadStatus::Rejected(code::TARGET_TOO_LONG)
            } else if input.len() >= limits.max_head_bytes {
                HeadStatus::Rejected(code::HEAD_TOO_LONG)
            } else {
                HeadStatus::Partial
            }
        }
        Err(httparse::Error::Version) => HeadStatus::Rejected(code::UNSUPPORTED_VERSION),
        Err(httparse::Error::TooManyHeaders) => HeadStatus::Rejected(code::HEAD_TOO_LONG),
        // A browser sends the bytes of a link unchanged, which need not be UTF-8.
        Err(_) if input.iter().take_while(|&&byte| byte != b'\n').any(|byte| !byte.is_ascii()) => {
            HeadStatus::Rejected(code::INVALID_TARGET)
        }
        Err(_) => HeadStatus::Rejected(code::MALFORMED_REQUEST),
    }
}

/// Checks what the library would reject silently, and determines how the body ends.
fn body_framing(request: &httparse::Request<'_, '_>) -> Result<Framing, ErrorCode> {
    let target: Result<Uri, _> = request.path.unwrap_or_default().parse();
    if target.is_err() {
        return Err(code::INVALID_TARGET);
    }
    let method = Method::from_bytes(request.method.unwrap_or_default().as_bytes());
    if method.map_err(|_| code::MALFORMED_REQUEST)? == Method::CONNECT {
        return Err(code::INVALID_TARGET);
    }
    let all = |name: &'static str| {
        request.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name))
    };
    let hosts = all("host").count();
    if hosts > 1 || (hosts == 0 && request.version == Some(1)) {
        return Err(code::MALFORMED_REQUEST);
    }
    let mut lengths = all("content-length").map(|header| header.value);
    let length = lengths.next();
    let mut codings = all("transfer-encoding").map(|header| header.value);
    let coding = codings.next();
    if lengths.next().is_some() || codings.next().is_some() {
        return Err(code::MALFORMED_REQUEST);
    }
    match (length, coding) {
        (None, None) => Ok(Framing::Length(0)),
        (Some(digits), None) => match parse_decimal(digits).ok_or(code::MALFORMED_REQUEST)? {
            // The library rejects the largest numbers itself, without a response.
            length if length > MAX_LENGTH => Err(code::BODY_TOO_LARGE),
            length => Ok(Framing::Length(length)),
        },
        (None, Some(coding))
            if coding.eq_ignore_ascii_case(b"chunked") && request.version == Some(1) =>
        {
            Ok(Framing::Chunked)
        }
        (_, Some(_)) => Err(code::MALFORMED_REQUEST),
    }
}

/// Parses digits, without sign or list. A number that is too large becomes the maximum.
fn parse_decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(str::from_utf8(digits).ok()?.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_status(input: &str, expected: HeadStatus) {
        let limits =
            ConnectionLimits { max_head_bytes: 200, max_target_bytes: 30, ..Default::default() };
        assert_eq!(check_head(input.as_bytes(), &limits), expected, "{input:?}");
    }

    fn assert_complete(lines: &str, framing: Framing) {
        let input = format!("POST /a HTTP/1.1\r\nHost: a\r\n{lines}\r\n");
        assert_status(&input, HeadStatus::Complete(input.len(), framing));
        assert_status(&format!("{input}rest"), HeadStatus::Complete(input.len(), framing));
        assert_status(&input[..input.len() - 1], HeadStatus::Partial);
    }

    fn assert_rejected(lines: &str, code: ErrorCode) {
        assert_status(
            &format!("POST /a HTTP/1.1\r\nHost: a\r\n{lines}\r\n"),
            HeadStatus::Rejected(code),
        );
    }

    #[test]
    fn complete_heads_have_a_framing() {
        assert_complete("", Framing::Length(0));
        assert_complete("Content-Length: 12\r\n", Framing::Length(12));
        assert_complete("Transfer-Encoding: Chunked\r\n", Framing::Chunked);
    }

    #[test]
    fn ambiguous_lengths_are_rejected() {
        assert_rejected("Content-Length: 1\r\nContent-Length: 1\r\n", code::MALFORMED_REQUEST);
        assert_rejected(
            "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
            code::MALFORMED_REQUEST,
        );
        assert_rejected("Transfer-Encoding: gzip, chunked\r\n", code::MALFORMED_REQUEST);
        assert_rejected(
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            code::MALFORMED_REQUEST,
        );
        for length in ["+1", "-1", "1,1", "", "0x1", "18446744073709551615a"] {
            assert_rejected(&format!("Content-Length: {length}\r\n"), code::MALFORMED_REQUEST);
        }
        for length in ["9223372036854775808", "18446744073709551615", "99999999999999999999"] {
            assert_rejected(&format!("Content-Length: {length}\r\n"), code::BODY_TOO_LARGE);
        }
        assert_complete("Content-Length: 9223372036854775807\r\n", Framing::Length(MAX_LENGTH));
        assert_rejected("Content-Length : 1\r\n", code::MALFORMED_REQUEST);
        assert_status(
            "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            HeadStatus::Rejected(code::MALFORMED_REQUEST),
        );
    }

    #[test]
    fn non_http_input_is_rejected() {
        assert_status("\x16\x03\x01\x02", HeadStatus::Rejected(code::TLS_ON_PLAIN_PORT));
        let limits = ConnectionLimits::default();
        let latin = check_head(b"GET /caf\xe9 HTTP/1.1\r\nHost: a\r\n\r\n", &limits);
        assert_eq!(latin, HeadStatus::Rejected(code::INVALID_TARGET));
        assert_status("PRI * HTTP/2.0\r\n\r\n", HeadStatus::Rejected(code::UNSUPPORTED_VERSION));
        assert_status("GET / HTTP/9.9\r\n\r\n", HeadStatus::Rejected(code::UNSUPPORTED_VERSION));
        assert_status("GET / HTTP/1.1\r\n\r\n", HeadStatus::Rejected(code::MALFORMED_REQUEST));
        assert_status(
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            HeadStatus::Rejected(code::MALFORMED_REQUEST),
        );
        assert_status(
            "GET \"x HTTP/1.1\r\nHost: a\r\n\r\n",
            HeadStatus::Rejected(code::INVALID_TARGET),
        );
        assert_status(
            "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
            HeadStatus::Rejected(code::INVALID_TARGET),
        );
        assert_status("GET / HTTP/1.0\r\n\r\n", HeadStatus::Complete(18, Framing::Length(0)));
    }

    #[test]
    fn long_heads_are_rejected() {
        let long = "a".repeat(31);
        assert_status(
            &format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"),
            HeadStatus::Rejected(code::TARGET_TOO_LONG),
        );
        assert_status(
            &format!("GET /{}", "a".repeat(70)),
            HeadStatus::Rejected(code::TARGET_TOO_LONG),
        );
        assert_rejected(&format!("A: {}\r\n", "a".repeat(200)), code::HEAD_TOO_LONG);
        let partial = format!("GET / HTTP/1.1\r\nA: {}", "a".repeat(200));
        assert_status(&partial, HeadStatus::Rejected(code::HEAD_TOO_LONG));
    }
}
