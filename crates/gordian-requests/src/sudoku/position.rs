//! Digits and pencil marks that a request gives beside the text of its puzzle.

use gordian_grid::{Candidates, Layout};
use gordian_puzzles::Cell;

use crate::puzzle::SudokuPosition;
use crate::{ErrorDetail, RequestContext, RequestError, puzzle};

/// Reads the position of a request: a puzzle, and what its fields `placed` and `marks` say.
///
/// Both have the form in which `sudoku/read` returns them, and replace what the text has.
pub(super) fn read(
    text: &str,
    placed: Option<&[u8]>,
    marks: Option<&[Vec<u8>]>,
    ctx: &RequestContext<'_>,
) -> Result<SudokuPosition, RequestError> {
    let mut position = puzzle::parse_position(text, ctx)?;
    let grid = &mut position.puzzle;
    if let Some(digits) = placed {
        position.placed = placed_digits(digits, &grid.layout, &grid.givens)?;
    }
    if let Some(marks) = marks {
        grid.marks = Some(pencil_marks(marks, &grid.layout)?);
    }
    Ok(position)
}

/// Returns the placed digits of a grid; given digits are left out.
fn placed_digits(
    digits: &[u8],
    layout: &Layout,
    givens: &[u8],
) -> Result<Vec<(usize, u8)>, ErrorDetail> {
    check_length("placed", digits.len(), layout)?;
    let n = layout.n();
    let mut placed = Vec::new();
    for (cell, (&digit, &given)) in digits.iter().zip(givens).enumerate() {
        if usize::from(digit) > n {
            let message = format!("`placed[{cell}]` is {digit}, not a digit from 1 to {n}");
            return Err(invalid(message, "0 is a cell without a placed digit"));
        }
        if ![0, given].contains(&digit) {
            if given != 0 {
                let name = Cell::of_index(cell, n);
                let message =
                    format!("`placed[{cell}]` is {digit}, but {given} is given at {name}");
                return Err(invalid(message, "give 0 or the given digit there"));
            }
            placed.push((cell, digit));
        }
    }
    Ok(placed)
}

/// Returns pencil marks as candidates. In a cell without marks, every digit is possible.
fn pencil_marks(marks: &[Vec<u8>], layout: &Layout) -> Result<Candidates, ErrorDetail> {
    check_length("marks", marks.len(), layout)?;
    let n = layout.n();
    let mut candidates = Candidates::all(layout);
    for (cell, digits) in marks.iter().enumerate().filter(|(_, digits)| !digits.is_empty()) {
        let mut mask = 0;
        for (index, &digit) in digits.iter().enumerate() {
            if !(1..=n).contains(&usize::from(digit)) {
                let message =
                    format!("`marks[{cell}][{index}]` is {digit}, not a digit from 1 to {n}");
                return Err(invalid(message, "an empty list is a cell without marks"));
            }
            mask |= 1 << (digit - 1);
        }
        candidates.masks_mut()[cell] = mask;
    }
    Ok(candidates)
}

fn check_length(field: &str, found: usize, layout: &Layout) -> Result<(), ErrorDetail> {
    let expected = layout.n_cells();
    if found == expected {
        return Ok(());
    }
    let message = format!("`{field}` is of {found} cells, but the grid has {expected}");
    Err(invalid(message, "give one entry per cell, row by row"))
}

fn invalid(message: String, hint: &str) -> ErrorDetail {
    ErrorDetail::new("request.out-of-range", message).hint(hint)
}
