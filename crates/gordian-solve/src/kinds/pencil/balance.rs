//! The model of Balance Loop: the lines of the loop.

use gordian_model::sum;
use gordian_puzzles::board::Direction;
use gordian_puzzles::kinds::pencil::balance::Balance;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, equal_arms};

impl PencilModel for Balance {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|_| true);
        sketch.require_loop("there is one loop", &links);
        for (cell, clue) in board.clues() {
            if !sketch.check() {
                return;
            }
            let Clue::Circle { black, number } = *clue else { continue };
            let colour = if black { "black" } else { "white" };
            let name = format!("the loop passes the {colour} circle at {cell}");
            sketch.require(name, links.visits(cell));
            let arms = Direction::ALL.map(|side| links.arm(cell, side));
            for (index, one) in Direction::ALL.into_iter().enumerate() {
                for (before, other) in Direction::ALL[..index].iter().enumerate() {
                    let both = links.link(cell, one) & links.link(cell, *other);
                    let equal = equal_arms(&arms[index], &arms[before]);
                    let (what, condition) =
                        if black { ("different", !equal) } else { ("the same", equal) };
                    let name = format!(
                        "the arms {other} and {one} of the {colour} circle at {cell} have {what} length"
                    );
                    sketch.require(name, both.implies(condition));
                }
            }
            if let Some(number) = number {
                // A direction without an arm adds no step.
                let n = sum(arms.into_iter().flatten());
                let name = format!("the arms of the {number} at {cell} have {number} steps");
                sketch.require(name, n.eq(i64::from(number)));
            }
        }
    }
}
