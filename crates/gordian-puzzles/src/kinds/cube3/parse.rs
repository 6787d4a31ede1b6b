//! Reads a 3×3×3 cube from its file, given as stickers or as the scramble that leads to it.

use gordian_perm::cube3::{LowercaseMeaning, ParseError, Position, Sequence, is_stickers};
use toml::de::DeTable;

use super::Cube3;
use super::state::diagnostics_of;
use crate::board::reader::{Reader, Value};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

/// The key that is valid only together with `scramble`.
const LOWER_CASE: &str = "lower-case";

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Cube3> {
    let own = ["position", "scramble", LOWER_CASE, "centres"];
    let metadata = Metadata::read_with_keys(reader, table, "a cube3", &own);
    let centres = match table.get("centres") {
        None => Some(false),
        Some(value) => reader.boolean("centres", value),
    };
    let position = match (table.get("position"), table.get("scramble")) {
        (Some(value), scramble) => {
            report_unfit(reader, "scramble", scramble, "remove one of them");
            let hint = "remove it: it applies to `scramble` only";
            report_unfit(reader, LOWER_CASE, table.get(LOWER_CASE), hint);
            let position = read_position(reader, value);
            if let (Some(position), Some(true)) = (&position, centres) {
                require_centres(reader, value, position);
            }
            position.map(|position| (position, None))
        }
        (None, Some(value)) => {
            let lower_case = match table.get(LOWER_CASE) {
                None => Some(LowercaseMeaning::default()),
                Some(value) => read_lower_case(reader, value),
            };
            let sequence = read_scramble(reader, value, lower_case?);
            sequence.map(|sequence| (Position::SOLVED.apply(&sequence), Some(sequence)))
        }
        (None, None) => {
            let message = "there is neither `position` nor `scramble`";
            let hint = "draw the net of the cube as `position`, or give the `scramble` that leads to \
                        it, such as `scramble = \"R U2 F\"`";
            reader.report(Diagnostic::new("puzzle.missing-key", 0..0, message).hint(hint));
            None
        }
    };
    let (position, scramble) = position?;
    Some(Cube3 { metadata, position, centres: centres?, scramble })
}

/// Reports a key that cannot be combined with `position`.
fn report_unfit(reader: &mut Reader<'_>, key: &str, value: Option<&Value<'_>>, hint: &str) {
    if let Some(value) = value {
        let message = format!("`{key}` cannot be combined with `position`");
        reader.report(Diagnostic::new("puzzle.conflict", value.span(), message).hint(hint));
    }
}

/// Reports a position in which the direction of a centre is unknown.
fn require_centres(reader: &mut Reader<'_>, value: &Value<'_>, position: &Position) {
    if position.centres().iter().all(Option::is_some) {
        return;
    }
    let message = "`centres = true` needs a `position` with the directions of all centres";
    let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter turns \
                of each centre, 0 to 3; or remove `centres = true`";
    reader.report(Diagnostic::new("puzzle.conflict", value.span(), message).hint(hint));
}

/// Returns the meaning of lower-case letters with this name.
pub(super) fn lower_case_of(name: &str) -> Option<LowercaseMeaning> {
    LowercaseMeaning::ALL.into_iter().find(|it| it.name() == name)
}

fn read_lower_case(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<LowercaseMeaning> {
    let name = reader.text(LOWER_CASE, value)?;
    let found = lower_case_of(name);
    if found.is_none() {
        let names = LowercaseMeaning::ALL.map(|it| format!("\"{}\"", it.name()));
        let message = format!("{LOWER_CASE} is `{}`", excerpt(name));
        let diagnostic = Diagnostic::new("puzzle.unknown-value", value.span(), message);
        reader.report(diagnostic.hint(format!("{LOWER_CASE} is {}", names.join(" or "))));
    }
    found
}

fn read_position(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Position> {
    let text = reader.text("position", value)?;
    text.parse().map_err(|error| report(reader, value, text, &error)).ok()
}

fn read_scramble(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    lower_case: LowercaseMeaning,
) -> Option<Sequence> {
    let text = reader.text("scramble", value)?;
    if is_stickers(text) {
        // Some sticker letters are valid moves too.
        let message = "`scramble` holds stickers instead of moves";
        let diagnostic = Diagnostic::new("puzzle.wrong-type", value.span(), message);
        reader.report(diagnostic.hint("write them as `position`"));
        return None;
    }
    let sequence = Sequence::parse(text, lower_case);
    sequence.map_err(|error| report(reader, value, text, &error)).ok()
}

/// Reports the errors of a position or sequence at their place in the file.
fn report(reader: &mut Reader<'_>, value: &Value<'_>, text: &str, error: &ParseError) {
    let span = reader.place_in(value, text, &error.span);
    for diagnostic in diagnostics_of(error) {
        reader.report(Diagnostic { span: span.clone(), ..diagnostic });
    }
}
