//! The links of classic Sudoku: `sudoku`, with the givens as *Number16*.

use gordian_grid::{Grid, Layout};

use super::GridPuzzle;
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::pencil_board::{self, Board, CellForm, Clue, Form, Section};

const FORM: Form = Form {
    cells: Some(CellForm::Numbers { min: 1, max: 64, unknown: true }),
    link: &[Section::Number16],
    ..Form::NONE
};

/// Returns the rows and columns of the boxes of links: square ones, and 2 × 3 in a grid with 6
/// rows.
fn box_size(n: usize) -> Option<(usize, usize)> {
    if n == 6 {
        return Some((2, 3));
    }
    (1..=8).find(|side| side * side == n).map(|side| (side, side))
}

pub(super) fn read(link: &Link, notes: &mut Vec<String>) -> Result<GridPuzzle, LinkError> {
    let board = pencil_board::link::read(&FORM, link, notes)?;
    let (rows, columns) = (link.size.rows, link.size.columns);
    let boxes = box_size(rows).filter(|_| rows == columns);
    let layout = boxes.and_then(|(height, width)| Layout::boxes(height, width).ok());
    let Some(layout) = layout else {
        let message =
            format!("a sudoku has 4, 6, 9, 16 or more rows with square boxes, not {}", link.size);
        return Err(LinkError::Invalid { message });
    };
    // A `?` gives nothing.
    let given = |clue: &Clue| clue.number().and_then(|number| u8::try_from(number).ok());
    let givens: Vec<u8> =
        board.cells.values().iter().map(|clue| given(clue).unwrap_or(0)).collect();
    if let Some(digit) = givens.iter().find(|&&digit| usize::from(digit) > rows) {
        let message = format!("the given {digit} is larger than the number of rows, {rows}");
        return Err(LinkError::Invalid { message });
    }
    let grid = Grid::new(layout, givens);
    Ok(GridPuzzle { metadata: Metadata::default(), grid, rules: Vec::new() })
}

pub(super) fn write(puzzle: &GridPuzzle) -> Result<Link, LinkError> {
    let n = puzzle.n();
    let boxes = box_size(n).and_then(|(height, width)| Layout::boxes(height, width).ok());
    if boxes.as_ref() != Some(&puzzle.grid.layout) || !puzzle.rules.is_empty() {
        let what = "other grids than classic Sudoku with square boxes".to_owned();
        return Err(LinkError::NotExpressible { what });
    }
    let mut board = Board::new(crate::board::Size::new(n, n));
    for (cell, &digit) in board.size().cells().zip(&puzzle.grid.givens) {
        if digit > 0 {
            board.cells[cell] = Clue::Number(Some(digit.into()));
        }
    }
    pencil_board::link::write(&FORM, "sudoku", &board)
}
