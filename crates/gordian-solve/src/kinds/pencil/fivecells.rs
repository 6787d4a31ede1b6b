//! The model of Five Cells: the borders between blocks of five cells.

use gordian_puzzles::kinds::pencil::fivecells::Fivecells;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Fivecells {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        let borders = sketch.borders();
        sketch.require_blocks_of("every block has five cells", &borders, 5);
        sketch.require_border_counts(&borders);
    }
}
