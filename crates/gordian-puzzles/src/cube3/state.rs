//! Positions as JSON and in every other accepted form.

use std::ops::Range;

use gordian_perm::cube3::{
    CubeError, Face, LowercaseMeaning, ParseError, Position, UnsolvableReason,
    parse_position_or_sequence,
};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, escaped};
use crate::puzzle::MAX_FILE_BYTES;
use crate::schema::check_schema;
use crate::solution::syntax_fault;

const HINT: &str = "a position is {\"facelets\": \"UUU…\", \"centres\": {\"U\": 0, …}}, where \
                    `centres` may be left out";

/// Returns a position as a JSON object: `facelets` with the 54 letters, and, where the direction of a
/// centre is known, `centres` with the clockwise quarter turns of each face, null if not known.
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

/// Reads a position in any form: stickers in a line or drawn as a net, a sequence of moves from the
/// solved cube, or JSON as [`state_to_json`] writes it (`schema` may be left out; other fields of the
/// object do not matter).
///
/// # Errors
///
/// Returns what is wrong with the text, or every reason why there is no such cube.
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
        .map_err(|error| vec![syntax_fault("cube.json-syntax", text, &error)])?;
    // The JSON reader does not keep places, so the message says where and the span is the text.
    read_object(&value).map_err(|faults| {
        faults.into_iter().map(|fault| Diagnostic { span: 0..text.len(), ..fault }).collect()
    })
}

/// Returns the faults of a position or sequence: every reason why there is no such cube as a fault
/// of its own.
pub(super) fn diagnostics_of(error: &ParseError) -> Vec<Diagnostic> {
    match &error.error {
        CubeError::Unsolvable { reasons } => impossible_diagnostics(reasons, &error.span),
        other => {
            let fault = Diagnostic::new(other.code(), error.span.clone(), other.to_string());
            vec![fault.hint(other.hint())]
        }
    }
}

fn impossible_diagnostics(reasons: &[UnsolvableReason], span: &Range<usize>) -> Vec<Diagnostic> {
    let fault = |reason: &UnsolvableReason| {
        let message = format!("this cube is not solvable: {reason}");
        Diagnostic::new(reason.code(), span.clone(), message).hint(reason.hint())
    };
    reasons.iter().map(fault).collect()
}

fn shape_error(message: impl Into<String>) -> Vec<Diagnostic> {
    vec![Diagnostic::new("cube.json-shape", 0..0, message).hint(HINT)]
}

/// Reads the object; the spans of faults mean nothing.
fn read_object(value: &Value) -> Result<Position, Vec<Diagnostic>> {
    check_schema(value, "cube.json-schema").map_err(|fault| vec![fault])?;
    let Some(Value::String(facelets)) = value.get("facelets") else {
        return Err(shape_error("there is no text `facelets`"));
    };
    let position: Position = facelets.parse().map_err(|error: ParseError| {
        let column = facelets[..error.span.start].chars().count() + 1;
        let place = |fault: Diagnostic| Diagnostic {
            message: format!("`facelets`, character {column}: {}", fault.message),
            ..fault
        };
        diagnostics_of(&error).into_iter().map(place).collect::<Vec<_>>()
    })?;
    let centres = match value.get("centres") {
        None | Some(Value::Null) => return Ok(position),
        Some(Value::Object(_)) if facelets.contains(',') => {
            return Err(shape_error("both `facelets` and `centres` say how centres are turned"));
        }
        Some(Value::Object(centres)) => read_centres(centres)?,
        Some(_) => return Err(shape_error("`centres` is not an object")),
    };
    position.with_centres(centres).map_err(|reasons| impossible_diagnostics(&reasons, &(0..0)))
}

/// Reads the centres; a face that is left out is not known.
fn read_centres(centres: &Map<String, Value>) -> Result<[Option<u8>; 6], Vec<Diagnostic>> {
    let mut read = [None; 6];
    for (name, quarters) in centres {
        let Some(face) = Face::ALL.into_iter().find(|face| face.name() == name) else {
            return Err(shape_error(format!("`{}` is not a face", escaped(name))));
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
