//! The model of Heyablock: which cells are shaded.

use gordian_model::any_of;
use gordian_puzzles::kinds::pencil::heyablock::Heyablock;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::heyawake::require_runs;
use super::sketch::Sketch;

impl PencilModel for Heyablock {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        require_runs(board, sketch);
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            if rooms.clue(board, index) != Some(0) {
                let some = any_of(room.iter().map(|&cell| sketch.is_marked(cell)));
                sketch.require(format!("{} has a shaded cell", rooms.name(index)), some);
            }
        }
    }
}
