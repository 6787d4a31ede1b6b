//! The model of Regional Yajilin: which cells are shaded, and the lines of the loop.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::yajilin_regions::YajilinRegions;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for YajilinRegions {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        let links = sketch.links(|_| true);
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            if let Some(number) = rooms.clue(board, index) {
                let n = sum(room.iter().map(|&cell| &shaded[cell]));
                let name = format!("{} has {number} shaded cells", rooms.name(index));
                sketch.require(name, n.eq(i64::from(number)));
            }
        }
        sketch.require_shaded_or_visited(|_| false, &shaded, &links);
    }
}
