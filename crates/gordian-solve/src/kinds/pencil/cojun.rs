//! The model of Cojun: the number of each cell.

use gordian_model::all_different;
use gordian_puzzles::kinds::pencil::cojun::Cojun;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};

impl PencilModel for Cojun {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let numbers = sketch.room_numbers(1);
        sketch.require_given_numbers(&numbers);
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let items = room.iter().filter_map(|&cell| numbers[cell].clone());
            let name = format!("{} has different numbers", rooms.name(index));
            sketch.require(name, all_different(items));
        }
        for [a, b] in adjacent(size) {
            let (Some(one), Some(other)) = (&numbers[a], &numbers[b]) else { continue };
            if rooms.number(a) != rooms.number(b) {
                sketch.require(format!("{a} and {b} have different numbers"), one.ne(other));
            } else if a.column == b.column {
                let name = format!("{a} has a larger number than {b} below it in the same room");
                sketch.require(name, one.gt(other));
            }
        }
    }
}
