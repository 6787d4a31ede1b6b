//! No square of cells consists of cells with a property.

use super::{CatalogueRule, Cells, parameter};
use crate::board::{Cell, CellMap, Size};
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

impl NoSquare {
    /// Returns what a square is that is not allowed, such as `fully shaded`.
    #[must_use]
    pub fn full(&self) -> String {
        match self.of {
            Cells::Shaded | Cells::Unshaded => format!("fully {}", self.of.adjective()),
            of => format!("full of {}", of.plural()),
        }
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
        // The number of members above and to the left: a square of any size is counted at once.
        let mut counts = CellMap::new(Size::new(size.rows + 1, size.columns + 1), 0_usize);
        for cell @ Cell { row, column } in size.cells() {
            counts[Cell::new(row + 1, column + 1)] = counts[Cell::new(row, column + 1)]
                + counts[Cell::new(row + 1, column)]
                - counts[cell]
                + usize::from(self.of.has(board, solution, cell));
        }
        for first in size.cells() {
            let (below, right) = (first.row + side, first.column + side);
            if below > size.rows || right > size.columns {
                continue;
            }
            let n_members = counts[Cell::new(below, right)] + counts[first]
                - counts[Cell::new(first.row, right)]
                - counts[Cell::new(below, first.column)];
            if n_members == side * side && !broken.is_full() {
                let rows = first.row..below;
                let cells = rows.flat_map(|row| {
                    (first.column..right).map(move |column| Cell::new(row, column))
                });
                let message = format!("the {side}×{side} area at {first} is {}", self.full());
                broken.add("no-square", message, cells.collect());
            }
        }
    }
}
