//! The model of Ayeheya: which cells are shaded.

use gordian_puzzles::kinds::pencil::ayeheya::Ayeheya;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::heyawake::require_runs;
use super::sketch::Sketch;

impl PencilModel for Ayeheya {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        require_runs(board, sketch);
    }
}
