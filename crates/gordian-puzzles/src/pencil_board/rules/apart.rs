//! No two cells with a property are near each other.

use super::cells::{later_cells, near_phrase};
use super::{CatalogueRule, Cells, Near, parameter};
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
