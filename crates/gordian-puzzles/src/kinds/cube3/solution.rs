//! Solutions of the 3×3×3: moves as text, or as a string in JSON.

use gordian_perm::cube3::{LowercaseMeaning, Sequence};
use serde_json::Value;

use super::lower_case_of;
use crate::diagnostic::Diagnostic;
use crate::document::{ShapeError, parse_json};

const HINT: &str = "a solution is a string of moves, such as \"R U2 F'\"";

pub(super) fn parse(text: &str) -> Result<Sequence, Vec<Diagnostic>> {
    if text.trim_start().starts_with(['{', '"']) {
        return parse_json(text, read_turns);
    }
    Sequence::parse(text, LowercaseMeaning::Wide).map_err(|error| {
        let message = error.to_string();
        vec![Diagnostic::new(error.code(), error.span.clone(), message).hint(error.hint())]
    })
}

/// Parses the moves of a 3×3×3 cube; the field `lower_case` of the document defines lower-case
/// letters.
fn read_turns(value: &Value, document: &Value) -> Result<Sequence, ShapeError> {
    let Value::String(text) = value else {
        return Err(ShapeError::new("the solution is not a text of moves", HINT));
    };
    let lower_case = match document.get("lower_case") {
        None => LowercaseMeaning::default(),
        Some(name) => name.as_str().and_then(lower_case_of).ok_or_else(|| {
            ShapeError::new("`lower_case` is neither \"wide\" nor \"face\"", HINT)
        })?,
    };
    Sequence::parse(text, lower_case).map_err(|error| {
        let column = text[..error.span.start].chars().count() + 1;
        ShapeError::new(format!("the moves, character {column}: {error}"), HINT)
    })
}
