//! The model of Mid-loop: the lines of the loop.

use gordian_puzzles::board::{Cell, Direction};
use gordian_puzzles::kinds::pencil::midloop::Midloop;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, equal_arms};

impl PencilModel for Midloop {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|_| true);
        sketch.require_loop("there is one loop", &links);
        for (place, _) in board.dots.iter().filter(|(_, clue)| clue.is_clue()) {
            let cell = Cell::new(place.row / 2, place.column / 2);
            let onward = match (place.row % 2, place.column % 2) {
                (0, 0) => {
                    let name = format!("the loop passes the dot at {cell}");
                    sketch.require(name, links.visits(cell));
                    let [up, right, down, left] = Direction::ALL.map(|side| links.arm(cell, side));
                    // An arm without its opposite would be a turn.
                    let middle = equal_arms(&up, &down) & equal_arms(&left, &right);
                    let name = format!("the dot at {cell} is in the middle of its segment");
                    sketch.require(name, middle);
                    continue;
                }
                (0, _) => Direction::Right,
                _ => Direction::Down,
            };
            let next = board.size().neighbour(cell, onward).expect("a dot is between two cells");
            let name = format!("the loop passes the dot between {cell} and {next}");
            sketch.require(name, links.link(cell, onward));
            let arms = [links.arm(cell, onward.opposite()), links.arm(next, onward)];
            let name = format!("the dot between {cell} and {next} is in the middle of its segment");
            sketch.require(name, equal_arms(&arms[0], &arms[1]));
        }
    }
}
