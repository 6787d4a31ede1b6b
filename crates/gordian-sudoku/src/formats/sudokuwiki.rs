//! Boards in links to SudokuWiki's solver.
//!
//! `https://www.sudokuwiki.org/sudoku.htm?bd=…` holds 81 digits with `0` for blank, or a board in
//! progress: `S9B` followed by two base-36 digits per cell. 1 to 9 is a given, 10 to 18 a placed
//! digit plus 9, and larger values are 18 plus the mask of candidates (bit d − 1 for digit d).

use gordian_grid::{Candidates, Grid};

use super::alphabet::classic_layout;
use super::{Format, FormatError, ParsedPuzzle, grid};

/// The prefix of a board in progress.
pub(super) const PREFIX: &str = "S9B";

/// The offset of placed digits; that of candidate masks is twice as large.
const STEP: u32 = 9;

/// Returns whether a text looks like a board in progress.
pub(super) fn is_board(text: &str) -> bool {
    text.strip_prefix(PREFIX).is_some_and(|cells| {
        cells.len() >= 100 && cells.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Reads the board of a link. Other pages of the site solve variants, whose boards have other
/// formats.
pub(super) fn read_link(path: &str, board: Option<&str>) -> Result<ParsedPuzzle, FormatError> {
    let page = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let board = board.filter(|board| !board.is_empty()).ok_or(FormatError::UnknownLink)?;
    if !["sudoku.htm", "sudoku.asp", "sudoku"].contains(&page.as_str()) {
        return Err(FormatError::UnsupportedPage { page });
    }
    read(board)
}

/// Reads a board.
pub(super) fn read(board: &str) -> Result<ParsedPuzzle, FormatError> {
    let Some(cells) = board.strip_prefix(PREFIX) else {
        if board.starts_with('S') {
            return Err(FormatError::BoardVersion { found: board.chars().take(3).collect() });
        }
        let found = grid::read_line(board, Some(&classic_layout()))?;
        return Ok(ParsedPuzzle { format: Format::SudokuWiki, ..found });
    };
    if cells.len() != 2 * 81 {
        return Err(FormatError::DamagedLink);
    }
    let layout = classic_layout();
    let all = layout.all_digits();
    let mut puzzle = Grid::new(layout, vec![0; 81]);
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
            0 => return Err(FormatError::DamagedLink),
            1..=STEP => puzzle.givens[cell] = digit(value),
            value if value <= 2 * STEP => placed.push((cell, digit(value - STEP))),
            value => {
                masks[cell] = u64::from(value - 2 * STEP);
                if masks[cell] > all {
                    return Err(FormatError::DamagedLink);
                }
            }
        }
    }
    let excludes = masks.iter().any(|&mask| mask != all);
    puzzle.marks = excludes.then(|| Candidates::from_masks(masks));
    let mut read = ParsedPuzzle::new(puzzle, Format::SudokuWiki);
    read.placed = placed;
    Ok(read)
}
