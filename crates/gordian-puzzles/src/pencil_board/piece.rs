//! Pieces of a bank, as text: rows of `#` and `.`, separated by slashes.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Piece;
use crate::board::{Cell, CellMap, Size};
use crate::diagnostic::excerpt;

/// The twelve pentominoes, in the order of the set `p` of links.
pub const PENTOMINOES: &[&str] = &[
    "..#/###/.#.",
    "#/#/#/#/#",
    ".#/.#/.#/##",
    ".#/.#/##/#.",
    ".#/##/##",
    "..#/###/..#",
    "##/.#/##",
    "..#/..#/###",
    "..#/.##/##.",
    ".#./###/.#.",
    ".#/.#/##/.#",
    "..#/###/#..",
];

/// The largest number of pieces of a bank.
pub const MAX_PIECES: usize = 1000;
/// The largest number of rows and of columns of a piece: sides are digits in base 36 in links.
const MAX_SIDE: usize = 35;

/// A text that is not a piece.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a piece: rows of `#` and `.`, separated by slashes, with a connected shape", excerpt(.text))]
pub struct PieceError {
    text: String,
}

impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        parse(text).ok_or_else(|| PieceError { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Piece> {
    let rows: Vec<&str> = text.split('/').collect();
    let size = Size::new(rows.len(), rows[0].len());
    let is_rectangle = rows.iter().all(|row| row.len() == size.columns);
    let is_known = text.bytes().all(|c| b"#./".contains(&c));
    if !is_rectangle || !is_known || size.rows.max(size.columns) > MAX_SIDE {
        return None;
    }
    let cells = rows.iter().flat_map(|row| row.bytes()).map(|c| c == b'#').collect();
    let piece = Piece { cells: CellMap::from_values(size, cells)? };
    is_valid(&piece).then_some(piece)
}

impl fmt::Display for Piece {
    /// Writes the rows of the piece, separated by slashes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.cells.rows().enumerate() {
            let separator = if number == 0 { "" } else { "/" };
            let row: String = row.iter().map(|&is_part| if is_part { '#' } else { '.' }).collect();
            write!(f, "{separator}{row}")?;
        }
        Ok(())
    }
}

/// Returns whether a piece has a cell and is connected.
pub(crate) fn is_valid(piece: &Piece) -> bool {
    let mut rest: BTreeSet<Cell> = piece.cells().collect();
    let mut stack: Vec<Cell> = rest.pop_first().into_iter().collect();
    let is_some = !stack.is_empty();
    while let Some(cell) = stack.pop() {
        for beside in piece.cells.size().neighbours(cell) {
            if rest.remove(&beside) {
                stack.push(beside);
            }
        }
    }
    is_some && rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_connected_rectangles_of_text() {
        for text in ["#", "##/#.", "###/.#."] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "#.#", "#/##", "x", "#./.#"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
