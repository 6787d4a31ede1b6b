//! Lines of HoDoKu's libraries of solving techniques.
//!
//! ```text
//! :technique:digits:grid:deleted:eliminations:placements:extra
//! :0110-1:1:5+34.7....6..195...:612 714:123 456::
//! ```
//!
//! The technique is a code with a variant. In the grid, `+` precedes a digit that is placed and not
//! given. Candidates are three digits (digit, row and column), separated by blanks: those deleted
//! before, those that the step deletes, those that it places.

use gordian_grid::{Candidates, Grid};

use super::alphabet::{classic_layout, digit_of_char};
use super::error::truncated;
use super::grid::words;
use super::{Format, FormatError, ParsedPuzzle};

/// The solving step of a library line. The puzzle itself and the candidates deleted before are in
/// [`ParsedPuzzle::puzzle`], the digits placed before in [`ParsedPuzzle::placed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryCase {
    /// The code of the technique, with its variant: `0110-1`.
    pub technique: String,
    /// The digits of the technique, as written.
    pub digits: String,
    /// Candidates that the step deletes, as (cell, digit).
    pub eliminations: Vec<(usize, u8)>,
    /// Candidates that the step places, as (cell, digit).
    pub placements: Vec<(usize, u8)>,
    /// The additional field, as written.
    pub extra: String,
}

/// Reads a line that begins with a colon.
pub(super) fn read(line: &str) -> Result<ParsedPuzzle, FormatError> {
    // Each field with its column, from 1.
    let mut fields: Vec<(usize, &str)> = Vec::new();
    let mut column = 1;
    for field in line.split(':') {
        fields.push((column, field));
        column += field.chars().count() + 1;
    }
    // The first field is the text before the first colon; the last colon can be missing.
    if fields.len() < 7 || fields.len() > 8 {
        return Err(FormatError::LibraryFields { found: fields.len() - 1 });
    }
    let (givens, placed) = parse_grid(fields[3])?;
    let mut puzzle = Grid::new(classic_layout(), givens);
    let deleted = parse_candidates(fields[4])?;
    if !deleted.is_empty() {
        let mut marks = Candidates::all(&puzzle.layout);
        for (cell, digit) in deleted {
            marks.remove(cell, digit);
        }
        puzzle.marks = Some(marks);
    }
    let mut read = ParsedPuzzle::new(puzzle, Format::Hodoku);
    read.placed = placed;
    read.library_case = Some(Box::new(LibraryCase {
        technique: fields[1].1.to_owned(),
        digits: fields[2].1.to_owned(),
        eliminations: parse_candidates(fields[5])?,
        placements: parse_candidates(fields[6])?,
        extra: fields.get(7).map_or_else(String::new, |field| field.1.trim().to_owned()),
    }));
    Ok(read)
}

type Placed = Vec<(usize, u8)>;

/// Reads 81 cells, with `+` before placed digits.
fn parse_grid((start, text): (usize, &str)) -> Result<(Vec<u8>, Placed), FormatError> {
    let mut givens = Vec::with_capacity(81);
    let mut placed = Vec::new();
    let mut plus = false;
    for (offset, character) in text.chars().enumerate() {
        let column = start + offset;
        let bad = FormatError::InvalidCharacter { found: character, column };
        if character == '+' && !plus {
            plus = true;
            continue;
        }
        match digit_of_char(character, 9) {
            Some(value @ 1..=9) => {
                let value = u8::try_from(value).unwrap_or(0);
                if plus {
                    placed.push((givens.len(), value));
                }
                givens.push(if plus { 0 } else { value });
            }
            Some(0) if !plus => givens.push(0),
            Some(digit) if !plus => return Err(FormatError::OutOfRange { digit, n: 9, column }),
            _ => return Err(bad),
        }
        plus = false;
    }
    if givens.len() != 81 || plus {
        return Err(FormatError::WrongSize { cells: givens.len(), n: 9 });
    }
    Ok((givens, placed))
}

/// Reads candidates of three digits each.
fn parse_candidates((start, text): (usize, &str)) -> Result<Vec<(usize, u8)>, FormatError> {
    let one = |text: &str| -> Option<(usize, u8)> {
        let [digit, row, column] = *text.as_bytes() else { return None };
        let value = |byte: u8| matches!(byte, b'1'..=b'9').then(|| byte - b'0');
        let (row, column) = (usize::from(value(row)?), usize::from(value(column)?));
        Some(((row - 1) * 9 + column - 1, value(digit)?))
    };
    words(text)
        .iter()
        .map(|word| {
            one(word.text).ok_or_else(|| FormatError::InvalidCandidate {
                found: truncated(word.text),
                column: start + word.column - 1,
            })
        })
        .collect()
}
