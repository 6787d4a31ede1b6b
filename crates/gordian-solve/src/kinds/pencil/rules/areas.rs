//! Areas of the board and pairs of cells near each other.

use std::sync::Arc;

use gordian_model::Graph;
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
    let cells = board.playable_cells();
    cells.flat_map(|a| later_near(board, a, near).into_iter().map(move |b| [a, b])).collect()
}

/// Returns the cells of the board that are near a cell and come later, row by row.
fn later_near(board: &Board, a: Cell, near: &[Near]) -> Vec<Cell> {
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
    let mut found = Vec::new();
    // No step is longer than two rows or columns.
    for row in a.row..rows.min(a.row + 3) {
        for column in a.column.saturating_sub(2)..columns.min(a.column + 3) {
            let b = Cell::new(row, column);
            if a < b && board.is_cell(b) && is_near(a, b) {
                found.push(b);
            }
        }
    }
    found
}

/// Returns the graph of some cells of the board, numbered in the order of the list, which is that of
/// the board, and of the pairs of them that are near each other.
pub(super) fn near_graph(board: &Board, cells: &[Cell], near: &[Near]) -> Arc<Graph> {
    let number = |cell: Cell| cells.binary_search(&cell).ok();
    let mut edges = Vec::new();
    for (place, &cell) in cells.iter().enumerate() {
        edges.extend(
            later_near(board, cell, near)
                .into_iter()
                .filter_map(number)
                .map(|other| [place, other].map(|it| u32::try_from(it).expect("boards are small"))),
        );
    }
    let n = u32::try_from(cells.len()).expect("boards are small");
    Arc::new(Graph::new(n, edges).expect("each pair of near cells is joined once"))
}
