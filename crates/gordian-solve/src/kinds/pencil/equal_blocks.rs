//! The model of Four Cells and Five Cells: the borders between blocks of as many cells.

use gordian_puzzles::kinds::pencil::equal_blocks::EqualBlocks;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl<const N: usize> PencilModel for EqualBlocks<N> {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        let borders = sketch.borders();
        let rule = format!("every block has {} cells", Self::NUMBER);
        sketch.require_blocks_of(rule, &borders, to_i64(N));
        sketch.require_border_counts(&borders);
    }
}
