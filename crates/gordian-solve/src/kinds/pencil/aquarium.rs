//! The model of Aquarium: which cells have water.

use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::kinds::pencil::aquarium::{Aquarium, WHOLE_ROWS};
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Aquarium {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let rooms = board.rooms();
        let water = sketch.cell_flags("has water", |_| true);
        for cell in size.cells() {
            if let Some(below) = size.neighbour(cell, Direction::Down)
                && !board.walls[Edge::of(cell, Direction::Down)]
            {
                let name = format!("if there is water at {cell}, there is water at {below} below");
                sketch.require(name, water[cell].implies(&water[below]));
            }
        }
        for row in 0..size.rows {
            if !sketch.check() {
                return;
            }
            let parts = if board.has_option(WHOLE_ROWS) {
                CellMap::from_fn(size, |cell| rooms.number(cell))
            } else {
                parts_from(row, board)
            };
            // The last cell of each part in this row.
            let mut last: Vec<(usize, Cell)> = Vec::new();
            for cell in (0..size.columns).map(|column| Cell::new(row, column)) {
                let Some(part) = parts[cell] else { continue };
                match last.iter_mut().find(|(other, _)| *other == part) {
                    Some((_, before)) => {
                        let name = format!("the water has the same level at {before} and {cell}");
                        sketch.require(name, water[cell].iff(&water[*before]));
                        *before = cell;
                    }
                    None => last.push((part, cell)),
                }
            }
        }
    }
}

/// Returns the number of the part of each cell from a row on: cells of a tank that are connected in
/// that row and below it, without crossing a wall.
fn parts_from(row: usize, board: &Board) -> CellMap<Option<usize>> {
    let size = board.size();
    let mut parts = CellMap::new(size, None);
    for (number, first) in size.cells().enumerate().filter(|(_, cell)| cell.row >= row) {
        let mut stack = vec![first];
        while let Some(cell) = stack.pop() {
            if parts[cell].is_none() {
                parts[cell] = Some(number);
                let open = Direction::ALL.into_iter().filter(|&side| {
                    size.neighbour(cell, side).is_some() && !board.walls[Edge::of(cell, side)]
                });
                let next = open.filter_map(|side| size.neighbour(cell, side));
                stack.extend(next.filter(|it| it.row >= row && parts[*it].is_none()));
            }
        }
    }
    parts
}
