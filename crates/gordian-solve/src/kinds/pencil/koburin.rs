//! The model of Koburin: which cells are shaded, and the lines of the loop.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::koburin::Koburin;
use gordian_puzzles::kinds::pencil::yajilin::OUTSIDE;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Koburin {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let is_clue = |cell| board.cells[cell].is_clue();
        let shaded = sketch.shade(|cell| !is_clue(cell));
        let links = sketch.links(|cell| !is_clue(cell));
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                let beside = board.size().neighbours(cell);
                let name = format!("the {number} at {cell} has {number} shaded neighbours");
                sketch.require(name, sum(beside.map(|it| &shaded[it])).eq(i64::from(number)));
            }
        }
        sketch.require_shaded_or_visited(is_clue, &shaded, &links);
        if board.has_option(OUTSIDE) {
            sketch.require_shaded_outside(&shaded, &links);
        }
    }
}
