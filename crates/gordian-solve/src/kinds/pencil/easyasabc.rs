//! The model of Easy as ABC: the letter of each cell, 0 for none.

use gordian_model::{all_of, any_of, sum};
use gordian_puzzles::kinds::pencil::easyasabc::Easyasabc;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, lines};

impl PencilModel for Easyasabc {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let n_letters = i64::from(board.parameter.unwrap_or(0));
        let letters = sketch.numbers(|_| Some(0..=n_letters));
        sketch.require_given_numbers(&letters);
        let letter = |cell| letters[cell].clone().expect("each cell has a value");
        for (cell, _) in board.clues().filter(|(_, clue)| **clue == Clue::Number(None)) {
            sketch.require(format!("{cell} is not empty"), letter(cell).ne(0));
        }
        for (name, cells) in lines(size) {
            if !sketch.check() {
                return;
            }
            for (number, character) in (1..=n_letters).zip('A'..) {
                let n = sum(cells.iter().map(|&cell| letter(cell).eq(number)));
                sketch.require(format!("{name} has one {character}"), n.eq(1));
            }
            let n_empty = sum(cells.iter().map(|&cell| letter(cell).eq(0)));
            let n = i64::try_from(cells.len()).expect("boards are small") - n_letters;
            let name = format!("{name} has {n} empty cells (follows from the letters)");
            sketch.require(name, n_empty.eq(n));
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(first)] = clue[..] else { continue };
            if !sketch.check() {
                return;
            }
            let line = side.line(size, index);
            let first = i64::from(first);
            // A cell is empty, has the letter, or comes after another letter. One of them has the
            // letter.
            let allowed = line.iter().enumerate().map(|(place, &cell)| {
                let before = line[..place].iter().map(|&before| letter(before).ne(0));
                any_of(before.chain([letter(cell).eq(0), letter(cell).eq(first)]))
            });
            let name = format!(
                "the letter of {} {} is the first one seen from there",
                side.line_name(index),
                side.key()
            );
            sketch.require(name, all_of(allowed));
        }
    }
}
