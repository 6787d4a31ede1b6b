//! The one form of every error reply: `application/problem+json` (RFC 9457).
//!
//! A [`Problem`] says what is wrong and where, what to do about it (`hint`), and carries the id of
//! the request, under which the log has the full story. Details meant for the operator alone go to
//! [`Problem::logged`] and never into a reply.

use std::borrow::Cow;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use crate::code::Code;

/// The media type of a problem.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";
/// The media type of a problem that a person reads.
const HTML: &str = "text/html; charset=utf-8";

/// One fault among several in the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Stable name of the kind of fault, such as `sudoku.wrong-length`.
    pub code: Cow<'static, str>,
    /// What is wrong: a lower-case fragment without a final stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Line of the text, from 1.
    pub line: Option<usize>,
    /// Column in that line, from 1.
    pub column: Option<usize>,
}

/// An error reply.
///
/// # Example
///
/// ```
/// use gordian_server::Problem;
/// use http::StatusCode;
///
/// let problem = Problem::new(StatusCode::BAD_REQUEST, "sudoku.wrong-length", "83 cells")
///     .with_hint("give 81 cells")
///     .with_place(1, 83);
/// assert_eq!(problem.document(None)["line"], 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(Box<Parts>);

/// What a problem says; boxed because it is the rare case of many results.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    status: StatusCode,
    code: Cow<'static, str>,
    detail: String,
    hint: Option<String>,
    place: Option<(usize, usize)>,
    errors: Vec<Fault>,
    retry_after: Option<Duration>,
    logged: Option<String>,
}

impl Problem {
    /// Returns a problem with the given status, stable code, and what is wrong in one fragment.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(Parts {
            status,
            code: code.into(),
            detail: detail.into(),
            hint: None,
            place: None,
            errors: Vec::new(),
            retry_after: None,
            logged: None,
        }))
    }

    /// Returns a problem of a kind the service itself refuses, with the status and the hint of its
    /// kind.
    pub fn of(code: Code, detail: impl Into<String>) -> Self {
        Self::new(code.status, code.name, detail).with_hint(code.hint)
    }

    /// Adds what the user should do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the line and column, both from 1, of the text that was sent.
    #[must_use]
    pub fn with_place(mut self, line: usize, column: usize) -> Self {
        self.0.place = Some((line, column));
        self
    }

    /// Adds all faults of a text that has several.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<Fault>) -> Self {
        self.0.errors = errors;
        self
    }

    /// Adds how long to wait before asking again, sent as `Retry-After` in whole seconds.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Adds details that go to the log only.
    #[must_use]
    pub fn with_logged(mut self, logged: impl Into<String>) -> Self {
        self.0.logged = Some(logged.into());
        self
    }

    /// Returns the status of the reply.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Returns the stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// Returns what is wrong.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Returns the details for the log.
    #[must_use]
    pub fn logged(&self) -> Option<&str> {
        self.0.logged.as_deref()
    }

    /// Returns `Retry-After` in whole seconds: rounded up and at least 1, so that who obeys it is
    /// not refused again for coming too early.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u64> {
        let wait = self.0.retry_after?;
        Some((wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1))
    }

    /// Returns the document of the reply.
    #[must_use]
    pub fn document(&self, request_id: Option<&str>) -> Value {
        let mut document = json!({
            "type": "about:blank",
            "title": self.0.status.canonical_reason().unwrap_or("Error"),
            "status": self.0.status.as_u16(),
            "code": self.0.code,
            "detail": self.0.detail,
            "hint": self.0.hint,
            "line": self.0.place.map(|place| place.0),
            "column": self.0.place.map(|place| place.1),
            "request_id": request_id,
        });
        if !self.0.errors.is_empty() {
            let errors = self.0.errors.iter().map(|fault| {
                json!({
                    "code": fault.code,
                    "message": fault.message,
                    "hint": fault.hint,
                    "line": fault.line,
                    "column": fault.column,
                })
            });
            document["errors"] = errors.collect();
        }
        document
    }

    /// Returns the problem as a page for a person; with a time to wait, the page asks again by itself.
    fn html(&self, request_id: Option<&str>) -> String {
        let status = self.0.status;
        let title = status.canonical_reason().unwrap_or("Error");
        let mut page = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n"
            .to_owned();
        let wait = self.retry_after_seconds();
        if let Some(seconds) = wait {
            page += &format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">\n");
        }
        page += &format!("<title>{} {title}</title>\n<h1>{title}</h1>\n", status.as_u16());
        page += &format!("<p>{}</p>\n", escape(&self.0.detail));
        if let Some(hint) = &self.0.hint {
            page += &format!("<p>{}</p>\n", escape(hint));
        }
        if let Some(seconds) = wait {
            page += &format!("<p>This page tries again in {seconds} s.</p>\n");
        }
        page += "<p><a href=\"/\">Start page</a></p>\n";
        if let Some(id) = request_id {
            page += &format!("<p><small>{}, request {}</small></p>\n", self.0.code, escape(id));
        }
        page
    }

    /// Returns the response with a page for a person.
    #[must_use]
    pub(crate) fn page(self, request_id: Option<&str>) -> Response {
        let page = self.html(request_id);
        let mut response = self.reply(request_id);
        *response.body_mut() = page.into();
        let kind = HeaderValue::from_static(HTML);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    /// Returns the whole response as text, after which the connection is closed, for where there is no
    /// HTTP library between this and the socket.
    pub(crate) fn raw(&self, request_id: &str, as_page: bool) -> String {
        let (kind, document) = if as_page {
            (HTML, self.html(Some(request_id)))
        } else {
            (MEDIA_TYPE, self.document(Some(request_id)).to_string())
        };
        let mut head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             X-Request-Id: {request_id}\r\nConnection: close\r\n",
            self.0.status.as_u16(),
            self.0.status.canonical_reason().unwrap_or("Error"),
            document.len(),
        );
        if let Some(seconds) = self.retry_after_seconds() {
            head += &format!("Retry-After: {seconds}\r\n");
        }
        head + "\r\n" + &document
    }

    /// Returns the reply with the id of its request.
    #[must_use]
    pub fn reply(self, request_id: Option<&str>) -> Response {
        let mut response = (self.0.status, self.document(request_id).to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.0.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // Whoever knows the id of the request writes the reply anew from this.
        response.extensions_mut().insert(self);
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.reply(None)
    }
}

/// Returns text for use in HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;

    #[test]
    fn retry_after_is_never_too_early() {
        let seconds = |wait| Problem::of(code::QUOTA, "x").with_retry_after(wait);
        let seconds = |wait| seconds(wait).retry_after_seconds();
        assert_eq!(seconds(Duration::ZERO), Some(1));
        assert_eq!(seconds(Duration::from_secs(2)), Some(2));
        assert_eq!(seconds(Duration::from_nanos(2_000_000_001)), Some(3));
        assert_eq!(Problem::of(code::QUOTA, "x").retry_after_seconds(), None);
    }

    #[test]
    fn raw_replies_are_whole() {
        let problem = Problem::of(code::FULL, "é").with_retry_after(Duration::from_secs(7));
        let raw = problem.raw("id", false);
        let (head, body) = raw.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
        assert!(head.contains("Retry-After: 7"));
        let document: Value = serde_json::from_str(body).unwrap();
        assert_eq!(document["code"], "server.full");
        assert_eq!(document["request_id"], "id");
    }

    #[test]
    fn pages_show_what_is_wrong_and_try_again() {
        let problem = Problem::of(code::QUOTA, "<b> & \"").with_retry_after(Duration::from_secs(7));
        let raw = problem.raw("id", true);
        assert!(raw.contains("Content-Type: text/html; charset=utf-8\r\n"));
        assert!(raw.contains("<p>&lt;b&gt; &amp; &quot;</p>"), "{raw}");
        assert!(raw.contains("content=\"7\"") && raw.contains("request id"), "{raw}");
        let raw = Problem::of(code::NOT_FOUND, "nothing").raw("id", true);
        assert!(!raw.contains("refresh"), "{raw}");
    }

    #[test]
    fn what_is_logged_is_not_sent() {
        let problem = Problem::of(code::FAILED, "no").with_logged("secret");
        assert!(!problem.document(None).to_string().contains("secret"));
        assert_eq!(problem.logged(), Some("secret"));
    }
}
