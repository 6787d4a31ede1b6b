//! The model of Geradeweg: the lines of the loop.

use gordian_model::{Expr, all_of, any_of};
use gordian_puzzles::board::{Cell, Direction};
use gordian_puzzles::kinds::pencil::geradeweg::Geradeweg;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Links, Sketch, equal_arms};

impl PencilModel for Geradeweg {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|cell| board.cells[cell].number() != Some(0));
        sketch.require_loop("there is one loop", &links);
        for (cell, clue) in board.clues().filter(|(_, clue)| clue.number() != Some(0)) {
            if !sketch.check() {
                return;
            }
            sketch.require(format!("the loop visits the clue at {cell}"), links.visits(cell));
            if let Some(number) = clue.number() {
                for [one, other] in AXES {
                    let has_segment = links.link(cell, one) | links.link(cell, other);
                    let length = has_length(&links, cell, [one, other], number as usize);
                    let what = if one == Direction::Up { "vertical" } else { "horizontal" };
                    let name =
                        format!("a {what} segment at the {number} at {cell} has {number} steps");
                    sketch.require(name, has_segment.implies(length));
                }
                continue;
            }
            let [vertical, horizontal] =
                AXES.map(|sides| sides.map(|side| (links.link(cell, side), links.arm(cell, side))));
            for (one, up_or_down) in &vertical {
                for (other, left_or_right) in &horizontal {
                    let equal = equal_arms(up_or_down, left_or_right);
                    let name = format!("both segments of a turn at {cell} have the same length");
                    sketch.require(name, (one & other).implies(equal));
                }
            }
        }
    }
}

const AXES: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// Returns the condition that the straight line through a cell has `n` steps.
fn has_length(links: &Links, cell: Cell, sides: [Direction; 2], n: usize) -> Expr {
    let arms = sides.map(|side| links.arm(cell, side));
    // The number of steps on each side.
    let has_steps = |side: usize, steps: usize| {
        let arm = &arms[side];
        let reaches = steps.checked_sub(1).map_or(Some(Expr::from(1)), |it| arm.get(it).cloned());
        let on = arm.get(steps).cloned().unwrap_or_else(|| Expr::from(0));
        reaches.map(|reaches| all_of([reaches, !on]))
    };
    let longest = arms[0].len().min(n);
    let options =
        (0..=longest).filter_map(|before| Some(has_steps(0, before)? & has_steps(1, n - before)?));
    any_of(options)
}
