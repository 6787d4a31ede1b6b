//! Reads input documents, and says in plain words what is wrong with them.

use gordian_core::excerpt;
use gordian_puzzles::nearest_name;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{ErrorDetail, RequestError};

/// The hint for a value of the wrong type.
const SEE_FIELDS: &str = "see the documentation of this operation for its fields and their types";

/// Reads the document of a request: a JSON object.
///
/// # Errors
///
/// Returns `body.syntax` if the text is not JSON, and `body.shape` if a field is unknown, missing
/// or of the wrong type, with its path (`board.walls.right[2]`), line and column.
pub fn read_document<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    let value = text.trim_start_matches([' ', '\t', '\n', '\r']);
    if value.is_empty() {
        let fault = ErrorDetail::new("body.syntax", "the document is empty");
        return Err(fault.hint("send one JSON object").into());
    }
    if !value.starts_with('{') {
        // serde would accept a list as the fields in their order, without names.
        if let Err(error) = serde_json::from_str::<IgnoredAny>(text) {
            return Err(fault("", &error, text).into());
        }
        let what = match value.as_bytes()[0] {
            b'[' => "a list",
            b'"' => "a text",
            b't' | b'f' => "true or false",
            b'n' => "null",
            _ => "a number",
        };
        let fault = ErrorDetail::new("body.shape", format!("expected an object, found {what}"));
        let at = text.len() - value.len();
        return Err(fault.hint("name the fields: `{\"puzzle\": …}`").at(text, &(at..at)).into());
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut reader);
    let document = match read {
        Ok(document) => reader.end().map(|()| document).map_err(|error| (String::new(), error)),
        Err(error) => Err((error.path().to_string(), error.into_inner())),
    };
    document.map_err(|(path, error)| fault(&path, &error, text).into())
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Returns the error of the value at a path of the document.
fn fault(path: &str, error: &serde_json::Error, text: &str) -> ErrorDetail {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let fault = if error.is_data() {
        shape_fault(path, message)
    } else if is_json(text) {
        // serde_json calls it a syntax error if a list or a number stands for one of several names.
        let message = format!("`{}` is not one of the texts that it can be", excerpt(path));
        ErrorDetail::new("body.shape", message).hint(SEE_FIELDS)
    } else {
        ErrorDetail::new("body.syntax", message).hint("send one JSON object, in UTF-8")
    };
    // If the document ends too early, the location is after its last character.
    ErrorDetail { line: Some(error.line().max(1)), column: Some(error.column().max(1)), ..fault }
}

/// Returns the error of a value that is JSON, but not of the type of its field.
///
/// serde describes it as text only, in terms of Rust; `message` has one of the forms of
/// [`serde::de::Error`]. The part that comes last is never the user's.
fn shape_fault(path: &str, message: &str) -> ErrorDetail {
    let path = match path {
        "" | "." => "the document".to_owned(),
        path => format!("`{}`", excerpt(path)),
    };
    let fault = |message: String| ErrorDetail::new("body.shape", message);
    let (found, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
    let field = |rest: &str| excerpt(rest.trim_matches('`'));
    if let Some(name) = message.strip_prefix("missing field ") {
        // The path leads to the object.
        let inside = if path.starts_with('`') { format!(" of {path}") } else { String::new() };
        return fault(format!("missing field `{}`{inside}", field(name))).hint(SEE_FIELDS);
    }
    if let Some(name) = message.strip_prefix("duplicate field ") {
        return fault(format!("the field `{}` is given twice", field(name)))
            .hint("give each field once");
    }
    if let Some(name) = found.strip_prefix("unknown field ") {
        let name = name.strip_suffix(", there are no fields").unwrap_or(name).trim_matches('`');
        return fault(format!("unknown field {path}")).hint(suggestion(name, expected));
    }
    if let Some(name) = found.strip_prefix("unknown variant ") {
        let name = name.trim_matches('`');
        let message = format!("{path} is `{}`, not {expected}", excerpt(name));
        return fault(message).hint(suggestion(name, expected));
    }
    let value = ["invalid type: ", "invalid value: "].iter().find_map(|it| found.strip_prefix(it));
    let Some(value) = value.filter(|_| !expected.is_empty()) else {
        return fault(format!("{path}: {message}")).hint(SEE_FIELDS);
    };
    let hint = match (value, expected) {
        ("map", "a string") => {
            "send the text of the model: `JSON.stringify(model)` in JavaScript, \
             `json.dumps(model)` in Python"
        }
        _ => SEE_FIELDS,
    };
    fault(format!("{path} is {}, not {}", found_words(value), expected_words(expected))).hint(hint)
}

/// Returns the name that is probably meant, or all of them. serde lists them in backquotes.
fn suggestion(name: &str, expected: &str) -> String {
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    match nearest_name(name, &known) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if known.is_empty() => SEE_FIELDS.to_owned(),
        None => format!("known names are `{}`", known.join("`, `")),
    }
}

/// Returns serde's words for a value in plain words.
fn found_words(value: &str) -> String {
    let quoted = |kind: &str| value.strip_prefix(kind)?.strip_prefix(" `")?.strip_suffix('`');
    let number = quoted("integer").or_else(|| quoted("floating point"));
    if let Some(literal) = number.or_else(|| quoted("boolean")) {
        return literal.to_owned();
    }
    if let Some(text) = value.strip_prefix("string \"") {
        return format!("the text \"{}\"", excerpt(text.strip_suffix('"').unwrap_or(text)));
    }
    match value {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => excerpt(other),
    }
}

/// Returns serde's words for a type in plain words.
fn expected_words(expected: &str) -> &str {
    match expected {
        "f64" | "f32" => "a number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0 to 2^64 - 1",
        "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "a string" | "string or map" | "variant identifier" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("an array") => "a list",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Request {
        puzzle: String,
        seed: u64,
        time_limit: Option<f64>,
        report: bool,
        rows: Vec<u8>,
        size: usize,
        name: Option<Name>,
        inside: Option<Inside>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Inside {
        lines: Vec<Vec<String>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Name {
        First,
        Count,
    }

    #[track_caller]
    fn fault(text: &str) -> ErrorDetail {
        read_document::<Request>(text).unwrap_err().details()[0].clone()
    }

    #[track_caller]
    fn check(text: &str, message: &str) {
        let fault = fault(text);
        assert_eq!((fault.code, fault.message.as_str()), ("body.shape", message));
        assert!(fault.hint.is_some() && fault.line.is_some() && fault.column.is_some());
    }

    #[test]
    fn a_wrong_type_is_said_in_plain_words_with_the_path() {
        check(r#"{"puzzle": 5}"#, "`puzzle` is 5, not a text");
        check(r#"{"puzzle": null}"#, "`puzzle` is null, not a text");
        check(r#"{"puzzle": true}"#, "`puzzle` is true, not a text");
        check(r#"{"seed": -1}"#, "`seed` is -1, not a whole number from 0 to 2^64 - 1");
        check(r#"{"seed": 1.5}"#, "`seed` is 1.5, not a whole number from 0 to 2^64 - 1");
        check(r#"{"size": -1}"#, "`size` is -1, not a whole number from 0");
        check(r#"{"time_limit": "5"}"#, "`time_limit` is the text \"5\", not a number");
        check(r#"{"report": 1}"#, "`report` is 1, not true or false");
        check(r#"{"rows": 1}"#, "`rows` is 1, not a list");
        check(r#"{"rows": {}}"#, "`rows` is an object, not a list");
        check(r#"{"rows": [1, 300]}"#, "`rows[1]` is 300, not a whole number from 0 to 255");
        check(r#"{"inside": 7}"#, "`inside` is 7, not an object");
        check(
            r#"{"inside": {"lines": [[], ["", []]]}}"#,
            "`inside.lines[1][1]` is a list, not a text",
        );
        check(r#"{"name": 5}"#, "`name` is not one of the texts that it can be");
        // The user's text does not confuse the reading of serde's message.
        let text = r#"{"seed": "1\", expected `x`, expected u8"}"#;
        assert!(fault(text).message.ends_with("not a whole number from 0 to 2^64 - 1"));
    }

    #[test]
    fn names_have_a_suggestion() {
        let hint = |text: &str| fault(text).hint.unwrap();
        check(r#"{"sead": 1}"#, "unknown field `sead`");
        assert_eq!(hint(r#"{"sead": 1}"#), "did you mean `seed`?");
        assert!(hint(r#"{"wholly_other": 1}"#).contains("`puzzle`, `seed`, `time_limit`"));
        check(r#"{"inside": {"line": []}}"#, "unknown field `inside.line`");
        check(r#"{"inside": {}}"#, "missing field `lines` of `inside`");
        check(r#"{"name": "frist"}"#, "`name` is `frist`, not `first` or `count`");
        assert_eq!(hint(r#"{"name": "frist"}"#), "did you mean `first`?");
        check(r#"{"seed": 1, "seed": 2}"#, "the field `seed` is given twice");
    }

    #[test]
    fn a_model_as_an_object_has_a_hint() {
        let fault = fault(r#"{"puzzle": {"schema": 1, "variables": []}}"#);
        assert_eq!(fault.message, "`puzzle` is an object, not a text");
        assert!(fault.hint.unwrap().contains("JSON.stringify"));
    }

    #[test]
    fn other_documents_are_refused_with_their_place() {
        check("\n [1]", "expected an object, found a list");
        let place = |text: &str| (fault(text).code, fault(text).line, fault(text).column);
        assert_eq!(place("\n [1]"), ("body.shape", Some(2), Some(2)));
        assert_eq!(place("[1"), ("body.syntax", Some(1), Some(2)));
        assert_eq!(place(" \n"), ("body.syntax", None, None));
        assert_eq!(place("{} {}"), ("body.syntax", Some(1), Some(4)));
        assert_eq!(place(r#"{"puzzle": }"#), ("body.syntax", Some(1), Some(12)));
    }

    #[test]
    fn messages_are_short_whatever_the_input() {
        let long = "x".repeat(1 << 20);
        for text in [
            format!("{{\"{long}\": 1}}"),
            format!("{{\"seed\": \"{long}\"}}"),
            format!("{{\"name\": \"{long}\"}}"),
        ] {
            let fault = fault(&text);
            assert!(fault.message.len() < 150, "{}", fault.message.len());
            assert!(fault.hint.unwrap().len() < 200);
        }
    }
}
