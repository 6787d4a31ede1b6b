//! The model of Skyscrapers: the height of each building, and the heights up to each place that a
//! clue sees.

use gordian_model::{all_different, all_of, sum};
use gordian_puzzles::kinds::pencil::skyscrapers::Skyscrapers;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, lines};
use crate::kind::to_i64;

impl PencilModel for Skyscrapers {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let n = to_i64(size.columns);
        let heights = sketch.numbers(|_| Some(1..=n));
        sketch.require_given_numbers(&heights);
        let height = |cell| heights[cell].clone().expect("each cell has a number");
        for (name, cells) in lines(size) {
            sketch.require(
                format!("{name} has different numbers"),
                all_different(cells.into_iter().map(height)),
            );
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(number)] = clue[..] else { continue };
            if !sketch.check() {
                return;
            }
            let line = side.line(size, index);
            let what = side.line_name(index);
            let visible = line.iter().enumerate().map(|(place, &cell)| {
                all_of(line[..place].iter().map(|&before| height(before).lt(height(cell))))
            });
            let name = format!("{number} buildings of {what} are visible from {}", side.key());
            sketch.require(name, sum(visible).eq(i64::from(number)));
        }
    }
}
