//! Reads a Square-1 from its file, given as a position or as the scramble that leads to it.

use gordian_perm::square1::{
    Colours, Notation, ParseError, Position, SquareError, parse_position_or_sequence,
};
use toml::de::DeTable;

use super::Square1;
use crate::board::reader::{Reader, Value};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

/// The keys that are valid only together with `scramble`.
const SCRAMBLE_KEYS: [&str; 2] = ["colours", "notation"];

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Square1> {
    let own = [&["position", "scramble"][..], &SCRAMBLE_KEYS].concat();
    let metadata = Metadata::read_with_keys(reader, table, "a square1", &own);
    let position = match (table.get("position"), table.get("scramble")) {
        (Some(position), scramble) => {
            let unfit = scramble
                .map(|value| ("scramble", value))
                .into_iter()
                .chain(SCRAMBLE_KEYS.into_iter().filter_map(|key| Some((key, table.get(key)?))));
            for (key, value) in unfit {
                let message = format!("`{key}` cannot be combined with `position`");
                let hint = match key {
                    "colours" => "remove it: the digits of a position determine its colours",
                    "notation" => "remove it: it applies to `scramble` only",
                    _ => "remove one of them",
                };
                let diagnostic = Diagnostic::new("puzzle.conflict", value.span(), message);
                reader.report(diagnostic.hint(hint));
            }
            read_position(reader, position)
        }
        (None, Some(scramble)) => {
            let colours = match table.get("colours") {
                None => Some(Colours::Six),
                Some(value) => read_name(reader, "colours", value, &COLOURS),
            };
            let notation = match table.get("notation") {
                None => Some(Notation::Wca),
                Some(value) => read_name(reader, "notation", value, &NOTATIONS),
            };
            read_scramble(reader, scramble, colours?, notation?)
        }
        (None, None) => {
            let message = "there is neither `position` nor `scramble`";
            let hint = "set `position = \"01234567-F89ABCDE,S\"`, or give the `scramble` that \
                        leads to it";
            reader.report(Diagnostic::new("puzzle.missing-key", 0..0, message).hint(hint));
            None
        }
    };
    Some(Square1 { metadata, position: position? })
}

const COLOURS: [(&str, Colours); 2] = [("six", Colours::Six), ("silver", Colours::Silver)];
const NOTATIONS: [(&str, Notation); 2] =
    [(Notation::Wca.name(), Notation::Wca), (Notation::Cube21.name(), Notation::Cube21)];

/// Returns the notation with this name.
pub(super) fn notation_of(name: &str) -> Option<Notation> {
    NOTATIONS.into_iter().find(|(known, _)| *known == name).map(|(_, notation)| notation)
}

fn read_name<T: Copy>(
    reader: &mut Reader<'_>,
    key: &str,
    value: &Value<'_>,
    known: &[(&str, T)],
) -> Option<T> {
    let name = reader.text(key, value)?;
    if let Some((_, meaning)) = known.iter().find(|(known, _)| *known == name) {
        return Some(*meaning);
    }
    let names: Vec<String> = known.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let message = format!("{key} is `{}`", excerpt(name));
    let diagnostic = Diagnostic::new("puzzle.unknown-value", value.span(), message);
    reader.report(diagnostic.hint(format!("{key} is {}", names.join(" or "))));
    None
}

fn read_position(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Position> {
    let text = reader.text("position", value)?;
    text.parse().map_err(|error| report(reader, value, text, error)).ok()
}

fn read_scramble(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    colours: Colours,
    notation: Notation,
) -> Option<Position> {
    let text = reader.text("scramble", value)?;
    if text.trim().is_empty() {
        return Some(Position::solved(colours));
    }
    let read = if text.contains(['(', '/', '!']) {
        parse_position_or_sequence(text, colours, notation)
    } else {
        // A position given as `scramble` is reported as an invalid sequence.
        let (at, found) =
            text.char_indices().find(|(_, it)| !it.is_whitespace()).expect("it is not blank");
        let error = SquareError::UnexpectedCharacter { found, expected: "`(` or `/`" };
        Err(ParseError { error, span: at..at + found.len_utf8() })
    };
    read.map_err(|error| report(reader, value, text, error)).ok()
}

/// Reports an error of a position or sequence at its place in the file.
fn report(reader: &mut Reader<'_>, value: &Value<'_>, text: &str, error: ParseError) {
    let span = reader.place_in(value, text, &error.span);
    let hint = match (&error.error, error.hint()) {
        (SquareError::FlipInWca, _) => {
            "set `notation = \"cube21\"`, where `!` flips the puzzle over"
        }
        (_, hint) => hint,
    };
    reader.report(Diagnostic::new(error.code(), span, error.to_string()).hint(hint));
}
