//! JSON request bodies, with the location of errors.

use axum::extract::{FromRequest, Request};
use gordian_requests::read_document;
use http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use super::body::read_body;
use crate::Problem;
use crate::code;

/// A value parsed from a JSON body.
///
/// Use it as the last argument of a handler. Each error of the body becomes a problem: a content
/// type other than `application/json` or `application/…+json` (415), bytes that are not UTF-8, a
/// syntax error, a value that is not an object, an unknown or missing field (400, with line and
/// column).
///
/// # Example
///
/// ```
/// use gordian_server::Json;
///
/// #[derive(serde::Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Puzzle {
///     puzzle: String,
/// }
///
/// async fn solve(Json(body): Json<Puzzle>) -> String {
///     body.puzzle
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        parse_object(&read_json_body(request).await?).map(Self)
    }
}

/// The text of a JSON body, for handlers that parse it themselves. Errors of its content type and
/// encoding are the same as for [`Json`].
#[derive(Clone, Debug)]
pub struct JsonText(pub String);

impl<S: Send + Sync> FromRequest<S> for JsonText {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        let body = read_json_body(request).await?;
        utf8_text(&body).map(|text| Self(text.to_owned()))
    }
}

/// Reads a body whose content type is JSON.
async fn read_json_body(request: Request) -> Result<Vec<u8>, Problem> {
    let content_type = request.headers().get(CONTENT_TYPE);
    let content_type = content_type.map(|value| value.to_str().unwrap_or_default().to_owned());
    check_content_type(content_type.as_deref())?;
    read_body(request).await
}

fn check_content_type(content_type: Option<&str>) -> Result<(), Problem> {
    let Some(text) = content_type else {
        return Err(Problem::from_code(code::BODY_TYPE, "the body has no `Content-Type`"));
    };
    let media: Option<mime::Mime> = text.parse().ok();
    let is_json = media.is_some_and(|media| {
        media.type_() == mime::APPLICATION
            && (media.subtype() == mime::JSON || media.suffix() == Some(mime::JSON))
            && media.get_param(mime::CHARSET).is_none_or(|charset| charset == mime::UTF_8)
    });
    if is_json {
        return Ok(());
    }
    Err(Problem::from_code(code::BODY_TYPE, format!("the content type `{text}` is not supported")))
}

/// Returns a body as text.
fn utf8_text(body: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(body).map_err(|error| {
        let before = &body[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
        Problem::from_code(code::BODY_UTF8, "the body is not UTF-8").with_location(line, column)
    })
}

/// Parses a JSON object, or returns the error with its location.
pub(crate) fn parse_object<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let text = utf8_text(body)?;
    Ok(read_document(text)?)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Puzzle {
        #[expect(dead_code, reason = "only read")]
        puzzle: String,
    }

    fn check(body: &[u8], code: &str, location: Option<(usize, usize)>, detail: &str) {
        let problem = parse_object::<Puzzle>(body).unwrap_err();
        let document = problem.to_json(None);
        assert_eq!(document["code"], code, "{document}");
        assert_eq!(
            document["line"],
            Value::from(location.map(|location| location.0)),
            "{document}"
        );
        assert_eq!(
            document["column"],
            Value::from(location.map(|location| location.1)),
            "{document}"
        );
        assert!(problem.detail().contains(detail), "{document}");
        assert!(!problem.detail().contains("line"), "{document}");
    }

    #[test]
    fn faults_have_locations() {
        check(b"", "body.syntax", None, "empty");
        check(b" \n", "body.syntax", None, "empty");
        check(b"{\n  \"puzzle\": }", "body.syntax", Some((2, 13)), "expected value");
        check(b"{\"puzzle\": \"a\"", "body.syntax", Some((1, 14)), "EOF");
        check(b"{\"puzzle\": \"a\"} x", "body.syntax", Some((1, 17)), "trailing");
        check(b"{\"puzle\": \"a\"}", "body.shape", Some((1, 8)), "unknown field `puzle`");
        check(b"{\"puzzle\": 5}", "body.shape", Some((1, 12)), "`puzzle` is 5, not a text");
        check(b"{}", "body.shape", Some((1, 2)), "missing field `puzzle`");
        check(b"{\"puzzle\":\"a\",\"puzzle\":\"b\"}", "body.shape", Some((1, 22)), "given twice");
        check(b"[\"a\"]", "body.shape", Some((1, 1)), "expected an object");
        check(b"\n  \"a\"", "body.shape", Some((2, 3)), "expected an object");
        check(b" [\"a\"", "body.syntax", Some((1, 5)), "EOF");
        check(b"{\n\"\xc3\xa9\xff\"}", "body.not-utf-8", Some((2, 3)), "UTF-8");
    }

    #[test]
    fn only_json_content_types_are_accepted() {
        let allowed = |text| check_content_type(Some(text)).is_ok();
        assert!(allowed("application/json") && allowed("application/json; charset=UTF-8"));
        assert!(allowed("application/vnd.gordian+json"));
        for text in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "json",
            "",
            "application/json; charset=latin1",
            "application/jsonx",
        ] {
            assert!(!allowed(text), "{text}");
        }
        assert!(check_content_type(None).is_err());
    }
}
