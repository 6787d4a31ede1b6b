//! No two cells with a property are near each other, or have a wall between them.

use super::cells::{later_cells, near_phrase};
use super::{Area, CatalogueRule, Cells, Near, parameter};
use crate::board::{Direction, Edge};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// No two cells with a property are near each other.
    "apart" = pub struct Apart {
        /// Which cells.
        "of" = of: Cells,
        /// What counts as near.
        "by" = by: Vec<Near>,
    }
}

impl CatalogueRule for Apart {
    const BROKEN: &'static str = "two such cells are near each other";

    fn sentence(&self) -> String {
        format!("No two {} {}.", self.of.plural(), near_phrase(&self.by))
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for cell in size.cells().filter(|&cell| self.of.has(board, solution, cell)) {
            for other in later_cells(size, cell, &self.by) {
                if self.of.has(board, solution, other) {
                    let message = format!(
                        "{cell} and {other} are near each other, and both are {}",
                        self.of.plural()
                    );
                    broken.add("apart", message, vec![cell, other]);
                }
            }
        }
    }
}

parameter::rule! {
    /// No two cells with a property have a wall between them, also one that ends inside a room.
    "apart-by-walls" = pub struct ApartByWalls {
        /// Which cells.
        "of" = of: Cells,
    }
}

impl CatalogueRule for ApartByWalls {
    const BROKEN: &'static str = "two such cells have a wall between them";

    fn speaks_of_rooms(&self) -> bool {
        true
    }

    fn sentence(&self) -> String {
        format!("No two {} have a wall between them.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        Area::Rooms.validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for cell in size.cells().filter(|&cell| self.of.has(board, solution, cell)) {
            for side in [Direction::Right, Direction::Down] {
                let Some(other) = size.neighbour(cell, side) else { continue };
                if board.walls[Edge::of(cell, side)] && self.of.has(board, solution, other) {
                    let message = format!(
                        "{cell} and {other}, with a wall between them, are both {}",
                        self.of.plural()
                    );
                    broken.add("apart-by-walls", message, vec![cell, other]);
                }
            }
        }
    }
}
