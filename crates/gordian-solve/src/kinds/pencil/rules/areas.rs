//! Areas of the board and pairs of cells near each other.

use gordian_puzzles::board::{Cell, Size};
use gordian_puzzles::pencil::Board;
use gordian_puzzles::rules::{Area, Near};

use super::super::sketch::lines;

/// Returns the cells of each area, with a name.
pub(super) fn areas(board: &Board, area: Area) -> Vec<(String, Vec<Cell>)> {
    let size = board.size();
    let mut found = match area {
        Area::Board => vec![("the board".to_owned(), size.cells().collect())],
        Area::Rows => lines(size).into_iter().take(size.rows).collect(),
        Area::Columns => lines(size).into_iter().skip(size.rows).collect(),
        Area::Lines => lines(size),
        Area::Rooms => {
            let rooms = board.rooms();
            let named = |index| (rooms.name(index), rooms.rooms()[index].clone());
            (0..rooms.rooms().len()).map(named).collect()
        }
    };
    for (_, cells) in &mut found {
        cells.retain(|&cell| board.is_cell(cell));
    }
    found
}

/// Returns the pairs of cells of the board that are near each other.
pub(super) fn near_pairs(board: &Board, near: &[Near]) -> Vec<[Cell; 2]> {
    let Size { rows, columns } = board.size();
    let is_near = |a: Cell, b: Cell| {
        let mut steps = [a.row.abs_diff(b.row), a.column.abs_diff(b.column)];
        steps.sort_unstable();
        match steps {
            [0, 1] => near.contains(&Near::Edge),
            [1, 1] => near.contains(&Near::Corner),
            [1, 2] => near.contains(&Near::Knight),
            _ => false,
        }
    };
    let mut pairs = Vec::new();
    for a in board.playable_cells() {
        // No step is longer than two rows or columns.
        for row in a.row..rows.min(a.row + 3) {
            for column in a.column.saturating_sub(2)..columns.min(a.column + 3) {
                let b = Cell::new(row, column);
                if a < b && board.is_cell(b) && is_near(a, b) {
                    pairs.push([a, b]);
                }
            }
        }
    }
    pairs
}
