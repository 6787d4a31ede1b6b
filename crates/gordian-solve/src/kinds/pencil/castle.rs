//! The model of Castle Wall: the lines of the loop, and what is inside.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::castle::Castle;
use gordian_puzzles::pencil::{Board, Clue, Colour};

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Castle {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|cell| !board.cells[cell].is_clue());
        sketch.require_loop("there is one loop", &links);
        let inside = sketch.inside(&links);
        for (cell, clue) in board.clues() {
            let Clue::Arrow { colour, direction, number } = *clue else { continue };
            match colour {
                Colour::White => sketch.require(
                    format!("the white clue at {cell} is inside the loop"),
                    inside[cell].clone(),
                ),
                Colour::Black => sketch.require(
                    format!("the black clue at {cell} is outside the loop"),
                    !&inside[cell],
                ),
                Colour::Grey => {}
            }
            if let (Some(direction), Some(number)) = (direction, number) {
                let steps = board.size().ray(cell, direction).map(|it| links.link(it, direction));
                let name = format!("the loop has {number} steps {direction} of the clue at {cell}");
                sketch.require(name, sum(steps).eq(i64::from(number)));
            }
        }
    }
}
