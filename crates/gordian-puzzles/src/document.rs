//! JSON documents with solutions: their limits, their syntax and the shapes of values.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, floor_boundary};
use crate::schema::check_schema;

/// The largest size of a file with a puzzle or a solution, in bytes.
pub const MAX_FILE_BYTES: usize = 2 << 20;

/// A JSON value of the wrong shape.
pub(crate) struct ShapeError {
    message: String,
    hint: &'static str,
}

impl ShapeError {
    pub(crate) fn new(message: impl Into<String>, hint: &'static str) -> Self {
        Self { message: message.into(), hint }
    }
}

/// Returns the items of a JSON list; `what` and `hint` describe it in the error.
pub(crate) fn list<'v>(
    value: &'v Value,
    what: &str,
    hint: &'static str,
) -> Result<&'v [Value], ShapeError> {
    match value {
        Value::Array(items) => Ok(items),
        _ => Err(ShapeError::new(format!("{what} is not a list"), hint)),
    }
}

/// Reads a solution from JSON: an answer, whose field `solution` it is, or the solution alone.
///
/// `read` receives the solution and the whole document.
pub(crate) fn parse_json<S>(
    text: &str,
    read: impl FnOnce(&Value, &Value) -> Result<S, ShapeError>,
) -> Result<S, Vec<Diagnostic>> {
    let value = parse_document(text)?;
    // The JSON parser does not keep positions, so the message names the place and the span is the
    // whole file.
    read(solution_field(&value), &value).map_err(|ShapeError { message, hint }| {
        vec![Diagnostic::new("solution.wrong-shape", 0..text.len(), message).hint(hint)]
    })
}

/// Parses JSON; checks the schema of an answer.
pub(crate) fn parse_document(text: &str) -> Result<Value, Vec<Diagnostic>> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| vec![syntax_diagnostic("solution.syntax", text, &error)])?;
    if value.get("solution").is_some() {
        check_schema(&value, "solution.schema").map_err(|diagnostic| vec![diagnostic])?;
    }
    Ok(value)
}

/// Returns the field `solution` of an answer; a document without it is the solution itself.
pub(crate) fn solution_field(document: &Value) -> &Value {
    document.get("solution").unwrap_or(document)
}

/// Returns the diagnostic for invalid JSON, with its position.
pub(crate) fn syntax_diagnostic(
    code: &'static str,
    text: &str,
    error: &serde_json::Error,
) -> Diagnostic {
    let at = offset(text, error.line(), error.column());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::new(code, at..at, message)
}

/// Returns the byte offset of a line and a column as `serde_json` counts them: bytes, from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    floor_boundary(text, start + column.saturating_sub(1))
}
