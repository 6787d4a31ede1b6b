//! Rooms have cells with a property only, or none of them.

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// In each room, either all cells have a property or none of them.
    "whole-rooms" = pub struct WholeRooms {
        /// Which cells.
        "of" = of: Cells,
    }
}

impl CatalogueRule for WholeRooms {
    const BROKEN: &'static str = "a room has such cells and others";

    fn speaks_of_rooms(&self) -> bool {
        true
    }

    fn sentence(&self) -> String {
        let of = self.of.plural();
        format!("Each room has {of} only, or none of them.")
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        Area::Rooms.validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, room) in Area::Rooms.list(board) {
            let has = |cell: &&Cell| self.of.has(board, solution, **cell);
            let n = room.iter().filter(has).count();
            if n != 0 && n != room.len() && !broken.is_full() {
                let message = format!("{name} has {n} {} and others", self.of.noun(n));
                broken.add("whole-rooms", message, room);
            }
        }
    }
}
