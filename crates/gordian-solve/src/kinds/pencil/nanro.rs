//! The model of Nanro: the number of each room, and that of each cell, 0 for none.

use gordian_model::{Expr, all_of, sum};
use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::pencil::nanro::Nanro;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, squares};
use crate::kind::to_i64;

impl PencilModel for Nanro {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let numbers = sketch.room_numbers(0);
        sketch.require_given_numbers(&numbers);
        let number = |cell| numbers[cell].clone().expect("each cell has a value");
        for (cell, _) in board.clues().filter(|(_, clue)| **clue == Clue::Number(None)) {
            sketch.require(format!("{cell} is not empty"), number(cell).ne(0));
        }
        let filled: CellMap<Expr> = CellMap::from_fn(size, |cell| number(cell).ne(0));
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let name = rooms.name(index);
            let count = sketch.integer(format!("the number of {name}"), 1..=to_i64(room.len()));
            let (is, is_not) =
                (format!("the number of {name} is "), format!("the number of {name} is not "));
            sketch.say_number(&count, is, is_not, "");
            for &cell in room {
                let fits = number(cell).eq(0) | number(cell).eq(&count);
                sketch.require(format!("{cell} is empty or has the number of {name}"), fits);
            }
            let n_filled = sum(room.iter().map(|&cell| filled[cell].clone()));
            sketch.require(format!("{name} has as many numbers as its number"), n_filled.eq(count));
        }
        for [a, b] in board.walled_pairs() {
            let differ = number(a).eq(0) | number(a).ne(number(b));
            sketch.require(format!("{a} and {b} do not have the same number"), differ);
        }
        for square in squares(size) {
            let full = all_of(square.map(|cell| filled[cell].clone()));
            sketch.require(format!("the 2×2 area at {} is not full of numbers", square[0]), !full);
        }
        sketch.require_connected("the cells with numbers are connected", &filled);
    }
}
