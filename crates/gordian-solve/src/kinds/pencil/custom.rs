//! The numbers of puzzles whose rules are those of the catalogue that their file names.

use gordian_puzzles::kinds::pencil::custom::CustomNumbers;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for CustomNumbers {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let max = to_i64(board.size().rows.max(board.size().columns));
        sketch.numbers(|cell| board.is_cell(cell).then_some(1..=max));
    }
}
