//! The links of Kakuro.
//!
//! First the cells of the board, in reading order, without the outside clues:
//!
//! | characters | meaning |
//! | --- | --- |
//! | `k` to `z` | 1 to 16 white cells |
//! | `.` | a cell without digit and without clues |
//! | two clues | a cell with the clue of the run below and that of the run to the right |
//!
//! A clue is one character: `-` or `0` none, `1` to `9`, `a` to `j` (10 to 19), `A` to `Z` (20 to 45).
//!
//! Then one clue for every column whose first cell is white, and one for every row whose first cell is
//! white.

use super::{Kakuro, KakuroCell};
use crate::board::{Cell, CellMap, OutsideClues, Size};
use crate::link::{BodyReader, Link, LinkError, base_36};
use crate::puzzle::Metadata;

const CLUE: &str = "a clue (1 to 9, a to j, A to Z, or - for none)";
const CELL: &str =
    "a gap (k to z), a cell without clues (.) or a clue (1 to 9, a to j, A to Z, or - for none)";

/// Returns the clue that a character stands for, `Some(None)` for no clue; `None` for another character.
fn clue(character: char) -> Option<Option<u16>> {
    let value = || u16::from(base_36::value(character));
    match character {
        '-' | '0' => Some(None),
        '1'..='9' | 'a'..='j' => Some(Some(value())),
        'A'..='Z' => Some(Some(value() + 10)),
        _ => None,
    }
}

/// Reads one clue; what is missing at the end is no clue.
fn read_clue(reader: &mut BodyReader<'_>) -> Result<Option<u16>, LinkError> {
    match reader.next_or_end() {
        None => Ok(None),
        Some(character) => clue(character).ok_or_else(|| reader.unexpected(character, CLUE)),
    }
}

pub(super) fn read(link: &Link) -> Result<Kakuro, LinkError> {
    link.require_flags("")?;
    let size = link.size;
    let mut reader = link.reader();
    let mut cells = CellMap::new(size, KakuroCell::White);
    let mut next = 0;
    while next < size.n_cells() {
        let Some(character) = reader.next_or_end() else { break };
        let content = match character {
            'k'..='z' => {
                next += usize::from(base_36::value(character) - 19);
                continue;
            }
            '.' => KakuroCell::Clue { down: None, right: None },
            _ => {
                let down = clue(character).ok_or_else(|| reader.unexpected(character, CELL))?;
                let character = reader.next(CLUE)?;
                let right = clue(character).ok_or_else(|| reader.unexpected(character, CLUE))?;
                KakuroCell::Clue { down, right }
            }
        };
        cells[Cell::of_index(next, size.columns)] = content;
        next += 1;
    }
    let mut outside = OutsideClues::new(size, None);
    for (column, clue) in outside.above.iter_mut().enumerate() {
        if cells[Cell::new(0, column)] == KakuroCell::White {
            *clue = read_clue(&mut reader)?;
        }
    }
    for (row, clue) in outside.left.iter_mut().enumerate() {
        if cells[Cell::new(row, 0)] == KakuroCell::White {
            *clue = read_clue(&mut reader)?;
        }
    }
    reader.end()?;
    Ok(Kakuro { metadata: Metadata::default(), cells, outside })
}

/// Returns the character of a clue.
fn character(clue: Option<u16>) -> Result<char, LinkError> {
    match clue {
        None => Ok('-'),
        Some(clue @ 1..=19) => Ok(base_36::digit(clue.into())),
        Some(clue @ 20..=45) => Ok(base_36::digit((clue - 10).into()).to_ascii_uppercase()),
        Some(clue) => {
            let what = format!("the clue {clue}: clues are 1 to 45");
            Err(LinkError::NotExpressible { what })
        }
    }
}

pub(super) fn write(puzzle: &Kakuro) -> Result<Link, LinkError> {
    let size: Size = puzzle.cells.size();
    let mut body = String::new();
    let mut gap = 0;
    let end_gap = |gap: &mut usize, body: &mut String| {
        body.extend((*gap > 0).then(|| base_36::digit(*gap + 19)));
        *gap = 0;
    };
    for cell in puzzle.cells.values() {
        match cell {
            KakuroCell::White => {
                gap += 1;
                if gap == 16 {
                    end_gap(&mut gap, &mut body);
                }
            }
            KakuroCell::Clue { down, right } => {
                end_gap(&mut gap, &mut body);
                if down.or(*right).is_none() {
                    body.push('.');
                } else {
                    body.extend([character(*down)?, character(*right)?]);
                }
            }
        }
    }
    end_gap(&mut gap, &mut body);
    let above = puzzle.outside.above.iter().enumerate();
    let left = puzzle.outside.left.iter().enumerate();
    let above = above.map(|(column, clue)| (Cell::new(0, column), clue, "above"));
    let left = left.map(|(row, clue)| (Cell::new(row, 0), clue, "left of"));
    for (cell, clue, side) in above.chain(left) {
        match (puzzle.cells[cell], clue) {
            (KakuroCell::White, &clue) => body.push(character(clue)?),
            (KakuroCell::Clue { .. }, None) => {}
            (KakuroCell::Clue { .. }, Some(clue)) => {
                let what = format!("the clue {clue} {side} {cell}, which is not white");
                return Err(LinkError::NotExpressible { what });
            }
        }
    }
    Ok(Link::new("kakuro", size, body))
}
