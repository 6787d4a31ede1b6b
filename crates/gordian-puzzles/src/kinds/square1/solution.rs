//! Solutions of the Square-1: moves as text, or as a string in JSON.

use gordian_perm::square1::{Notation, Sequence};
use serde_json::Value;

use super::notation_of;
use crate::diagnostic::Diagnostic;
use crate::document::{ShapeError, parse_json};

const HINT: &str = "a solution is a string of moves in the WCA notation, such as \"(1,0)/(3,-3)/\"";

pub(super) fn parse(text: &str) -> Result<Sequence, Vec<Diagnostic>> {
    if text.trim_start().starts_with(['{', '"']) {
        return parse_json(text, read_moves);
    }
    Sequence::parse(text, Notation::Wca).map_err(|error| {
        let message = error.to_string();
        vec![Diagnostic::new(error.code(), error.span.clone(), message).hint(error.hint())]
    })
}

/// Parses Square-1 moves, in the notation that the document names.
fn read_moves(value: &Value, document: &Value) -> Result<Sequence, ShapeError> {
    let Value::String(text) = value else {
        return Err(ShapeError::new("the solution is not a text of moves", HINT));
    };
    let notation = match document.get("notation") {
        None => Notation::Wca,
        Some(name) => name
            .as_str()
            .and_then(notation_of)
            .ok_or_else(|| ShapeError::new("`notation` is neither \"wca\" nor \"cube21\"", HINT))?,
    };
    Sequence::parse(text, notation).map_err(|error| {
        let column = text[..error.span.start].chars().count() + 1;
        ShapeError::new(format!("the moves, character {column}: {error}"), HINT)
    })
}
