//! The error codes of the service itself.
//!
//! Errors of puzzles have the codes of the crates that report them (`sudoku.wrong-length`). They
//! are not in this table and never count towards a ban, because they are ordinary typing errors.

use http::StatusCode;

/// An error code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorCode {
    /// The stable name, sent as `code` of a problem.
    pub name: &'static str,
    /// The status of the response.
    pub status: StatusCode,
    /// What happened, as sentences.
    pub meaning: &'static str,
    /// Whether the error counts towards a ban ([`BanLimits`](crate::config::BanLimits)).
    pub counts_towards_ban: bool,
    /// What the client should do about it.
    pub hint: &'static str,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $ident:ident = $name:literal, $status:ident, $counts:literal, $hint:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub const $ident: ErrorCode = ErrorCode {
                name: $name,
                status: StatusCode::$status,
                meaning: concat!($($doc),*).trim_ascii(),
                counts_towards_ban: $counts,
                hint: $hint,
            };
        )*

        /// All error codes.
        pub const CODES: &[ErrorCode] = &[$($ident),*];
    };
}

codes! {
    /// The request head is not HTTP.
    MALFORMED_REQUEST = "request.malformed", BAD_REQUEST, true,
        "send a well-formed HTTP/1.1 request";
    /// The connection begins with a TLS handshake. Not counted: browsers try TLS on their own.
    TLS_ON_PLAIN_PORT = "request.tls", BAD_REQUEST, false,
        "use `http://`; for HTTPS, put a proxy in front of the service";
    /// The HTTP version is not 1.0 or 1.1.
    UNSUPPORTED_VERSION = "request.version", HTTP_VERSION_NOT_SUPPORTED, false, "use HTTP/1.1";
    /// The target contains dot segments, encoded slashes, control characters, or another host.
    INVALID_TARGET = "request.target", BAD_REQUEST, true,
        "use a plain path such as `/api/v1/solve`";
    /// The target is too long.
    TARGET_TOO_LONG = "request.target-too-long", URI_TOO_LONG, false, "send long input as the body";
    /// The request head is too long.
    HEAD_TOO_LONG = "request.head-too-long", REQUEST_HEADER_FIELDS_TOO_LARGE, false,
        "send fewer or shorter headers";
    /// The request head was not complete in time.
    HEAD_TOO_SLOW = "request.head-too-slow", REQUEST_TIMEOUT, false, "send the head without pauses";
    /// The `Host` header names an unknown host.
    UNKNOWN_HOST = "request.host", MISDIRECTED_REQUEST, false,
        "use `localhost`, or ask the operator to add the host name to the service";
    /// A trusted proxy sent no valid client address. Not counted: the proxy is at fault.
    INVALID_FORWARDED = "request.forwarded", BAD_REQUEST, false,
        "ask the operator to configure the forwarded header of the proxy";
    /// The request comes from a page of another origin. Not counted: the user of that page is not
    /// at fault.
    CROSS_ORIGIN = "request.foreign", FORBIDDEN, false,
        "use the service's own page or a program; behind a proxy, ask the operator to add the \
         host name to the service";
    /// The path outside the API does not exist.
    NOT_FOUND = "request.not-found", NOT_FOUND, false, "see `/docs` for the API";
    /// The path within the API does not exist.
    NO_ENDPOINT = "request.no-endpoint", NOT_FOUND, false, "see `/docs` for the API";
    /// The path does not support the method.
    METHOD_NOT_ALLOWED = "request.method", METHOD_NOT_ALLOWED, false, "use a method named in `Allow`";
    /// An invalid request without a more specific code.
    BAD_REQUEST = "request.bad", BAD_REQUEST, false, "see `/docs` for the API";
    /// The body is too long.
    BODY_TOO_LARGE = "body.too-large", PAYLOAD_TOO_LARGE, false, "split the input, or use a job per part";
    /// The body arrived too slowly.
    BODY_TOO_SLOW = "body.too-slow", REQUEST_TIMEOUT, false, "send the body without pauses";
    /// The body is incomplete, or its framing is invalid.
    BODY_BROKEN = "body.broken", BAD_REQUEST, false, "send as many bytes as `Content-Length` says";
    /// The body is compressed.
    BODY_ENCODING = "body.encoding", UNSUPPORTED_MEDIA_TYPE, false,
        "send the body as it is, without `Content-Encoding`";
    /// The content type of the body is not JSON.
    BODY_TYPE = "body.type", UNSUPPORTED_MEDIA_TYPE, false,
        "send `Content-Type: application/json`";
    /// The body is not UTF-8.
    BODY_UTF8 = "body.not-utf-8", BAD_REQUEST, false, "send the text as UTF-8";
    /// The body is not valid JSON.
    BODY_SYNTAX = "body.syntax", BAD_REQUEST, false, "send one JSON object";
    /// The body is JSON, but does not match the schema.
    BODY_SHAPE = "body.shape", BAD_REQUEST, false, "see `/docs` for the fields of this operation";
    /// The token is missing.
    TOKEN_MISSING = "token.missing", UNAUTHORIZED, false, "send `Authorization: Bearer TOKEN`";
    /// The token is wrong.
    TOKEN_WRONG = "token.wrong", UNAUTHORIZED, true, "ask the operator for the token";
    /// The client sends too many requests.
    QUOTA_REQUESTS = "quota.requests", TOO_MANY_REQUESTS, false, "wait as long as `Retry-After` says";
    /// The client has too many concurrent requests. Not counted: a page may send requests before
    /// earlier ones are answered.
    QUOTA_CONCURRENT = "quota.concurrent", TOO_MANY_REQUESTS, false,
        "wait for responses before sending more requests";
    /// The client has too many jobs.
    QUOTA_JOBS = "quota.jobs", TOO_MANY_REQUESTS, false, "wait until jobs have ended, or cancel some";
    /// Too many jobs of all clients are queued.
    JOBS_QUEUE_FULL = "jobs.queue-full", SERVICE_UNAVAILABLE, false,
        "try again when other jobs have ended; the operator can raise the limit";
    /// The storage for jobs is full.
    JOBS_STORAGE_FULL = "jobs.storage-full", SERVICE_UNAVAILABLE, false,
        "try again when old jobs are removed; the operator can raise the limit";
    /// The job belongs to another client.
    JOB_NOT_OWNED = "jobs.owner", FORBIDDEN, false,
        "cancel it from the browser that submitted it, or send the operator's token";
    /// The client has too many connections.
    QUOTA_CONNECTIONS = "quota.connections", TOO_MANY_REQUESTS, false,
        "close connections, or use one for several requests";
    /// The client is banned.
    CLIENT_BANNED = "client.banned", TOO_MANY_REQUESTS, false,
        "wait as long as `Retry-After` says, and correct the requests that were rejected";
    /// The client's address has no access.
    CLIENT_FORBIDDEN = "client.forbidden", FORBIDDEN, false, "use an address that the operator allows";
    /// All connections are in use.
    SERVER_FULL = "server.full", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// Too many requests are being computed.
    SERVER_BUSY = "server.busy", SERVICE_UNAVAILABLE, false, "try again in a moment, or submit it as a job";
    /// No worker process can be started.
    SERVER_NO_WORKER = "server.no-worker", SERVICE_UNAVAILABLE, false,
        "tell the operator of the service; a job would fail in the same way";
    /// The computation was stopped in favour of others.
    SERVER_PREEMPTED = "server.preempted", SERVICE_UNAVAILABLE, false,
        "send fewer long requests at once, or submit it as a job";
    /// The service is stopping.
    SERVER_STOPPING = "server.stopping", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// A part of the service is not ready.
    SERVER_NOT_READY = "server.not-ready", SERVICE_UNAVAILABLE, false, "try again in a moment";
    /// A table is missing, and is not built at once.
    TABLE_MISSING = "server.table-missing", SERVICE_UNAVAILABLE, false,
        "try again in a moment; if it stays, the log of the service says why the table cannot be built";
    /// The answer is longer than allowed.
    ANSWER_TOO_LARGE = "request.answer-too-large", UNPROCESSABLE_ENTITY, false,
        "ask for fewer solutions or puzzles, or submit it as a job; the program for the command line has no such limit";
    /// The computation needs more memory than it may take.
    REQUEST_MEMORY = "request.memory", UNPROCESSABLE_ENTITY, false,
        "send a smaller problem, or submit it as a job, which may take more";
    /// The computation did not end at its time limit.
    REQUEST_DEADLINE = "request.deadline", SERVICE_UNAVAILABLE, false,
        "send a smaller problem, or submit it as a job";
    /// The response took too long.
    RESPONSE_TOO_SLOW = "server.too-slow", SERVICE_UNAVAILABLE, false, "submit it as a job";
    /// A handler panicked.
    INTERNAL_PANIC = "internal.panic", INTERNAL_SERVER_ERROR, false,
        "report the `request_id` to the operator: the log has the details";
    /// A worker process died.
    INTERNAL_CRASH = "internal.crash", INTERNAL_SERVER_ERROR, false,
        "report the `request_id` to the operator: the log has the details";
    /// An internal error.
    INTERNAL_ERROR = "internal.failed", INTERNAL_SERVER_ERROR, false,
        "report the `request_id` to the operator: the log has the details";
}

/// Returns the error code with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static ErrorCode> {
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
            assert!(!code.counts_towards_ban || code.status.is_client_error(), "{code:?}");
        }
    }
}
