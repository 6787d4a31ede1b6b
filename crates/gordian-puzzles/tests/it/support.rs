//! Helpers shared by several tests.

use std::fmt::{Display, Write};
use std::path::PathBuf;

use gordian_puzzles::{Diagnostic, Goishi, GridPuzzle, Puzzle, SudokuCube, line_column, parse};
use serde_json::Value;

/// Returns a path relative to the folder of the crate.
pub(crate) fn path(below: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// Returns the text of a file, by its path relative to the folder of the crate.
pub(crate) fn text(below: &str) -> String {
    fs_err::read_to_string(path(below)).unwrap()
}

/// Returns a JSON document, by its path relative to the folder of the crate.
pub(crate) fn json(below: &str) -> Value {
    serde_json::from_str(&text(below)).unwrap()
}

/// Returns the files of a folder, sorted by name.
pub(crate) fn files(below: &str) -> Vec<PathBuf> {
    let entries = fs_err::read_dir(path(below)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Renders diagnostics as a command line does: place, message, line with carets, hint.
pub(crate) fn render(source: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for Diagnostic { code, message, hint, span } in diagnostics {
        let (line, column) = line_column(source, span.start);
        writeln!(out, "{line}:{column}: {message} [{code}]").unwrap();
        let shown = source.lines().nth(line - 1).unwrap_or_default();
        let spanned = source[span.clone()].lines().next().unwrap_or_default().chars().count();
        let carets = "^".repeat(spanned.max(1));
        let cut =
            |text: &str| text.chars().take(100).flat_map(char::escape_debug).collect::<String>();
        writeln!(out, "    {}", cut(shown)).unwrap();
        writeln!(out, "    {}{}", " ".repeat(column - 1), cut(&carets)).unwrap();
        if let Some(hint) = hint {
            writeln!(out, "  hint: {hint}").unwrap();
        }
    }
    out
}

pub(crate) fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap_or_else(|diagnostics| panic!("{}", render(text, &diagnostics)))
}

pub(crate) fn grid(text: &str) -> GridPuzzle {
    puzzle(&format!("kind = 'grid'\n{text}")).as_kind::<GridPuzzle>().unwrap().clone()
}

pub(crate) fn goishi(text: &str) -> Goishi {
    puzzle(&format!("kind = 'goishi'\n{text}")).as_kind::<Goishi>().unwrap().clone()
}

pub(crate) fn cube(text: &str) -> SudokuCube {
    puzzle(text).as_kind::<SudokuCube>().unwrap().clone()
}

/// Returns the messages of all violations; empty if the check succeeded.
pub(crate) fn words<T, V: Display>(result: Result<T, Vec<V>>) -> Vec<String> {
    let violations = result.err().unwrap_or_default();
    violations.iter().map(ToString::to_string).collect()
}

/// Returns the digits of rows such as `12 21`.
pub(crate) fn digits(rows: &str) -> Vec<u8> {
    let digit = |c: char| u8::try_from(c.to_digit(36).unwrap()).unwrap();
    rows.split_whitespace().flat_map(str::chars).map(digit).collect()
}
