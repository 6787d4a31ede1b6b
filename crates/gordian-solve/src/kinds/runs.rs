//! Runs: maximal parts of rows and columns without a gap.

use gordian_puzzles::board::{Cell, Direction, Size};

/// A maximal part of a row or column without a gap; it has at least one cell.
pub(super) struct Run {
    /// [`Direction::Right`] in a row, [`Direction::Down`] in a column.
    pub(super) direction: Direction,
    /// The cells in this direction.
    pub(super) cells: Vec<Cell>,
}

impl Run {
    /// Returns `row` or `column`.
    pub(super) fn line(&self) -> &'static str {
        if self.direction == Direction::Right { "row" } else { "column" }
    }
}

/// Returns the runs of the cells for which `is_inside` holds: those in rows, then those in columns.
pub(super) fn runs(size: Size, is_inside: impl Fn(Cell) -> bool) -> Vec<Run> {
    let mut runs = Vec::new();
    for direction in [Direction::Right, Direction::Down] {
        let continues = |cell| size.neighbour(cell, direction.opposite()).is_some_and(&is_inside);
        for start in size.cells().filter(|&cell| is_inside(cell) && !continues(cell)) {
            let after = size.ray(start, direction).take_while(|&cell| is_inside(cell));
            runs.push(Run { direction, cells: std::iter::once(start).chain(after).collect() });
        }
    }
    runs
}
