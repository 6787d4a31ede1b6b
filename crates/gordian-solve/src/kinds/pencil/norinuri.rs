//! The model of Norinuri: which cells are shaded, and the clue that each unshaded cell belongs to.

use gordian_puzzles::kinds::pencil::norinuri::Norinuri;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::nurikabe::require_areas;
use super::sketch::Sketch;

impl PencilModel for Norinuri {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        require_areas(board, sketch);
    }
}
