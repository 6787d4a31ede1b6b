//! The model of Four Cells: the borders between blocks of four cells.

use gordian_puzzles::kinds::pencil::fourcells::Fourcells;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Fourcells {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        let borders = sketch.borders();
        sketch.require_blocks_of("every block has four cells", &borders, 4);
        sketch.require_border_counts(&borders);
    }
}
