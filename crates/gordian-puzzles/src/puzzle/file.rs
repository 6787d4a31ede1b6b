//! The parser for puzzle files.

use toml::de::DeTable;

use super::{Kind, Puzzle};
use crate::board::block::LITERAL_HINT;
use crate::board::reader::{Reader, Value, nearest_name};
use crate::diagnostic::{Diagnostic, excerpt, floor_boundary};
use crate::document::MAX_FILE_BYTES;
use crate::pencil_board::CUSTOM;

/// The largest size of a file, in bytes, of which all syntax errors are reported and not only the
/// first. The parser keeps 600 bytes for each error, and a file can have one in two bytes.
const MAX_RECOVERY_BYTES: usize = 1 << 16;

/// Reads a puzzle file.
///
/// The format is described in `docs/formats/puzzle-files.md`.
///
/// # Errors
///
/// Returns all errors of the text, in the order of the text, at most a hundred. For a text that is
/// not valid TOML, returns only the syntax errors; if it has more than 64 KiB, only the first.
///
/// # Example
///
/// ```
/// let puzzle = gordian_puzzles::parse(
///     "kind = 'grid'
///      givens = '''
///      1...
///      ..2.
///      .3..
///      ...4
///      '''",
/// )
/// .unwrap();
/// assert_eq!(puzzle.kind().name(), "grid");
///
/// let diagnostics = gordian_puzzles::parse("kind = 'grid'\nsize = 9\ngivns = ''").unwrap_err();
/// assert_eq!(diagnostics[0].code, "puzzle.unknown-key");
/// assert_eq!(diagnostics[0].hint.as_deref(), Some("did you mean `givens`?"));
/// ```
pub fn parse(text: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, more than {MAX_FILE_BYTES}", text.len());
        return Err(vec![Diagnostic::new("puzzle.too-long", 0..0, message)]);
    }
    let mut reader = Reader::new(text);
    if text.len() > MAX_RECOVERY_BYTES
        && let Err(error) = DeTable::parse(text)
    {
        report_syntax_error(&mut reader, text, &error);
        return reader.finish(None);
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        report_syntax_error(&mut reader, text, error);
    }
    if !errors.is_empty() {
        // Further messages about a text with syntax errors would be misleading.
        return reader.finish(None);
    }
    let puzzle = read(&mut reader, document.get_ref());
    reader.finish(puzzle)
}

fn report_syntax_error(reader: &mut Reader<'_>, text: &str, error: &toml::de::Error) {
    let span = error.span().unwrap_or(0..0);
    let span = floor_boundary(text, span.start)..floor_boundary(text, span.end);
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let is_escape = before.ends_with('\\');
    let message = shown_syntax_error(error.message());
    let diagnostic = Diagnostic::new("puzzle.syntax", span, message);
    reader.report(if is_escape { diagnostic.hint(LITERAL_HINT) } else { diagnostic });
}

/// Joins the lines of a TOML parser message: diagnostics have one line.
fn shown_syntax_error(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle> {
    let names = || Kind::all().iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let Some(value) = table.get("kind") else {
        let diagnostic =
            Diagnostic::new("puzzle.missing-key", 0..0, "the puzzle does not say its kind");
        let hint = format!("begin with `kind`, one of {}", names().join(", "));
        reader.report(diagnostic.hint(hint));
        return None;
    };
    let name = reader.text("kind", value)?;
    let custom;
    let name = if name == CUSTOM {
        custom = read_custom(reader, table, value)?;
        custom.as_str()
    } else {
        name
    };
    let Some(kind) = Kind::named(name) else {
        let message = format!("kind `{}` is not known to this version", excerpt(name));
        let hint = match Kind::nearest_name(name) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("kinds are {}", names().join(", ")),
        };
        reader.report(Diagnostic::new("puzzle.unknown-kind", value.span(), message).hint(hint));
        return None;
    };
    kind.read(reader, table)
}

/// Reads the form of a custom puzzle, and returns the name of its kind.
fn read_custom(reader: &mut Reader<'_>, table: &DeTable<'_>, kind: &Value<'_>) -> Option<String> {
    let names = Kind::all().iter().map(|kind| kind.name());
    let forms: Vec<&str> = names.filter_map(|name| name.strip_prefix("custom-")).collect();
    let Some(value) = table.get("form") else {
        let message = "a custom puzzle does not say its `form`";
        let hint = format!("give `form`, one of {}", forms.join(", "));
        reader.report(Diagnostic::new("puzzle.missing-key", kind.span(), message).hint(hint));
        return None;
    };
    let form = reader.text("form", value)?;
    if forms.contains(&form) {
        return Some(format!("{CUSTOM}-{form}"));
    }
    let message = format!("there is no form `{}`", excerpt(form));
    let short = form.strip_prefix("custom-").unwrap_or(form);
    let hint = match nearest_name(short, &forms) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("forms are {}", forms.join(", ")),
    };
    reader.report(Diagnostic::new("puzzle.unknown-value", value.span(), message).hint(hint));
    None
}
