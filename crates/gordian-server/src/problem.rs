//! The format of all error responses: `application/problem+json` (RFC 9457).
//!
//! A [`Problem`] contains the error, its location, what to do about it (`hint`), and the id of the
//! request, under which the log has the details. Details for the operator are in
//! [`Problem::log_detail`] and never in a response.

use std::borrow::Cow;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use gordian_requests::ErrorDetail;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::ErrorCode;

/// The media type of a problem.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";
/// The media type of a problem shown in a browser.
const HTML_MEDIA_TYPE: &str = "text/html; charset=utf-8";

/// The document of an error response.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemDocument {
    /// `about:blank`: the code says more.
    r#type: &'static str,
    /// The reason phrase of the status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The stable error code.
    code: Cow<'static, str>,
    /// What is wrong.
    detail: String,
    /// What to do about it.
    hint: Option<String>,
    /// The line of the text, from 1.
    line: Option<usize>,
    /// The column in this line, from 1.
    column: Option<usize>,
    /// The id under which the log has the details.
    request_id: Option<String>,
    /// All errors, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ErrorDetail>")]
    errors: Vec<Value>,
}

/// An error response.
///
/// # Example
///
/// ```
/// use gordian_server::Problem;
/// use http::StatusCode;
///
/// let problem = Problem::new(StatusCode::BAD_REQUEST, "sudoku.wrong-length", "83 cells")
///     .with_hint("give 81 cells")
///     .with_location(1, 83);
/// assert_eq!(problem.to_json(None)["line"], 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(Box<ProblemContent>);

/// The content of a problem, boxed to keep `Result` small; also as a worker sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ProblemContent {
    #[serde(with = "status_number")]
    status: StatusCode,
    code: Cow<'static, str>,
    detail: String,
    hint: Option<String>,
    location: Option<(usize, usize)>,
    /// Documents of [`ErrorDetail`].
    errors: Vec<Value>,
    retry_after: Option<Duration>,
    log_detail: Option<String>,
}

impl Problem {
    /// Creates a problem with the given status, stable code and error message, of which at most a
    /// thousand characters are kept: it may quote the input.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self(Box::new(ProblemContent {
            status,
            code: code.into(),
            detail: shortened(detail.into(), MAX_TEXT_CHARS),
            hint: None,
            location: None,
            errors: Vec::new(),
            retry_after: None,
            log_detail: None,
        }))
    }

    /// Creates a problem with an error code of the service, with its status and hint.
    pub fn from_code(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::new(code.status, code.name, detail).with_hint(code.hint)
    }

    /// Adds what to do about the error.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the line and column of the error in the request text, both from 1.
    #[must_use]
    pub fn with_location(mut self, line: usize, column: usize) -> Self {
        self.0.location = Some((line, column));
        self
    }

    /// Adds all errors of a text with several errors.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<ErrorDetail>) -> Self {
        let document = |error: ErrorDetail| {
            let error = ErrorDetail { message: shortened(error.message, MAX_TEXT_CHARS), ..error };
            serde_json::to_value(error).expect("the names of all fields are strings")
        };
        self.0.errors = errors.into_iter().map(document).collect();
        self
    }

    /// Adds the time to wait before a retry, sent as `Retry-After` in whole seconds.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Adds details that are only logged.
    #[must_use]
    pub fn with_log_detail(mut self, logged: impl Into<String>) -> Self {
        self.0.log_detail = Some(shortened(logged.into(), MAX_TEXT_CHARS));
        self
    }

    /// Returns the problem as a worker sends it to the service, with its details for the log.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&*self.0).expect("the names of all fields are strings")
    }

    /// Reads a problem that a worker sent.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().map(|content| Self(Box::new(content)))
    }

    /// Returns the status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Returns the stable error code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// Returns the error message.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Returns the details for the log.
    #[must_use]
    pub fn log_detail(&self) -> Option<&str> {
        self.0.log_detail.as_deref()
    }

    /// Returns `Retry-After` in whole seconds, rounded up and at least 1, so that a client that
    /// obeys it does not come too early.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u64> {
        let wait = self.0.retry_after?;
        Some((wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1))
    }

    /// Returns the JSON document of the response.
    #[must_use]
    pub fn to_json(&self, request_id: Option<&str>) -> Value {
        let ProblemContent { status, code, detail, hint, location, errors, .. } = &*self.0;
        let document = ProblemDocument {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            code: code.clone(),
            detail: detail.clone(),
            hint: hint.clone(),
            line: location.map(|location| location.0),
            column: location.map(|location| location.1),
            request_id: request_id.map(str::to_owned),
            errors: errors.clone(),
        };
        serde_json::to_value(document).expect("the names of all fields are strings")
    }

    /// Returns the problem as an HTML page, which reloads itself if there is a time to wait.
    fn to_html(&self, request_id: Option<&str>) -> String {
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
        page += &format!("<p>{}</p>\n", escape_html(&self.0.detail));
        if let Some(hint) = &self.0.hint {
            page += &format!("<p>{}</p>\n", escape_html(hint));
        }
        if let Some(seconds) = wait {
            page += &format!("<p>This page reloads in {seconds} s.</p>\n");
        }
        page += "<p><a href=\"/\">Start page</a></p>\n";
        if let Some(id) = request_id {
            page +=
                &format!("<p><small>{}, request {}</small></p>\n", self.0.code, escape_html(id));
        }
        page
    }

    /// Returns the response as an HTML page.
    #[must_use]
    pub(crate) fn into_html_response(self, request_id: Option<&str>) -> Response {
        let page = self.to_html(request_id);
        let mut response = self.into_response_with_id(request_id);
        *response.body_mut() = page.into();
        let kind = HeaderValue::from_static(HTML_MEDIA_TYPE);
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    /// Returns the response with the request id.
    #[must_use]
    pub fn into_response_with_id(self, request_id: Option<&str>) -> Response {
        let mut response = (self.0.status, self.to_json(request_id).to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.0.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The middleware that knows the request id writes the response again from this.
        response.extensions_mut().insert(self);
        response
    }
}

/// The maximum length of an error message and of a detail for the log, in characters.
const MAX_TEXT_CHARS: usize = 1000;

/// Returns a text with at most this many characters, and an ellipsis if it was longer.
pub(crate) fn shortened(mut text: String, max_chars: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(max_chars) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A status as its number.
mod status_number {
    use http::StatusCode;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(status: &StatusCode, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(status.as_u16())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StatusCode, D::Error> {
        StatusCode::from_u16(u16::deserialize(from)?).map_err(de::Error::custom)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.into_response_with_id(None)
    }
}

/// Escapes text for HTML.
pub(crate) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;

    #[test]
    fn retry_after_is_rounded_up() {
        let seconds = |wait| Problem::from_code(code::QUOTA_REQUESTS, "x").with_retry_after(wait);
        let seconds = |wait| seconds(wait).retry_after_seconds();
        assert_eq!(seconds(Duration::ZERO), Some(1));
        assert_eq!(seconds(Duration::from_secs(2)), Some(2));
        assert_eq!(seconds(Duration::from_nanos(2_000_000_001)), Some(3));
        assert_eq!(Problem::from_code(code::QUOTA_REQUESTS, "x").retry_after_seconds(), None);
    }

    #[test]
    fn responses_are_complete() {
        let problem =
            Problem::from_code(code::SERVER_FULL, "é").with_retry_after(Duration::from_secs(7));
        let document = problem.to_json(Some("id"));
        assert_eq!(document["code"], "server.full");
        assert_eq!(document["request_id"], "id");
        let response = problem.into_response_with_id(Some("id"));
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[RETRY_AFTER], "7");
        assert_eq!(response.headers()[CONTENT_TYPE], MEDIA_TYPE);
    }

    #[test]
    fn html_shows_the_error_and_reloads() {
        let problem = Problem::from_code(code::QUOTA_REQUESTS, "<b> & \"")
            .with_retry_after(Duration::from_secs(7));
        let raw = problem.to_html(Some("id"));
        assert!(raw.contains("<p>&lt;b&gt; &amp; &quot;</p>"), "{raw}");
        assert!(raw.contains("content=\"7\"") && raw.contains("request id"), "{raw}");
        let raw = Problem::from_code(code::NOT_FOUND, "nothing").to_html(Some("id"));
        assert!(!raw.contains("refresh"), "{raw}");
    }

    #[test]
    fn long_input_is_not_repeated() {
        let long = "é".repeat(2000);
        let detail = ErrorDetail::new("a.b", long.clone());
        let problem = Problem::from_code(code::NOT_FOUND, long).with_errors(vec![detail]);
        assert_eq!(problem.detail().chars().count(), 1001);
        assert!(problem.to_json(None).to_string().chars().count() < 2500);
    }

    #[test]
    fn problems_of_workers_are_complete() {
        let detail = ErrorDetail::new("a.b", "c").hint("d");
        let problem = Problem::from_code(code::SERVER_FULL, "é")
            .with_location(1, 2)
            .with_errors(vec![detail.clone(), detail])
            .with_retry_after(Duration::from_millis(1500))
            .with_log_detail("secret");
        assert_eq!(Problem::from_bytes(&problem.to_bytes()), Some(problem));
        assert_eq!(Problem::from_bytes(b"{}"), None);
    }

    #[test]
    fn log_detail_is_not_sent() {
        let problem = Problem::from_code(code::INTERNAL_ERROR, "no").with_log_detail("secret");
        assert!(!problem.to_json(None).to_string().contains("secret"));
        assert_eq!(problem.log_detail(), Some("secret"));
    }
}
