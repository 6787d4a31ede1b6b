//! The model of Simple Loop: the lines of the loop.

use gordian_puzzles::kinds::pencil::simpleloop::Simpleloop;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Simpleloop {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let links = sketch.links(|cell| board.is_cell(cell));
        sketch.require_loop("there is one loop", &links);
        for cell in board.playable_cells() {
            let degree = links.degree(cell);
            sketch.require(format!("the loop visits {cell}"), degree.eq(2));
        }
    }
}
