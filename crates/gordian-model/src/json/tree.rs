//! JSON values with their positions in the text.
//!
//! `serde_json` checks the syntax first. In valid JSON, commas, colons and white space carry no
//! information, so parsing it into values takes little code and no recursion.

use serde::de::IgnoredAny;

use super::MAX_DEPTH;
use super::error::{JsonError, JsonErrorKind, LocatedError, ReadResult};

/// The maximum nesting depth of lists and objects. An operation may need two levels (for a list of
/// operands), and the document around the expressions a few more.
const MAX_NESTING: usize = 2 * MAX_DEPTH + 16;

/// A value and its byte offset.
#[derive(Debug)]
pub(super) struct Value<'t> {
    pub(super) at: usize,
    pub(super) kind: Kind<'t>,
}

#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// `null`, `true` or `false`.
    Word(&'t str),
    /// A number as written.
    Number(&'t str),
    Text(String),
    List(Vec<Value<'t>>),
    /// Keys may repeat.
    Object(Vec<(Key, Value<'t>)>),
}

/// A key of an object and its byte offset.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) at: usize,
    pub(super) text: String,
}

impl<'t> Value<'t> {
    /// Parses `text`.
    pub(super) fn parse(text: &'t str) -> Result<Self, JsonError> {
        check_syntax(text)
            .and_then(|()| parse_valid_json(text))
            .map_err(|located| located.in_text(text))
    }

    /// Returns the error that this value is not `expected`.
    pub(super) fn wrong_kind(&self, expected: &'static str) -> LocatedError {
        let found = match self.kind {
            Kind::Word("true") => "true",
            Kind::Word("false") => "false",
            Kind::Word(_) => "null",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a text",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
        };
        JsonErrorKind::WrongKind { expected, found }.at(self.at)
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Word("null"))
    }

    pub(super) fn integer(&self, expected: &'static str) -> ReadResult<i64> {
        match self.kind {
            Kind::Number(number) => number
                .parse()
                .map_err(|_| JsonErrorKind::NotInteger { number: number.to_owned() }.at(self.at)),
            _ => Err(self.wrong_kind(expected)),
        }
    }

    pub(super) fn text(&self, expected: &'static str) -> ReadResult<&str> {
        match &self.kind {
            Kind::Text(text) => Ok(text),
            _ => Err(self.wrong_kind(expected)),
        }
    }

    pub(super) fn list(&self, expected: &'static str) -> ReadResult<&[Value<'t>]> {
        match &self.kind {
            Kind::List(items) => Ok(items),
            _ => Err(self.wrong_kind(expected)),
        }
    }

    pub(super) fn object(&self, expected: &'static str) -> ReadResult<&[(Key, Value<'t>)]> {
        match &self.kind {
            Kind::Object(members) => Ok(members),
            _ => Err(self.wrong_kind(expected)),
        }
    }

    pub(super) fn integers(&self, expected: &'static str) -> ReadResult<Vec<i64>> {
        self.list(expected)?.iter().map(|item| item.integer("an integer")).collect()
    }
}

fn check_syntax(text: &str) -> ReadResult<()> {
    let Err(error) = serde_json::from_str::<IgnoredAny>(text) else { return Ok(()) };
    // Lines count from 1; the column is the number of bytes read of the line.
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    Err(syntax(&error).at(line_start + error.column().saturating_sub(1)))
}

fn syntax(error: &serde_json::Error) -> JsonErrorKind {
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message).to_owned();
    JsonErrorKind::Syntax { reason }
}

/// A list or object that is still open.
struct Open<'t> {
    value: Value<'t>,
    /// In an object, the key of the next value.
    key: Option<Key>,
}

/// Parses a text that is valid JSON.
fn parse_valid_json(text: &str) -> ReadResult<Value<'_>> {
    let bytes = text.as_bytes();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    loop {
        let start = at;
        at += 1;
        let value = match bytes[start] {
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' => continue,
            opening @ (b'[' | b'{') => {
                if open.len() == MAX_NESTING {
                    return Err(JsonErrorKind::TooDeep.at(start));
                }
                let kind = match opening {
                    b'[' => Kind::List(Vec::new()),
                    _ => Kind::Object(Vec::new()),
                };
                open.push(Open { value: Value { at: start, kind }, key: None });
                continue;
            }
            b']' | b'}' => open.pop().expect("brackets are balanced in valid JSON").value,
            b'"' => {
                at = end_of_text(bytes, at);
                let content = serde_json::from_str(&text[start..at]);
                let content: String = content.map_err(|error| syntax(&error).at(start))?;
                if let Some(Open { value: Value { kind: Kind::Object(_), .. }, key: key @ None }) =
                    open.last_mut()
                {
                    *key = Some(Key { at: start, text: content });
                    continue;
                }
                Value { at: start, kind: Kind::Text(content) }
            }
            first => {
                at += bytes[at..].iter().take_while(|byte| !b" \t\r\n,]}".contains(byte)).count();
                let content = &text[start..at];
                let is_word = first.is_ascii_alphabetic();
                let kind = if is_word { Kind::Word(content) } else { Kind::Number(content) };
                Value { at: start, kind }
            }
        };
        let Some(parent) = open.last_mut() else { return Ok(value) };
        match &mut parent.value.kind {
            Kind::List(items) => items.push(value),
            Kind::Object(members) => {
                members.push((parent.key.take().expect("a key comes before its value"), value));
            }
            _ => unreachable!("only lists and objects are open"),
        }
    }
}

/// Returns the offset after the closing quote of a string whose content begins at `at`.
fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the value as a `serde_json` value.
    fn plain(value: &Value<'_>) -> serde_json::Value {
        match &value.kind {
            Kind::Word(word) | Kind::Number(word) => serde_json::from_str(word).unwrap(),
            Kind::Text(text) => text.as_str().into(),
            Kind::List(items) => items.iter().map(plain).collect(),
            Kind::Object(members) => serde_json::Value::Object(
                members.iter().map(|(key, value)| (key.text.clone(), plain(value))).collect(),
            ),
        }
    }

    fn check(text: &str) {
        let expected: Result<serde_json::Value, _> = serde_json::from_str(text);
        match (Value::parse(text), expected) {
            (Ok(value), Ok(expected)) => assert_eq!(plain(&value), expected, "{text}"),
            (Err(_), Err(_)) => {}
            (ours, theirs) => panic!("{text:?}: {ours:?} but {theirs:?}"),
        }
    }

    #[test]
    fn examples_are_read_as_by_serde_json() {
        check(r#"{"a": [1, -2.5e3, "x\"\\,]}:", null], "b\u00e9": {"": {}}, "c": [[], true]}"#);
        check(r#" "\ud800" "#);
        check("3");
        check("\u{feff}3");
        check("");
        check("[1 2]");
        check("{\"a\" 1}");
        check("nul");
    }

    #[test]
    fn values_have_their_byte_offsets() {
        let value = Value::parse(" [1,\n {\"k\": \"é\"}]").unwrap();
        let [one, object] = value.list("").unwrap() else { panic!("two items") };
        let (key, text) = &object.object("").unwrap()[0];
        assert_eq!((value.at, one.at, object.at, key.at, text.at), (1, 2, 6, 7, 12));
    }

    #[test]
    fn nesting_depth_is_limited() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::parse(&nested(MAX_NESTING)).is_ok());
        let error = Value::parse(&nested(MAX_NESTING + 1)).unwrap_err();
        assert_eq!((error.code(), error.column), ("model-depth", MAX_NESTING + 1));
        assert!(Value::parse(&nested(1_000_000)).is_err());
    }

    proptest! {
        #[test]
        fn agrees_with_serde_json_on_pieces(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "[", "]", "{", "}", ",", ":", "\"a\"", "\"\\\"\"", "1", "-0", "1.5", "true",
                    " ", "\n", "\"é\"", "null", "\"\\u12\"", "{\"k\":", "[1,",
                ]),
                0..12,
            ),
        ) {
            check(&pieces.concat());
        }

        #[test]
        fn agrees_with_serde_json_on_any_text(text in any::<String>()) {
            check(&text);
        }
    }
}
