//! The model of Doppelblock: the number of each cell, 0 for a shaded one.

use gordian_model::{all_of, sum};
use gordian_puzzles::kinds::pencil::doppelblock::Doppelblock;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, lines};
use crate::kind::to_i64;

impl PencilModel for Doppelblock {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let largest = to_i64(size.columns.saturating_sub(2));
        let numbers = sketch.numbers(|_| Some(0..=largest));
        sketch.require_given_numbers(&numbers);
        let number = |cell| numbers[cell].clone().expect("each cell has a value");
        for (cell, _) in board.clues().filter(|(_, clue)| **clue == Clue::Number(None)) {
            sketch.require(format!("{cell} is not shaded"), number(cell).ne(0));
        }
        for (name, cells) in lines(size) {
            if !sketch.check() {
                return;
            }
            let n_shaded = sum(cells.iter().map(|&cell| number(cell).eq(0)));
            sketch.require(format!("{name} has two shaded cells"), n_shaded.eq(2));
            for value in 1..=largest {
                let n = sum(cells.iter().map(|&cell| number(cell).eq(value)));
                sketch.require(format!("{name} has one {value}"), n.eq(1));
            }
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(total)] = clue[..] else { continue };
            let line = side.line(size, index);
            let mut cases = Vec::new();
            for (first, &start) in line.iter().enumerate() {
                if !sketch.check() {
                    return;
                }
                for (last, &end) in line.iter().enumerate().skip(first + 1) {
                    let is_shaded = number(start).eq(0) & number(end).eq(0);
                    let between = sum(line[first + 1..last].iter().map(|&cell| number(cell)));
                    cases.push(is_shaded.implies(between.eq(i64::from(total))));
                }
            }
            let name =
                format!("the sum between the shaded cells of {} is {total}", side.line_name(index));
            sketch.require(name, all_of(cases));
        }
    }
}
