//! The variables of puzzles whose rules are those of the catalogue that their file names.

use gordian_puzzles::kinds::pencil::custom::{
    CustomBlocks, CustomLoop, CustomNumbers, CustomObjects, CustomShading,
};
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for CustomShading {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        sketch.shade(|cell| board.is_cell(cell));
    }
}

impl PencilModel for CustomObjects {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        sketch.cell_flags("has an object", |cell| board.is_cell(cell));
    }
}

impl PencilModel for CustomLoop {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        sketch.links(|cell| board.is_cell(cell));
    }
}

impl PencilModel for CustomNumbers {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let max = to_i64(board.size().rows.max(board.size().columns));
        sketch.numbers(|cell| board.is_cell(cell).then_some(1..=max));
    }
}

impl PencilModel for CustomBlocks {
    fn model(_board: &Board, sketch: &mut Sketch<'_>) {
        sketch.borders();
        sketch.block_sizes();
    }
}
