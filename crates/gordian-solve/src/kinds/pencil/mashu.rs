//! The model of Masyu: the lines of the loop.

use gordian_model::{Expr, any_of};
use gordian_puzzles::board::{Cell, Direction};
use gordian_puzzles::kinds::pencil::mashu::{Mashu, WHITE};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Links, Sketch};

impl PencilModel for Mashu {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|_| true);
        sketch.require_loop("there is one loop", &links);
        for (cell, clue) in board.clues() {
            sketch.require(format!("the loop passes the circle at {cell}"), links.visits(cell));
            if *clue == Clue::Mark(WHITE) {
                let name = format!("the loop goes straight through the white circle at {cell}");
                sketch.require(name, links.is_straight(cell));
                let turns = Direction::ALL
                    .map(|side| links.link(cell, side) & !goes_on(board, &links, cell, side));
                let name = format!("the loop turns next to the white circle at {cell}");
                sketch.require(name, any_of(turns));
            } else {
                let name = format!("the loop turns on the black circle at {cell}");
                sketch.require(name, !links.is_straight(cell));
                for side in Direction::ALL {
                    let on = links.link(cell, side).implies(goes_on(board, &links, cell, side));
                    let name =
                        format!("the loop goes straight on {side} of the black circle at {cell}");
                    sketch.require(name, on);
                }
            }
        }
    }
}

/// Returns the condition that the loop goes straight on in the next cell on one side.
fn goes_on(board: &Board, links: &Links, cell: Cell, side: Direction) -> Expr {
    let next = board.size().neighbour(cell, side);
    next.map_or_else(|| Expr::from(0), |next| links.link(next, side))
}
