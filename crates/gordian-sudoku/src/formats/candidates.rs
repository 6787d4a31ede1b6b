//! Grids drawn with the candidates of each cell, as forums and solvers show them.
//!
//! ```text
//! .----------------.---------------.----------------.
//! | 5   3    124   | 26  7    2468 | 1489 1249 248  |
//! | 6   247  247   | 1   9    5    | 3478 234  2478 |
//! ```
//!
//! Each word is a cell and lists its candidates. A cell with a single digit counts as a given,
//! because the drawing does not distinguish givens from placed digits; a `+` prefix marks it as
//! placed. `.` is a cell with all candidates. Signs that authors use to highlight candidates are
//! ignored.

use gordian_grid::{Candidates, Grid, Layout};

use super::alphabet::{layout_of, note_boxes};
use super::error::truncated;
use super::grid::{Word, words};
use super::{Format, FormatError, ParsedPuzzle};

/// Signs that highlight candidates, such as those of the current step; ignored.
const HIGHLIGHT_SIGNS: [char; 12] = ['(', ')', '[', ']', '{', '}', '*', '-', '~', '^', '@', '!'];

/// Returns the candidates of a cell as a mask, or `None` if the word is not a cell of a grid with
/// `n` digits.
fn parse_mask(text: &str, n: usize) -> Option<u64> {
    let mut mask = 0_u64;
    for character in text.chars().filter(|character| !HIGHLIGHT_SIGNS.contains(character)) {
        let digit = character.to_digit(10).filter(|&digit| digit > 0)?;
        let bit = 1_u64 << (digit - 1);
        if usize::try_from(digit).ok()? > n || mask & bit != 0 {
            return None;
        }
        mask |= bit;
    }
    (mask != 0).then_some(mask)
}

/// Returns whether the digits of a word are ascending, or highlighted by signs.
fn is_candidate_list(text: &str) -> bool {
    text.contains(HIGHLIGHT_SIGNS) || text.as_bytes().is_sorted()
}

/// Returns whether a line can only be a row of such a grid: four to nine words, each a list of
/// digits, at least one of them with several digits.
pub(super) fn is_row(line: &str) -> bool {
    let words = words(line);
    let n = words.len();
    let holds = |word: &Word<'_>| match word.text {
        "." | "-" => true,
        text => parse_mask(text.trim_start_matches('+'), n).is_some() && is_candidate_list(text),
    };
    (4..=9).contains(&n)
        && words
            .iter()
            .any(|word| parse_mask(word.text, n).is_some_and(|mask| mask.count_ones() > 1))
        && words.iter().all(holds)
}

/// Reads a grid from rows of words. An error is paired with its row, counted from 0.
pub(super) fn read(
    rows: &[Vec<Word<'_>>],
    layout: Option<&Layout>,
) -> Result<ParsedPuzzle, (usize, FormatError)> {
    let n = rows.len();
    let layout_found = layout_of(n, layout).map_err(|error| (0, error))?;
    let all = layout_found.all_digits();
    let mut puzzle = Grid::new(layout_found, vec![0; n * n]);
    let mut masks = vec![all; n * n];
    let mut placed = Vec::new();
    for (row, words) in rows.iter().enumerate() {
        if words.len() != n {
            return Err((row, FormatError::RowLength { cells: words.len(), n }));
        }
        for (column, word) in words.iter().enumerate() {
            let cell = row * n + column;
            let bad = || {
                (
                    row,
                    FormatError::InvalidNumber { found: truncated(word.text), column: word.column },
                )
            };
            match word.text {
                "." | "-" | "0" => {}
                text => {
                    let digits = text.strip_prefix('+');
                    let found = parse_mask(digits.unwrap_or(text), n).ok_or_else(bad)?;
                    masks[cell] = found;
                    if found.count_ones() == 1 {
                        let digit = u8::try_from(found.trailing_zeros() + 1).unwrap_or(0);
                        masks[cell] = all;
                        match digits {
                            Some(_) => placed.push((cell, digit)),
                            None => puzzle.givens[cell] = digit,
                        }
                    } else if digits.is_some() {
                        return Err(bad());
                    }
                }
            }
        }
    }
    let excludes = masks.iter().any(|&mask| mask != all);
    puzzle.marks = excludes.then(|| Candidates::from_masks(masks));
    let mut read = ParsedPuzzle::new(puzzle, Format::Candidates);
    read.placed = placed;
    note_boxes(&mut read, layout);
    Ok(read)
}
