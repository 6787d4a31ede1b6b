//! Boards of SudokuWiki's solver, as its links hold them.
//!
//! `https://www.sudokuwiki.org/sudoku.htm?bd=…` holds 81 digits with `0` for blank, or a board in
//! progress: `S9B` and two digits in base 36 for each of the 81 cells. 1 to 9 is a given, 10 to 18 a
//! digit that was placed, anything above 18 plus the mask of the candidates (1 for the digit 1, 2
//! for 2, 4 for 3...).

use super::alphabet::classic;
use super::{Format, FormatError, Read, grid};
use crate::{Candidates, Puzzle};

/// What a board in progress begins with.
pub(super) const PREFIX: &str = "S9B";

/// Placed digits count from behind this, and masks from behind twice as much.
const STEP: u32 = 9;

/// Returns whether a text is meant as a board in progress.
pub(super) fn is_board(text: &str) -> bool {
    text.strip_prefix(PREFIX).is_some_and(|cells| {
        cells.len() >= 100 && cells.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Reads the page and the board of a link. The other pages are solvers of other kinds of Sudoku,
/// whose boards are written differently.
pub(super) fn read_link(path: &str, board: Option<&str>) -> Result<Read, FormatError> {
    let page = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let board = board.filter(|board| !board.is_empty()).ok_or(FormatError::UnknownLink)?;
    if !["sudoku.htm", "sudoku.asp", "sudoku"].contains(&page.as_str()) {
        return Err(FormatError::OtherPage { page });
    }
    read(board)
}

/// Reads a board.
pub(super) fn read(board: &str) -> Result<Read, FormatError> {
    let Some(cells) = board.strip_prefix(PREFIX) else {
        if board.starts_with('S') {
            return Err(FormatError::BoardVersion { found: board.chars().take(3).collect() });
        }
        let found = grid::read_line(board, Some(&classic()))?;
        return Ok(Read { format: Format::SudokuWiki, ..found });
    };
    if cells.len() != 2 * 81 {
        return Err(FormatError::Damaged);
    }
    let layout = classic();
    let all = layout.all_digits();
    let mut puzzle = Puzzle::new(layout, vec![0; 81]);
    let mut masks = vec![all; 81];
    let mut placed = Vec::new();
    let characters: Vec<char> = cells.chars().collect();
    for (cell, pair) in characters.chunks(2).enumerate() {
        let mut value = 0;
        for &found in pair {
            let digit = found.to_digit(36).ok_or(FormatError::PackedCharacter { found })?;
            value = value * 36 + digit;
        }
        let digit = |value| u8::try_from(value).unwrap_or(0);
        match value {
            0 => return Err(FormatError::Damaged),
            1..=STEP => puzzle.givens[cell] = digit(value),
            value if value <= 2 * STEP => placed.push((cell, digit(value - STEP))),
            value => {
                masks[cell] = u64::from(value - 2 * STEP);
                if masks[cell] > all {
                    return Err(FormatError::Damaged);
                }
            }
        }
    }
    let excludes = masks.iter().any(|&mask| mask != all);
    puzzle.marks = excludes.then(|| Candidates::from_masks(masks));
    let mut read = Read::new(puzzle, Format::SudokuWiki);
    read.placed = placed;
    Ok(read)
}
