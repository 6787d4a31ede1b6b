//! The model of Spiral Galaxies: the star of the block of each cell, and the borders between the
//! blocks.

use gordian_model::Expr;
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::tentaisho::Tentaisho;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Tentaisho {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let borders = sketch.borders();
        let stars: Vec<Cell> =
            board.dots.iter().filter(|(_, dot)| dot.is_clue()).map(|(place, _)| place).collect();
        // The stars that touch each cell.
        let mut touching: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
        for (index, &star) in stars.iter().enumerate() {
            centre(star).into_iter().for_each(|cell| touching[cell].push(index));
        }
        let mut candidates: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
        let mut areas: Vec<Vec<Cell>> = Vec::new();
        for (index, &star) in stars.iter().enumerate() {
            let is_free =
                |cell: Cell| board.is_cell(cell) && touching[cell].iter().all(|&it| it == index);
            let is_open = |cell| {
                is_free(cell)
                    && opposite(star, cell).is_some_and(|it| size.contains(it) && is_free(it))
            };
            let centre = centre(star);
            let is_possible = centre.iter().all(|&cell| is_free(cell));
            let name = format!("no border goes through the star at {}", centre[0]);
            let mut area = Vec::new();
            if is_possible {
                area = sketch.reachable(&centre, is_open);
            } else {
                sketch.require(name, Expr::from(0));
            }
            area.iter().for_each(|&cell| candidates[cell].push(index));
            areas.push(area);
        }
        let blocks = {
            let names =
                stars.iter().map(|&star| format!("the block of the star at {}", centre(star)[0]));
            sketch.block_numbers("the star", &candidates, names)
        };
        for (index, (&star, area)) in stars.iter().zip(&areas).enumerate() {
            let is_part = |cell: Cell| blocks[cell].eq(to_i64(index));
            let what = format!("the block of the star at {}", centre(star)[0]);
            for &cell in area {
                let other = opposite(star, cell).expect("the opposite cell is in the area");
                if cell < other {
                    let name = format!("{what} has both or none of {cell} and {other}");
                    sketch.require(name, is_part(cell).iff(is_part(other)));
                }
            }
            let members: Vec<(Cell, Expr)> =
                area.iter().map(|&cell| (cell, is_part(cell))).collect();
            sketch.require_connected_among(format!("{what} is connected"), &members);
        }
        sketch.require_borders_between(&borders, &blocks);
    }
}

/// Returns the cells that touch the place of a star.
fn centre(star: Cell) -> Vec<Cell> {
    let rows = star.row / 2..=star.row.div_ceil(2);
    let columns = star.column / 2..=star.column.div_ceil(2);
    rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column))).collect()
}

/// Returns the cell after a half turn about a star, which may be outside the board.
fn opposite(star: Cell, cell: Cell) -> Option<Cell> {
    let row = star.row.checked_sub(cell.row)?;
    Some(Cell::new(row, star.column.checked_sub(cell.column)?))
}
