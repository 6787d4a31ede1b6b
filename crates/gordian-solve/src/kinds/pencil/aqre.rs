//! The model of Aqre: which cells are shaded.

use gordian_model::{all_of, any_of};
use gordian_puzzles::kinds::pencil::aqre::Aqre;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, lines};

impl PencilModel for Aqre {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        sketch.require_shaded_in_rooms(&shaded);
        sketch.require_connected("the shaded cells are connected", &shaded);
        for (_, line) in lines(board.size()) {
            for four in line.windows(4) {
                let cells = || four.iter().map(|&cell| shaded[cell].clone());
                let where_ = format!("from {} to {}", four[0], four[3]);
                sketch.require(format!("the cells {where_} are not all shaded"), !all_of(cells()));
                sketch.require(format!("the cells {where_} are not all unshaded"), any_of(cells()));
            }
        }
    }
}
