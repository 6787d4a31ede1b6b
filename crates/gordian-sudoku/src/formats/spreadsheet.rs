//! Grids copied from spreadsheets: fields separated by tabs, commas or semicolons, possibly empty
//! or quoted.
//!
//! A text is such a grid if it has n lines of n fields and at least one empty or quoted field,
//! which drawn grids cannot have. A field is blank, a digit, or a list of candidates.

use gordian_grid::{Grid, Layout};

use super::alphabet::{layout_of, note_boxes};
use super::document::DocumentEntry;
use super::grid::{CellStyle, Cells, Digits, Word};
use super::{Format, FormatError, ParsedPuzzle, candidates};

/// A field, without its quotes.
pub(super) struct Field {
    /// The column of its start, from 1.
    pub(super) column: usize,
    pub(super) text: String,
}

/// Splits a line into fields and returns whether any is quoted, or `None` if a quote is not closed.
fn split_fields(line: &str, separator: char) -> Option<(Vec<Field>, bool)> {
    let mut fields = Vec::new();
    let mut field = Field { column: 1, text: String::new() };
    let (mut quoted, mut quotes) = (false, false);
    let mut characters = line.chars().zip(1..).peekable();
    while let Some((character, column)) = characters.next() {
        match character {
            '"' if quoted && characters.peek().is_some_and(|&(next, _)| next == '"') => {
                characters.next();
                field.text.push('"');
            }
            '"' => {
                (quoted, quotes) = (!quoted, true);
            }
            _ if character == separator && !quoted => {
                fields.push(field);
                field = Field { column: column + 1, text: String::new() };
            }
            _ => field.text.push(character),
        }
    }
    fields.push(field);
    (!quoted).then_some((fields, quotes))
}

/// Reads the text if it is a grid of fields.
pub(super) fn read(text: &str, layout: Option<&Layout>) -> Option<DocumentEntry> {
    // Lines of only tabs are blank rows, so only empty lines are skipped.
    let mut lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
    while lines.last().is_some_and(|(_, line)| line.is_empty()) {
        lines.pop();
    }
    let above = lines.iter().take_while(|(_, line)| line.is_empty()).count();
    lines.drain(..above);
    let n = lines.len();
    if !(2..=Layout::MAX_SIZE).contains(&n) {
        return None;
    }
    ['\t', ';', ','].into_iter().find_map(|separator| {
        let mut rows = Vec::with_capacity(n);
        let mut is_sheet = false;
        for (_, line) in &lines {
            let (mut row, quotes) = split_fields(line, separator)?;
            if row.len() == n + 1 && row[n].text.trim().is_empty() {
                row.pop();
            }
            is_sheet |= quotes || row.iter().any(|field| field.text.trim().is_empty());
            if row.len() != n {
                return None;
            }
            rows.push(row);
        }
        is_sheet.then(|| {
            let result = read_fields(&rows, layout);
            let at = result.as_ref().map_or_else(|(row, _)| *row, |_| 0);
            DocumentEntry { line: lines[at].0, result: result.map_err(|(_, error)| error) }
        })
    })
}

/// Reads fields as cells. An error is paired with its row, counted from 0.
pub(super) fn read_fields(
    rows: &[Vec<Field>],
    layout: Option<&Layout>,
) -> Result<ParsedPuzzle, (usize, FormatError)> {
    let n = rows.len();
    // Candidates in a field may be separated: `1, 2, 5`.
    let joined = |field: &Field| -> String {
        match field.text.trim() {
            "" => ".".to_owned(),
            text if n > 9 => text.to_owned(),
            text => text.split([' ', ',', ';', '/', '\u{a0}']).collect(),
        }
    };
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(joined).collect()).collect();
    let words: Vec<Vec<Word<'_>>> = rows
        .iter()
        .zip(&cells)
        .map(|(row, cells)| {
            let pairs = row.iter().zip(cells);
            pairs.map(|(field, text)| Word { column: field.column, start: 0, text }).collect()
        })
        .collect();
    let several = |word: &Word<'_>| word.len() > 1 && word.text.chars().all(|c| c.is_ascii_digit());
    if n <= 9 && words.iter().flatten().any(several) {
        return candidates::read(&words, layout);
    }
    let found = layout_of(n, layout).map_err(|error| (0, error))?;
    let mut digits = Digits::default();
    for (row, words) in words.iter().enumerate() {
        let cells = Cells { words, style: CellStyle::Numbers };
        cells.read(n, &mut digits).map_err(|error| (row, error))?;
    }
    let mut read = ParsedPuzzle::new(Grid::new(found, digits.digits), Format::Block);
    note_boxes(&mut read, layout);
    Ok(read)
}
