//! The model of Kurochute: which cells are shaded.

use gordian_model::sum;
use gordian_puzzles::board::{Cell, Direction};
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
            let distance = number as usize;
            let at = |side: Direction| match side {
                Direction::Up => {
                    clue.row.checked_sub(distance).map(|row| Cell::new(row, clue.column))
                }
                Direction::Down => Some(Cell::new(clue.row + distance, clue.column)),
                Direction::Left => {
                    clue.column.checked_sub(distance).map(|column| Cell::new(clue.row, column))
                }
                Direction::Right => Some(Cell::new(clue.row, clue.column + distance)),
            };
            let cells = Direction::ALL.into_iter().filter_map(at);
            let n = sum(cells.filter(|&it| size.contains(it)).map(|it| shaded[it].clone()));
            let name =
                format!("one cell at the distance {number} from the {number} at {clue} is shaded");
            sketch.require(name, n.eq(1));
        }
    }
}
