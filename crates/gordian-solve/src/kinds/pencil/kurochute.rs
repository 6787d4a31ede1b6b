//! The model of Kurochute: which cells are shaded.

use gordian_model::sum;
use gordian_puzzles::board::Direction;
use gordian_puzzles::kinds::pencil::kurochute::Kurochute;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Kurochute {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|_| true);
        for (clue, it) in board.clues() {
            let Some(number) = it.number() else { continue };
            // Numbers are at least 1.
            let at = |side| size.ray(clue, side).nth(number as usize - 1);
            let cells = Direction::ALL.into_iter().filter_map(at);
            let n = sum(cells.map(|cell| shaded[cell].clone()));
            let name =
                format!("one cell at the distance {number} from the {number} at {clue} is shaded");
            sketch.require(name, n.eq(1));
        }
    }
}
