//! No square of cells consists of cells with a property.

use super::{CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// No square of cells consists of cells with a property.
    "no-square" = pub struct NoSquare {
        /// Which cells.
        "of" = of: Cells,
        /// The side of the square; 2, if it is left out.
        "size" = side: Option<u32>,
    }
}

impl NoSquare {
    /// Returns the side of the square.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side.unwrap_or(2) as usize
    }
}

impl CatalogueRule for NoSquare {
    const BROKEN: &'static str = "a square consists of such cells only";

    fn sentence(&self) -> String {
        let side = self.side();
        format!("No area of {side}×{side} consists of {} only.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        if self.side() == 0 {
            return Err("the side of a square is at least 1".to_owned());
        }
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let (size, side) = (board.size(), self.side());
        let is_member = |cell| self.of.has(board, solution, cell);
        for first in size.cells() {
            if first.row + side > size.rows || first.column + side > size.columns {
                continue;
            }
            let rows = first.row..first.row + side;
            let mut cells = rows.flat_map(|row| {
                (first.column..first.column + side).map(move |column| Cell::new(row, column))
            });
            if cells.clone().all(is_member) && !broken.is_full() {
                let message = format!(
                    "the area of {side}×{side} at {first} consists of {} only",
                    self.of.plural()
                );
                broken.add("no-square", message, cells.by_ref().collect());
            }
        }
    }
}
