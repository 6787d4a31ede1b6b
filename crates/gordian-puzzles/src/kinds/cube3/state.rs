//! Positions as JSON and in every other accepted form.

use std::ops::Range;

use gordian_perm::cube3::{
    CubeError, Face, LowercaseMeaning, ParseError, Position, UnsolvableReason,
    parse_position_or_sequence,
};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, excerpt};
use crate::document::MAX_FILE_BYTES;
use crate::document::syntax_diagnostic;
use crate::schema::check_schema;

const HINT: &str = "a position is {\"facelets\": \"UUU…\", \"centres\": {\"U\": 0, …}}, where \
                    `centres` is optional";

/// Returns a position as a JSON object: `facelets` with the 54 letters and, if the direction of any
/// centre is known, `centres` with the clockwise quarter turns of each centre (null if unknown).
///
/// # Example
///
/// ```
/// use gordian_perm::cube3::{LowercaseMeaning, Position};
/// use gordian_puzzles::cube3::{parse_state, state_to_json};
///
/// let json = state_to_json(&Position::SOLVED);
/// assert_eq!(json["centres"]["U"], 0);
/// assert_eq!(parse_state(&json.to_string(), LowercaseMeaning::Wide), Ok(Position::SOLVED));
/// ```
#[must_use]
pub fn state_to_json(position: &Position) -> Value {
    let mut fields = Map::from_iter([("facelets".to_owned(), json!(position.facelets()))]);
    if position.centres().iter().any(Option::is_some) {
        let centre = |face: Face| (face.name().to_owned(), json!(position.centres()[face.index()]));
        fields.insert("centres".to_owned(), Face::ALL.into_iter().map(centre).collect());
    }
    Value::Object(fields)
}

/// Reads a position in any form: stickers on one line or drawn as a net, a sequence of moves from
/// the solved cube, or JSON as written by [`state_to_json`] (`schema` is optional, and other fields
/// of the object are ignored).
///
/// # Errors
///
/// Returns the errors of the text, or every reason why the cube cannot be solved.
pub fn parse_state(text: &str, lower_case: LowercaseMeaning) -> Result<Position, Vec<Diagnostic>> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!("the text has {} bytes, more than {MAX_FILE_BYTES}", text.len());
        return Err(vec![Diagnostic::new("cube.too-long", 0..0, message)]);
    }
    if !text.trim_start().starts_with('{') {
        return parse_position_or_sequence(text, lower_case)
            .map_err(|error| diagnostics_of(&error));
    }
    let value: Value = serde_json::from_str(text)
        .map_err(|error| vec![syntax_diagnostic("cube.json-syntax", text, &error)])?;
    // The JSON parser does not keep positions, so the message names the place and the span is the
    // text.
    read_object(&value).map_err(|diagnostics| {
        let with_span = |diagnostic| Diagnostic { span: 0..text.len(), ..diagnostic };
        diagnostics.into_iter().map(with_span).collect()
    })
}

/// Converts an error of a position or sequence to diagnostics: one per reason why the cube cannot
/// be solved, otherwise exactly one.
pub(super) fn diagnostics_of(error: &ParseError) -> Vec<Diagnostic> {
    match &error.error {
        CubeError::Unsolvable { reasons } => impossible_diagnostics(reasons, &error.span),
        other => {
            let diagnostic = Diagnostic::new(other.code(), error.span.clone(), other.to_string());
            vec![diagnostic.hint(other.hint())]
        }
    }
}

fn impossible_diagnostics(reasons: &[UnsolvableReason], span: &Range<usize>) -> Vec<Diagnostic> {
    let diagnostic = |reason: &UnsolvableReason| {
        let message = format!("this cube is not solvable: {reason}");
        Diagnostic::new(reason.code(), span.clone(), message).hint(reason.hint())
    };
    reasons.iter().map(diagnostic).collect()
}

fn shape_error(message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::new("cube.json-shape", 0..0, message).hint(HINT)]
}

/// Reads the object; the spans of its diagnostics are placeholders.
fn read_object(value: &Value) -> Result<Position, Vec<Diagnostic>> {
    check_schema(value, "cube.json-schema").map_err(|diagnostic| vec![diagnostic])?;
    let Some(Value::String(facelets)) = value.get("facelets") else {
        return Err(shape_error("`facelets` is missing or is not a text"));
    };
    let position: Position = facelets.parse().map_err(|error: ParseError| {
        let column = facelets[..error.span.start].chars().count() + 1;
        let with_column = |diagnostic: Diagnostic| Diagnostic {
            message: format!("`facelets`, character {column}: {}", diagnostic.message),
            ..diagnostic
        };
        diagnostics_of(&error).into_iter().map(with_column).collect::<Vec<_>>()
    })?;
    let centres = match value.get("centres") {
        None | Some(Value::Null) => return Ok(position),
        Some(Value::Object(_)) if facelets.contains(',') => {
            return Err(shape_error(
                "`facelets` and `centres` both give the directions of centres",
            ));
        }
        Some(Value::Object(centres)) => read_centres(centres)?,
        Some(_) => return Err(shape_error("`centres` is not an object")),
    };
    position.with_centres(centres).map_err(|reasons| impossible_diagnostics(&reasons, &(0..0)))
}

/// Reads the directions of the centres; that of a missing face is unknown.
fn read_centres(centres: &Map<String, Value>) -> Result<[Option<u8>; 6], Vec<Diagnostic>> {
    let mut read = [None; 6];
    for (name, quarters) in centres {
        let Some(face) = Face::ALL.into_iter().find(|face| face.name() == name) else {
            return Err(shape_error(format!("`{}` is not a face", excerpt(name))));
        };
        if quarters.is_null() {
            continue;
        }
        let number = quarters.as_u64().and_then(|number| u8::try_from(number).ok());
        let Some(number) = number.filter(|number| *number < 4) else {
            return Err(shape_error(format!(
                "the quarter turns of centre {face} are not 0, 1, 2 or 3"
            )));
        };
        read[face.index()] = Some(number);
    }
    Ok(read)
}
