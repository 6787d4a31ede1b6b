//! Cells with one property have another one.

use super::{CatalogueRule, Cells, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Clue, Form, Solved};

parameter::rule! {
    /// All cells with one property have another one.
    "all" = pub struct All {
        /// Which cells.
        "cells" = cells: Cells,
        /// What they are.
        "are" = are: Cells,
    }
}

impl CatalogueRule for All {
    const BROKEN: &'static str = "a cell is not what all such cells are";

    fn sentence(&self) -> String {
        format!("All {} are {}.", self.cells.plural(), self.are.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.cells.validate(form)?;
        self.are.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for cell in board.size().cells() {
            if self.cells.has(board, solution, cell) && !self.are.has(board, solution, cell) {
                let message = format!(
                    "{cell} is {}, but not {}",
                    self.cells.adjective(),
                    self.are.adjective()
                );
                broken.add("all", message, vec![cell]);
            }
        }
    }

    fn remove_clues(&self, board: &mut Board, solution: &Solved) {
        if !matches!(self.cells, Cells::Numbered | Cells::Clues) {
            return;
        }
        for cell in board.size().cells() {
            if self.cells.has(board, solution, cell) && !self.are.has(board, solution, cell) {
                board.cells[cell] = Clue::Empty;
            }
        }
    }
}
