//! The error codes of the service itself.
//!
//! Errors of puzzles have the codes of the crates that report them (`sudoku.wrong-length`). They
//! are not in this table.

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
    /// What the client should do about it.
    pub hint: &'static str,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $ident:ident = $name:literal, $status:ident, $hint:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub const $ident: ErrorCode = ErrorCode {
                name: $name,
                status: StatusCode::$status,
                meaning: concat!($($doc),*).trim_ascii(),
                hint: $hint,
            };
        )*

        /// All error codes.
        pub const CODES: &[ErrorCode] = &[$($ident),*];
    };
}

codes! {
    /// The request has several `Host` headers, or none in HTTP/1.1.
    MALFORMED_REQUEST = "request.malformed", BAD_REQUEST,
        "send one `Host`";
    /// The `Host` header names an unknown host.
    UNKNOWN_HOST = "request.host", MISDIRECTED_REQUEST,
        "use `localhost`, or ask the operator to add the host name to the service";
    /// A trusted proxy sent no valid client address.
    INVALID_FORWARDED = "request.forwarded", BAD_REQUEST,
        "ask the operator to configure the forwarded header of the proxy";
    /// The request comes from a page of another origin.
    CROSS_ORIGIN = "request.foreign", FORBIDDEN,
        "use the service's own page or a program; behind a proxy, ask the operator to add the \
         host name to the service";
    /// The path outside the API does not exist.
    NOT_FOUND = "request.not-found", NOT_FOUND, "see `/docs` for the API";
    /// The path within the API does not exist.
    NO_ENDPOINT = "request.no-endpoint", NOT_FOUND, "see `/docs` for the API";
    /// The path does not support the method.
    METHOD_NOT_ALLOWED = "request.method", METHOD_NOT_ALLOWED, "use a method named in `Allow`";
    /// An invalid request without a more specific code.
    BAD_REQUEST = "request.bad", BAD_REQUEST, "see `/docs` for the API";
    /// The body is too long.
    BODY_TOO_LARGE = "body.too-large", PAYLOAD_TOO_LARGE, "split the input, or use a job per part";
    /// The body arrived too slowly.
    BODY_TOO_SLOW = "body.too-slow", REQUEST_TIMEOUT, "send the body without pauses";
    /// The body is incomplete, or its framing is invalid.
    BODY_BROKEN = "body.broken", BAD_REQUEST, "send as many bytes as `Content-Length` says";
    /// The body is compressed.
    BODY_ENCODING = "body.encoding", UNSUPPORTED_MEDIA_TYPE,
        "send the body as it is, without `Content-Encoding`";
    /// The content type of the body is not JSON.
    BODY_TYPE = "body.type", UNSUPPORTED_MEDIA_TYPE,
        "send `Content-Type: application/json`";
    /// The body is not UTF-8.
    BODY_UTF8 = "body.not-utf-8", BAD_REQUEST, "send the text as UTF-8";
    /// The body is not valid JSON.
    BODY_SYNTAX = "body.syntax", BAD_REQUEST, "send one JSON object";
    /// The body is JSON, but does not match the schema.
    BODY_SHAPE = "body.shape", BAD_REQUEST, "see `/docs` for the fields of this operation";
    /// The token is missing.
    TOKEN_MISSING = "token.missing", UNAUTHORIZED, "send `Authorization: Bearer TOKEN`";
    /// The token is wrong.
    TOKEN_WRONG = "token.wrong", UNAUTHORIZED, "ask the operator for the token";
    /// The client sends too many requests.
    QUOTA_REQUESTS = "quota.requests", TOO_MANY_REQUESTS, "wait as long as `Retry-After` says";
    /// The client has too many concurrent requests.
    QUOTA_CONCURRENT = "quota.concurrent", TOO_MANY_REQUESTS,
        "wait for responses before sending more requests";
    /// The client has too many jobs.
    QUOTA_JOBS = "quota.jobs", TOO_MANY_REQUESTS, "wait until jobs have ended, or cancel some";
    /// Too many jobs of all clients are queued.
    JOBS_QUEUE_FULL = "jobs.queue-full", SERVICE_UNAVAILABLE,
        "try again when other jobs have ended; the operator can raise the limit";
    /// The storage for jobs is full.
    JOBS_STORAGE_FULL = "jobs.storage-full", SERVICE_UNAVAILABLE,
        "try again when old jobs are removed; the operator can raise the limit";
    /// The job belongs to another client.
    JOB_NOT_OWNED = "jobs.owner", FORBIDDEN,
        "cancel it from the browser that submitted it, or send the operator's token";
    /// The client has too many connections.
    QUOTA_CONNECTIONS = "quota.connections", TOO_MANY_REQUESTS,
        "close connections, or use one for several requests";
    /// The client's address has no access.
    CLIENT_FORBIDDEN = "client.forbidden", FORBIDDEN, "use an address that the operator allows";
    /// All connections are in use.
    SERVER_FULL = "server.full", SERVICE_UNAVAILABLE, "try again in a moment";
    /// Too many requests are being computed.
    SERVER_BUSY = "server.busy", SERVICE_UNAVAILABLE, "try again in a moment, or submit it as a job";
    /// No worker process can be started.
    SERVER_NO_WORKER = "server.no-worker", SERVICE_UNAVAILABLE,
        "tell the operator of the service; a job would fail in the same way";
    /// The computation was stopped in favour of others.
    SERVER_PREEMPTED = "server.preempted", SERVICE_UNAVAILABLE,
        "send fewer long requests at once, or submit it as a job";
    /// The service is stopping.
    SERVER_STOPPING = "server.stopping", SERVICE_UNAVAILABLE, "try again in a moment";
    /// A part of the service is not ready.
    SERVER_NOT_READY = "server.not-ready", SERVICE_UNAVAILABLE, "try again in a moment";
    /// A table is missing, and is not built at once.
    TABLE_MISSING = "server.table-missing", SERVICE_UNAVAILABLE,
        "try again in a moment; if it stays, the log of the service says why the table cannot be built";
    /// The answer is longer than allowed.
    ANSWER_TOO_LARGE = "request.answer-too-large", UNPROCESSABLE_ENTITY,
        "ask for fewer solutions or puzzles, or submit it as a job";
    /// The computation needs more memory than it may take.
    REQUEST_MEMORY = "request.memory", UNPROCESSABLE_ENTITY,
        "send a smaller problem, or submit it as a job, which may take more";
    /// The computation did not end at its time limit.
    REQUEST_DEADLINE = "request.deadline", SERVICE_UNAVAILABLE,
        "send a smaller problem, or submit it as a job";
    /// The response took too long.
    RESPONSE_TOO_SLOW = "server.too-slow", SERVICE_UNAVAILABLE, "submit it as a job";
    /// A handler panicked.
    INTERNAL_PANIC = "internal.panic", INTERNAL_SERVER_ERROR,
        "report the `request_id` to the operator: the log has the details";
    /// A worker process died.
    INTERNAL_CRASH = "internal.crash", INTERNAL_SERVER_ERROR,
        "report the `request_id` to the operator: the log has the details";
    /// An internal error.
    INTERNAL_ERROR = "internal.failed", INTERNAL_SERVER_ERROR,
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
        }
    }
}
