//! The model of Compass: the compass of the block of each cell, and the borders between the blocks.

use gordian_model::{Expr, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction};
use gordian_puzzles::kinds::pencil::compass::Compass;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Compass {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let borders = sketch.borders();
        let mut candidates: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
        let mut areas: Vec<Vec<Cell>> = Vec::new();
        let compasses: Vec<(Cell, [Option<u32>; 4])> = board
            .clues()
            .filter_map(|(cell, clue)| match clue {
                Clue::Compass(numbers) => Some((cell, *numbers)),
                _ => None,
            })
            .collect();
        for (index, &(compass, numbers)) in compasses.iter().enumerate() {
            // A path to a cell that is n rows or columns further has at least n cells in that
            // direction.
            let is_near = |cell: Cell| {
                Direction::ALL.into_iter().zip(numbers).all(|(side, number)| {
                    number.is_none_or(|number| further(compass, side, cell) <= number as usize)
                })
            };
            let is_open = |cell| board.cells[cell] == Clue::Empty && is_near(cell);
            let area = sketch.reachable(&[compass], is_open);
            area.iter().for_each(|&cell| candidates[cell].push(index));
            areas.push(area);
        }
        let blocks = {
            let names = compasses.iter().map(|it| format!("the block of the compass at {}", it.0));
            sketch.block_numbers("the compass", &candidates, names)
        };
        for (index, (&(compass, numbers), area)) in compasses.iter().zip(&areas).enumerate() {
            let is_part = |cell: Cell| blocks[cell].eq(to_i64(index));
            for (side, number) in Direction::ALL.into_iter().zip(numbers) {
                let Some(number) = number else { continue };
                let cells = area.iter().filter(|&&cell| further(compass, side, cell) > 0);
                let n_cells: Expr = sum(cells.map(|&cell| is_part(cell)));
                let name = format!(
                    "the block of the compass at {compass} has {number} cells further {side}"
                );
                sketch.require(name, n_cells.eq(i64::from(number)));
            }
            let name = format!("the block of the compass at {compass} is connected");
            let members: Vec<(Cell, Expr)> =
                area.iter().map(|&cell| (cell, is_part(cell))).collect();
            sketch.require_connected_among(name, &members);
        }
        sketch.require_borders_between(&borders, &blocks);
    }
}

/// Returns how many rows or columns a cell is further in a direction than another one.
fn further(from: Cell, side: Direction, cell: Cell) -> usize {
    match side {
        Direction::Up => from.row.saturating_sub(cell.row),
        Direction::Right => cell.column.saturating_sub(from.column),
        Direction::Down => cell.row.saturating_sub(from.row),
        Direction::Left => from.column.saturating_sub(cell.column),
    }
}
