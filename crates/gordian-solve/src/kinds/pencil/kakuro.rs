//! The model of Kakuro: the digit of each white cell.

use gordian_model::{all_different, sum};
use gordian_puzzles::board::Direction;
use gordian_puzzles::kinds::pencil::kakuro::Kakuro;
use gordian_puzzles::pencil::{Board, Clue, Side};

use super::PencilModel;
use super::sketch::{Sketch, runs};

impl PencilModel for Kakuro {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let is_white = |cell| !board.cells[cell].is_clue();
        let digits = sketch.numbers(|cell| is_white(cell).then_some(1..=9));
        for run in runs(size, is_white) {
            let (start, end) = (run.cells[0], run.cells[run.cells.len() - 1]);
            let before = size.neighbour(start, run.direction.opposite());
            let outside = |side: Side, index: usize| {
                board.outside[side as usize][index].first().copied().flatten()
            };
            let clue = match (before.map(|cell| &board.cells[cell]), run.direction) {
                (Some(Clue::Sums { down, .. }), Direction::Down) => *down,
                (Some(Clue::Sums { right, .. }), _) => *right,
                (Some(_), _) => None,
                (None, Direction::Down) => outside(Side::Above, start.column),
                (None, _) => outside(Side::Left, start.row),
            };
            let in_run = || run.cells.iter().filter_map(|&cell| digits[cell].clone());
            let name = format!("the {} from {start} to {end}", run.line());
            sketch.require(format!("no digit twice in {name}"), all_different(in_run()));
            if let Some(clue) = clue {
                sketch.require(
                    format!("{name} adds up to {clue}"),
                    sum(in_run()).eq(i64::from(clue)),
                );
            }
        }
    }
}
