//! The model of Aqre: which cells are shaded.

use gordian_puzzles::kinds::pencil::aqre::Aqre;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Aqre {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        sketch.shade(|_| true);
    }
}
