//! Detects the format of a line.

use gordian_grid::Layout;

use super::grid::{classic_puzzle, parse_classic_line};
use super::lz_string::UnpackBudget;
use super::{Format, FormatError, ParsedPuzzle, fpuzzles, grid, hodoku, json, link, sudokupad};

/// Reads a puzzle from one line: a grid in characters or numbers, pencil marks, a library line, a
/// link, or the JSON of a link.
///
/// `layout` is the layout of formats without one (plain grids and pencil marks): `None` takes the
/// default boxes of the size, as square as possible, and fails for sizes without such boxes (5, 7,
/// 11...). Formats that define their layout (libraries, links, JSON) ignore it.
///
/// # Errors
///
/// Fails if the line has none of these formats; see [`FormatError`]. Contradictory givens are not
/// an error.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::{Format, parse_line};
///
/// let read = parse_line("1... ..2. .3.. ...4", None).unwrap();
/// assert_eq!((read.format, read.puzzle.layout.n()), (Format::Line, 4));
/// let error = parse_line("1... ..2. .3.. ...5", None).unwrap_err();
/// assert_eq!((error.code(), error.column()), ("sudoku.out-of-range", Some(19)));
/// ```
pub fn parse_line(line: &str, layout: Option<&Layout>) -> Result<ParsedPuzzle, FormatError> {
    parse_line_within(line, layout, &mut UnpackBudget::new(usize::MAX))
}

/// Reads a line like [`parse_line`], and charges what a link unpacks to the budget.
pub(super) fn parse_line_within(
    line: &str,
    layout: Option<&Layout>,
    budget: &mut UnpackBudget,
) -> Result<ParsedPuzzle, FormatError> {
    if layout.is_none_or(Layout::is_classic)
        && let Some(digits) = parse_classic_line(line.as_bytes())
    {
        return Ok(ParsedPuzzle::new(classic_puzzle(&digits), Format::Line));
    }
    let text = line.trim_start_matches('\u{feff}').trim();
    match text.chars().next() {
        None => Err(FormatError::Empty),
        Some(':') => hodoku::read(line.trim_end()),
        Some('{') => from_json(text),
        _ if link::is_link(text) => link::read(text, budget),
        _ => grid::read_line(line.trim_start_matches('\u{feff}'), layout),
    }
}

/// Reads the JSON of a puzzle of any supported site.
pub(super) fn from_json(text: &str) -> Result<ParsedPuzzle, FormatError> {
    let value = json::parse(text)?;
    let is_fpuzzles = value.get("grid").is_some()
        || (value.get("size").is_some() && value.get("cells").is_none());
    if is_fpuzzles { fpuzzles::read(&value) } else { sudokupad::read(&value) }
}
