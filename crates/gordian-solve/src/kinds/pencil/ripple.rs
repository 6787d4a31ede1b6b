//! The model of Ripple Effect: the number of each cell.

use gordian_model::{all_different, all_of};
use gordian_puzzles::board::{CellMap, Direction};
use gordian_puzzles::kinds::pencil::ripple::Ripple;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Ripple {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let numbers = sketch.room_numbers(1);
        sketch.require_given_numbers(&numbers);
        let rooms = board.rooms();
        let largest = CellMap::from_fn(size, |cell| {
            rooms.number(cell).map_or(0, |room| rooms.rooms()[room].len())
        });
        for (index, room) in rooms.rooms().iter().enumerate() {
            let items = room.iter().filter_map(|&cell| numbers[cell].clone());
            let name = format!("{} has different numbers", rooms.name(index));
            sketch.require(name, all_different(items));
        }
        for cell in board.playable_cells() {
            for side in [Direction::Right, Direction::Down] {
                // Two numbers k are too close if their distance is at most k.
                for (distance, other) in (1..=largest[cell]).zip(size.ray(cell, side)) {
                    if !sketch.check() {
                        return;
                    }
                    let (Some(a), Some(b)) = (&numbers[cell], &numbers[other]) else { continue };
                    let largest = largest[cell].min(largest[other]);
                    if distance > largest {
                        continue;
                    }
                    let differ = match distance {
                        1 => a.ne(b),
                        _ => all_of((distance..=largest).map(|number| {
                            let number = to_i64(number);
                            a.ne(number) | b.ne(number)
                        })),
                    };
                    let name = format!(
                        "{cell} and {other} do not both have the same number of at least {distance}"
                    );
                    sketch.require(name, differ);
                }
            }
        }
    }
}
