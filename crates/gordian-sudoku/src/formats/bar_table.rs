//! Grids drawn with bars whose blank cells are spaces.
//!
//! ```text
//! | 5 | 3 |   |   | 7 |   |   |   |   |        |5 3  |  7  |     |
//! | 6 |   |   | 1 | 9 | 5 |   |   |   |        |6    |1 9 5|     |
//! ```
//!
//! A text is such a grid if, apart from borders, it has n lines that begin and end with a bar, and
//! at least one cell of only spaces. The bars separate cells, or the boxes of a row; within a box,
//! each cell is one character, with or without one space between cells.

use gordian_grid::Layout;

use super::document::DocumentEntry;
use super::spreadsheet::{Field, read_fields};

const BARS: [char; 4] = ['|', '│', '║', '┃'];

/// Returns whether a line is a border between rows; a row of blank cells is not.
fn is_border(line: &str) -> bool {
    let drawn =
        |character| matches!(character, '\u{2500}'..='\u{257f}') && !BARS.contains(&character);
    let line_sign = |character: char| "-+=*:'._".contains(character) || drawn(character);
    line.chars().any(line_sign)
        && line.chars().all(|it| line_sign(it) || it.is_whitespace() || BARS.contains(&it))
}

/// Splits a row at its bars; columns count from 1.
fn split_at_bars(line: &str) -> Option<Vec<Field>> {
    let indent = line.chars().take_while(|character| character.is_whitespace()).count();
    let inner = line.trim().strip_prefix(BARS)?.strip_suffix(BARS)?;
    let mut column = indent + 2;
    let part = |text: &str| {
        let field = Field { column, text: text.to_owned() };
        column += text.chars().count() + 1;
        field
    };
    Some(inner.split(BARS).map(part).collect())
}

/// Splits a part of a row into `n` cells.
fn split_cells(part: &Field, n: usize) -> Option<Vec<Field>> {
    let characters: Vec<char> = part.text.chars().collect();
    let (offset, step) = match characters.len() {
        width if width == n => (0, 1),
        width if width + 1 == 2 * n => (0, 2),
        width if width == 2 * n + 1 => (1, 2),
        _ => return None,
    };
    let place = |at: usize| at >= offset && (at - offset).is_multiple_of(step);
    let between = characters.iter().enumerate().filter(|&(at, _)| !place(at));
    if between.into_iter().any(|(_, character)| !character.is_whitespace()) {
        return None;
    }
    let cell = |at: usize| Field { column: part.column + at, text: characters[at].to_string() };
    Some((0..n).map(|cell| offset + cell * step).map(cell).collect())
}

/// Reads the text if it is such a grid.
pub(super) fn read(text: &str, layout: Option<&Layout>) -> Option<DocumentEntry> {
    let lines: Vec<(u64, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !is_border(line))
        .collect();
    let n = lines.len();
    if !(2..=Layout::MAX_SIZE).contains(&n) {
        return None;
    }
    let mut rows = Vec::with_capacity(n);
    for (_, line) in &lines {
        let parts = split_at_bars(line)?;
        let row = match parts.len() {
            count if count == n => parts,
            count if n.is_multiple_of(count) => {
                let cells: Option<Vec<_>> =
                    parts.iter().map(|part| split_cells(part, n / count)).collect();
                cells?.into_iter().flatten().collect()
            }
            _ => return None,
        };
        if row.iter().any(|field| field.text.trim().contains(char::is_whitespace)) {
            return None;
        }
        rows.push(row);
    }
    rows.iter().flatten().any(|field| field.text.trim().is_empty()).then(|| {
        let result = read_fields(&rows, layout);
        let at = result.as_ref().map_or_else(|(row, _)| *row, |_| 0);
        DocumentEntry { line: lines[at].0, result: result.map_err(|(_, error)| error) }
    })
}
