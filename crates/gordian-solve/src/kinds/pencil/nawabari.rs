//! The model of Nawabari: which rectangle each number has, and the borders between the rectangles.

use gordian_puzzles::kinds::pencil::nawabari::Nawabari;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::shikaku::require_rectangles;
use super::sketch::Sketch;

impl PencilModel for Nawabari {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let what = |clue| format!("the clue at {clue} has a rectangle");
        let borders = require_rectangles(board, sketch, what, |_, _| true);
        sketch.require_border_counts(&borders);
    }
}
