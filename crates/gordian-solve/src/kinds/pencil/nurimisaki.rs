//! The model of Nurimisaki: which cells are shaded.

use gordian_model::{Expr, all_of, any_of, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction};
use gordian_puzzles::kinds::pencil::nurimisaki::Nurimisaki;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Nurimisaki {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        let unshaded = CellMap::from_fn(size, |cell| !&shaded[cell]);
        for cell in size.cells() {
            let n = sum(size.neighbours(cell).map(|other| unshaded[other].clone()));
            if board.cells[cell].is_clue() {
                let name = format!("the circle at {cell} has exactly one unshaded neighbour");
                sketch.require(name, n.eq(1));
            } else {
                let name = format!("{cell} is shaded or does not have one unshaded neighbour");
                sketch.require(name, &shaded[cell] | n.ne(1));
            }
        }
        for (cell, clue) in board.clues() {
            if !sketch.check() {
                return;
            }
            if let Some(number) = clue.number() {
                // There is only one direction in which it sees other cells.
                let ways = Direction::ALL.map(|it| sees(board, cell, it, number, &unshaded));
                sketch.require(format!("the {number} at {cell} sees {number} cells"), any_of(ways));
            }
        }
    }
}

/// Returns the condition that a clue sees `number` cells in a direction, itself included.
fn sees(
    board: &Board,
    clue: Cell,
    direction: Direction,
    number: u32,
    unshaded: &CellMap<Expr>,
) -> Expr {
    let ray: Vec<Cell> = board.size().ray(clue, direction).take(number as usize).collect();
    // A circle sees its only neighbour, at least.
    let n_seen = (number as usize).saturating_sub(1);
    if n_seen == 0 || ray.len() < n_seen {
        return Expr::from(0);
    }
    let seen = ray[..n_seen].iter().map(|&cell| unshaded[cell].clone());
    let end = ray.get(n_seen).map(|&cell| !&unshaded[cell]);
    all_of(seen.chain(end))
}
