//! The model of Yajilin: which cells are shaded, and the lines of the loop.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::yajilin::{OUTSIDE, Yajilin};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Yajilin {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let is_clue = |cell| board.cells[cell].is_clue();
        let shaded = sketch.shade(|cell| !is_clue(cell));
        let links = sketch.links(|cell| !is_clue(cell));
        for (cell, clue) in board.clues() {
            let Clue::Arrow { direction: Some(direction), number: Some(number), .. } = *clue else {
                continue;
            };
            let name = format!("the {number} at {cell} sees {number} shaded cells {direction}");
            let ray = board.size().ray(cell, direction).filter(|&it| !is_clue(it));
            sketch.require(name, sum(ray.map(|it| &shaded[it])).eq(i64::from(number)));
        }
        sketch.require_shaded_or_visited(is_clue, &shaded, &links);
        if board.has_option(OUTSIDE) {
            sketch.require_shaded_outside(&shaded, &links);
        }
    }
}
