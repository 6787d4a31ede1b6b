//! JSON access with errors that name the path.

use serde_json::{Map, Value};

use super::FormatError;

/// Reads a JSON text. Its nesting is bounded by the parser.
pub(super) fn parse(text: &str) -> Result<Value, FormatError> {
    serde_json::from_str(text)
        .map_err(|error| FormatError::InvalidJson { line: error.line(), column: error.column() })
}

/// Returns the error for an invalid value.
pub(super) fn invalid_value(path: impl Into<String>, expected: &'static str) -> FormatError {
    FormatError::InvalidValue { path: path.into(), expected }
}

pub(super) fn as_object<'v>(
    value: &'v Value,
    path: &str,
) -> Result<&'v Map<String, Value>, FormatError> {
    value.as_object().ok_or_else(|| invalid_value(path, "an object"))
}

pub(super) fn as_list<'v>(value: &'v Value, path: &str) -> Result<&'v [Value], FormatError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| invalid_value(path, "a list"))
}

/// Returns whether a value is empty or switched off, so that its key has no effect.
pub(super) fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) | Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

/// Returns an integer, which some programs write as a string.
pub(super) fn as_integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Returns a digit of a grid of `n` rows, 0 for blank.
pub(super) fn as_digit(
    value: &Value,
    n: usize,
    path: impl Fn() -> String,
) -> Result<u8, FormatError> {
    if is_unset(value) {
        return Ok(0);
    }
    as_integer(value)
        .and_then(|value| u8::try_from(value).ok())
        .filter(|&digit| usize::from(digit) <= n)
        .ok_or_else(|| invalid_value(path(), "a digit of the grid"))
}

/// Returns a string, or `None` if the value is empty or not a string.
pub(super) fn as_text(value: &Value) -> Option<String> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the rows of a square grid and their number.
pub(super) fn as_square_grid<'v>(
    value: Option<&'v Value>,
    path: &'static str,
) -> Result<(usize, Vec<&'v [Value]>), FormatError> {
    let rows = as_list(value.unwrap_or(&Value::Null), path)?;
    let n = rows.len();
    if n > gordian_grid::Layout::MAX_SIZE {
        return Err(FormatError::TooLarge { n });
    }
    if n == 0 {
        return Err(invalid_value(path, "a grid"));
    }
    let mut cells = Vec::with_capacity(n);
    for (number, row) in rows.iter().enumerate() {
        let row = as_list(row, path)?;
        if row.len() != n {
            return Err(FormatError::RaggedGrid { path, row: number + 1, n });
        }
        cells.push(row);
    }
    Ok((n, cells))
}
