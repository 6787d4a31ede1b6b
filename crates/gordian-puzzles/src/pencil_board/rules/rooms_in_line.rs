//! Runs of cells with a property cross few borders of rooms.

use super::runs::runs;
use super::{Area, CatalogueRule, Cells, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved, Walls};

parameter::rule! {
    /// Consecutive cells of a row or column with a property lie in at most a number of rooms, one
    /// after the other.
    "rooms-in-line" = pub struct RoomsInLine {
        /// Which cells.
        "of" = of: Cells,
        /// The largest number of rooms.
        "at-most" = at_most: u32,
    }
}

impl CatalogueRule for RoomsInLine {
    const BROKEN: &'static str = "consecutive cells lie in too many rooms";

    fn speaks_of_rooms(&self) -> bool {
        true
    }

    fn sentence(&self) -> String {
        format!(
            "Consecutive {} of a row or column never reach through more than {} rooms.",
            self.of.plural(),
            self.at_most
        )
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        if self.at_most == 0 {
            return Err("`at-most` is at least 1".to_owned());
        }
        if form.walls != Walls::Rooms {
            return Err("there are no rooms in puzzles of this form".to_owned());
        }
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        for (name, run) in runs(board, Area::Lines, |cell| self.of.has(board, solution, cell)) {
            let borders =
                run.windows(2).filter(|pair| rooms.number(pair[0]) != rooms.number(pair[1]));
            let n = borders.count() + 1;
            if n > self.at_most as usize {
                let message = format!(
                    "the {} at {} of {name} reach through {n} rooms",
                    self.of.plural(),
                    run[0]
                );
                broken.add("rooms-in-line", message, run);
            }
        }
    }
}
