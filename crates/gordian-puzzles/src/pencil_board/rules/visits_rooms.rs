//! The loop visits each room a number of times.

use super::{CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, EdgeLayer, Form, Solved, Walls};

parameter::rule! {
    /// The loop enters and leaves each room a number of times.
    "visits-rooms" = pub struct VisitsRooms {
        /// How often.
        "times" = times: u32,
    }
}

impl CatalogueRule for VisitsRooms {
    const BROKEN: &'static str = "the loop visits a room another number of times";

    fn speaks_of_rooms(&self) -> bool {
        true
    }

    fn sentence(&self) -> String {
        match self.times {
            1 => "The loop enters and leaves each room once.".to_owned(),
            2 => "The loop enters and leaves each room twice.".to_owned(),
            n => format!("The loop enters and leaves each room {n} times."),
        }
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        if form.walls != Walls::Rooms {
            return Err("there are no rooms in puzzles of this form".to_owned());
        }
        match form.edge_layer {
            Some(EdgeLayer::Links { max: 1 }) => Ok(()),
            _ => Err("there is no loop in puzzles of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        let mut n_crossed = vec![0_usize; rooms.rooms().len()];
        for (edge, &line) in solution.edges.iter().filter(|(_, line)| **line > 0) {
            let [Some(before), Some(after)] = edge.cells(board.size()) else { continue };
            let (one, other) = (rooms.number(before), rooms.number(after));
            if one != other {
                for room in [one, other].into_iter().flatten() {
                    n_crossed[room] += line as usize;
                }
            }
        }
        for (index, room) in rooms.rooms().iter().enumerate() {
            let n = n_crossed[index];
            if n != 2 * self.times as usize && !broken.is_full() {
                let message = format!(
                    "the loop crosses the border of {} {n} times, not {}",
                    rooms.name(index),
                    2 * self.times
                );
                broken.add("visits-rooms", message, room.clone());
            }
        }
    }
}
