//! How texts are parsed, and the errors of their lines.

use std::ops::Range;
use std::sync::LazyLock;

use gordian_grid::Layout;
use gordian_sudoku::formats::{
    Format, FormatError, LineReader, Note, ParsedPuzzle, is_line_based, parse_line,
};

use crate::ErrorDetail;

/// The classic layout with both long diagonals, created once because a file may have millions of
/// puzzles.
static CLASSIC_WITH_DIAGONALS: LazyLock<Layout> =
    LazyLock::new(|| Layout::classic().with_main_diagonal().with_anti_diagonal());

/// Returns a layout with both long diagonals.
#[must_use]
pub fn with_both_diagonals(layout: &Layout) -> Layout {
    if layout.is_classic() {
        return CLASSIC_WITH_DIAGONALS.clone();
    }
    layout.with_main_diagonal().with_anti_diagonal()
}

/// Returns the layout that the parser chooses for an empty grid of `n` rows: boxes as square as
/// possible.
///
/// # Errors
///
/// Fails if there is no such layout.
pub fn default_layout(n: usize) -> Result<Layout, FormatError> {
    Ok(parse_line(&".".repeat(n * n), None)?.puzzle.layout)
}

/// How the input is parsed.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The layout if the text does not specify the houses.
    pub layout: Option<Layout>,
    /// The only format that is accepted.
    pub format: Option<Format>,
    /// Whether plain grids have both long diagonals in addition to their houses. `layout` already
    /// includes them.
    pub diagonals: bool,
}

impl ReadOptions {
    /// Adds the requested diagonals to a parsed puzzle.
    pub(super) fn finish(
        &self,
        result: Result<ParsedPuzzle, FormatError>,
    ) -> Result<ParsedPuzzle, FormatError> {
        let mut read = result?;
        let is_plain = matches!(
            read.format,
            Format::Line | Format::Numbers | Format::Block | Format::Sdk | Format::PencilMarks
        );
        if self.diagonals && is_plain {
            read.puzzle.layout = with_both_diagonals(&read.puzzle.layout);
        }
        Ok(read)
    }

    /// Returns whether a text with this beginning is read line by line.
    pub(super) fn is_line_based_input(&self, start: &[u8]) -> bool {
        match self.format {
            Some(Format::Line | Format::Numbers | Format::PencilMarks | Format::Hodoku) => true,
            Some(Format::Block | Format::Sdk | Format::OpenSudoku) => false,
            _ => is_line_based(start, self.layout.as_ref()),
        }
    }

    /// Parses one line; returns `None` if it is blank or a comment.
    pub(super) fn read_line(&self, bytes: &[u8]) -> Option<Result<ParsedPuzzle, FormatError>> {
        let mut lines = LineReader::new(bytes);
        let line = lines.next_line().expect("reading from a slice cannot fail")?;
        Some(self.finish(line.parse(self.layout.as_ref())))
    }

    /// Refuses puzzles in another format than the accepted one.
    pub(super) fn check_format(&self, read: &ParsedPuzzle) -> Result<(), ErrorDetail> {
        let Some(expected) = self.format.filter(|&expected| expected != read.format) else {
            return Ok(());
        };
        let message = format!("the puzzle has the format `{}`", read.format.name());
        Err(ErrorDetail::new("sudoku.wrong-format", message)
            .hint(format!("only the format `{}` is accepted", expected.name())))
    }
}

/// Refuses puzzles with unsupported rules.
pub(super) fn refuse_missing_rules(read: &ParsedPuzzle) -> Result<(), ErrorDetail> {
    let missing = read.missing_rules();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("unsupported rules: {}", names.join(", "));
    Err(ErrorDetail::new("sudoku.not-understood", message)
        .hint("the puzzle is not answered, because without them it would be a different puzzle"))
}

/// Returns what was assumed or ignored when a puzzle was read.
pub(super) fn reading_notes(read: &ParsedPuzzle) -> impl Iterator<Item = String> {
    let n = read.puzzle.layout.n();
    read.notes.iter().filter_map(move |note| match note {
        Note::AssumedBoxes { height, width } => {
            let boxes = format!("{height} rows and {width} columns");
            Some(format!("assumed boxes of {boxes} for {n}×{n}; other ones can be given"))
        }
        Note::Ignored { what } => {
            Some(format!("ignored `{what}`, which is not part of the puzzle"))
        }
        _ => None,
    })
}

/// The error of one puzzle of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// What is wrong.
    pub detail: Box<ErrorDetail>,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, cut if it is too long; `None` if the error has no place in the text.
    pub text: Option<String>,
    /// The part of `text` that is wrong, in bytes.
    pub span: Range<usize>,
}

impl LineError {
    /// Returns the error of a whole line.
    pub(super) fn new(detail: ErrorDetail, line: u64, text: String) -> Self {
        let span = 0..text.len();
        Self { detail: Box::new(detail), line, text: Some(text), span }
    }

    /// Returns an error that has no place in the text.
    pub(super) fn without_place(detail: ErrorDetail, line: u64) -> Self {
        Self { detail: Box::new(detail), line, text: None, span: 0..0 }
    }

    /// Converts a parse error; `text` is the line with the error, `line` its number.
    pub(super) fn of_format(error: &FormatError, line: u64, text: String) -> Self {
        let column = error.column().map_or(0, |column| column - 1);
        let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        let end = if error.column().is_some() { end } else { at };
        let detail = ErrorDetail::new(error.code(), error.to_string()).hint(error.hint());
        Self { detail: Box::new(detail), line, text: Some(text), span: at..end }
    }
}
