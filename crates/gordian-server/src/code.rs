//! The stable names of everything the service itself refuses.
//!
//! Faults of puzzles keep the names of the crates that find them (`sudoku.wrong-length`); they are
//! not in this table and never count towards a ban, because people who type make them all the time.

use http::StatusCode;

/// One kind of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The stable name, as in a problem's `code`.
    pub name: &'static str,
    /// The status of the reply.
    pub status: StatusCode,
    /// Whether it counts towards a ban ([`BanLimits`](crate::config::BanLimits)).
    pub counts: bool,
    /// What the client should do about it.
    pub hint: &'static str,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $ident:ident = $name:literal, $status:ident, $counts:literal, $hint:literal;)*) => {
        $(
            $(#[$doc])*
            pub const $ident: Code = Code {
                name: $name,
                status: StatusCode::$status,
                counts: $counts,
                hint: $hint,
            };
        )*

        /// All kinds of refusal.
        pub const CODES: &[Code] = &[$($ident),*];
    };
}

codes! {
    /// The head is not HTTP.
    MALFORMED = "request.malformed", BAD_REQUEST, true,
        "send a well-formed HTTP/1.1 request";
    /// The connection begins with TLS. It does not count: browsers try that by themselves.
    TLS = "request.tls", BAD_REQUEST, false,
        "use `http://`; for HTTPS, put a proxy in front of the service";
    /// The version is not 1.0 or 1.1.
    VERSION = "request.version", HTTP_VERSION_NOT_SUPPORTED, false, "use HTTP/1.1";
    /// The target has tricks: dot segments, encoded slashes, control characters, another host.
    TARGET = "request.target", BAD_REQUEST, true,
        "ask for a plain path such as `/api/v1/solve`";
    /// The target is too long.
    TARGET_LONG = "request.target-too-long", URI_TOO_LONG, false, "send long input as the body";
    /// The head is too long.
    HEAD_LONG = "request.head-too-long", REQUEST_HEADER_FIELDS_TOO_LARGE, false,
        "send fewer or shorter headers";
    /// The head took too long.
    HEAD_SLOW = "request.head-too-slow", REQUEST_TIMEOUT, false, "send the head at once";
    /// The service is not known under this name.
    HOST = "request.host", MISDIRECTED_REQUEST, false,
        "ask for `localhost`, or have the operator add the name to the service's hosts";
    /// A trusted proxy names no client that can be read. It does not count: it is the proxy's fault.
    FORWARDED = "request.forwarded", BAD_REQUEST, false,
        "have the operator make the proxy name its client in the header the service reads";
    /// A page of another origin asks. It does not count: the visitor of that page cannot help it.
    FOREIGN = "request.foreign", FORBIDDEN, false,
        "ask from the service's own page or from a program; behind a proxy, have the operator add the \
         name to the service's hosts";
    /// Nothing is there, outside of the API.
    NOT_FOUND = "request.not-found", NOT_FOUND, false, "see `/docs` for what can be asked";
    /// Nothing is there, within the API.
    NO_ENDPOINT = "request.no-endpoint", NOT_FOUND, false, "see `/docs` for what can be asked";
    /// The method does not apply.
    METHOD = "request.method", METHOD_NOT_ALLOWED, false, "use a method named in `Allow`";
    /// The request is wrong in a way that has no name of its own.
    BAD = "request.bad", BAD_REQUEST, false, "see `/docs` for what can be asked";
    /// The body is too long.
    BODY_LARGE = "body.too-large", PAYLOAD_TOO_LARGE, false, "split the input, or use a job per part";
    /// The body came too slowly.
    BODY_SLOW = "body.too-slow", REQUEST_TIMEOUT, false, "send the body without pauses";
    /// The body broke off or is framed wrongly.
    BODY_BROKEN = "body.broken", BAD_REQUEST, false, "send as many bytes as announced";
    /// The body is compressed.
    BODY_ENCODING = "body.encoding", UNSUPPORTED_MEDIA_TYPE, false,
        "send the body as it is, without `Content-Encoding`";
    /// The body is not declared as JSON.
    BODY_TYPE = "body.type", UNSUPPORTED_MEDIA_TYPE, false,
        "send `Content-Type: application/json`";
    /// The body is not UTF-8.
    BODY_UTF8 = "body.not-utf-8", BAD_REQUEST, false, "send the text as UTF-8";
    /// The body is not JSON.
    BODY_SYNTAX = "body.syntax", BAD_REQUEST, false, "send one JSON object";
    /// The body is JSON of another shape.
    BODY_SHAPE = "body.shape", BAD_REQUEST, false, "see `/docs` for the fields of this question";
    /// There is no token.
    TOKEN_MISSING = "token.missing", UNAUTHORIZED, false, "send `Authorization: Bearer TOKEN`";
    /// The token is wrong.
    TOKEN_WRONG = "token.wrong", UNAUTHORIZED, true, "ask the operator for the token";
    /// The client asks too often.
    QUOTA = "quota.requests", TOO_MANY_REQUESTS, false, "wait as long as `Retry-After` says";
    /// The client asks too much at once. It does not count: a page may run ahead of its answers.
    CONCURRENT = "quota.concurrent", TOO_MANY_REQUESTS, false,
        "wait for answers before asking more";
    /// The client has too many jobs.
    JOBS = "quota.jobs", TOO_MANY_REQUESTS, false, "wait until jobs have ended, or cancel some";
    /// Too many jobs of all clients wait.
    JOBS_QUEUE = "jobs.queue-full", SERVICE_UNAVAILABLE, false,
        "try again when other jobs have ended; the operator can raise the limit";
    /// The database of jobs holds too much.
    JOBS_STORAGE = "jobs.storage-full", SERVICE_UNAVAILABLE, false,
        "try again when old jobs are removed; the operator can raise the limit";
    /// The job belongs to another client.
    JOBS_OWNER = "jobs.owner", FORBIDDEN, false,
        "cancel it from the browser that submitted it, or send the operator's token";
    /// The client has too many connections.
    CONNECTIONS = "quota.connections", TOO_MANY_REQUESTS, false,
        "close connections, or use one for several requests";
    /// The client failed too often.
    BANNED = "client.banned", TOO_MANY_REQUESTS, false,
        "wait as long as `Retry-After` says, and correct what was refused before";
    /// The client may not read this.
    FORBIDDEN = "client.forbidden", FORBIDDEN, false, "ask from an address the operator allows";
    /// All connections are taken.
    FULL = "server.full", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// Too many questions are being computed.
    BUSY = "server.busy", SERVICE_UNAVAILABLE, false, "try again in a moment, or make it a job";
    /// The service is stopping.
    STOPPING = "server.stopping", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// A part of the service is not ready.
    NOT_READY = "server.not-ready", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// The reply was too long in the making.
    REPLY_SLOW = "server.too-slow", SERVICE_UNAVAILABLE, false, "make it a job";
    /// The service has a bug.
    PANIC = "internal.panic", INTERNAL_SERVER_ERROR, false,
        "tell the operator the `request_id`: the log has the details";
    /// Something in the service failed.
    FAILED = "internal.failed", INTERNAL_SERVER_ERROR, false,
        "tell the operator the `request_id`: the log has the details";
}

/// Returns the kind of refusal with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_statuses_are_errors() {
        for (index, code) in CODES.iter().enumerate() {
            assert!(code.status.is_client_error() || code.status.is_server_error(), "{code:?}");
            assert_eq!(CODES.iter().position(|other| other.name == code.name), Some(index));
            assert!(!code.counts || code.status.is_client_error() || *code == VERSION, "{code:?}");
        }
    }
}
