//! Connected groups of cells are one cell wide; groups that touch at a corner are unequal.

use super::cells::later_cells;
use super::{CatalogueRule, Cells, Near, parameter};
use crate::board::Cell;
use crate::pencil_board::check::{Broken, bounding_size, group_numbers, groups};
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// Each connected group of cells with a property is a straight strip, one cell wide.
    "strips" = pub struct Strips {
        /// Which cells.
        "of" = of: Cells,
    }
}

parameter::rule! {
    /// Two cells with a property that touch at a corner, while neither of the two cells beside both
    /// has it, are in groups with different numbers of cells. So no group touches itself like that.
    "unequal-at-corners" = pub struct UnequalAtCorners {
        /// Which cells.
        "of" = of: Cells,
    }
}

impl CatalogueRule for Strips {
    const BROKEN: &'static str = "a group is not a straight strip";

    fn sentence(&self) -> String {
        format!("Each connected group of {} is a straight strip, one cell wide.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for group in groups(board.size(), |cell| self.of.has(board, solution, cell)) {
            let size = bounding_size(&group);
            if size.rows > 1 && size.columns > 1 {
                let of = self.of.plural();
                let message = format!("the group of {of} at {} is not a straight strip", group[0]);
                broken.add("strips", message, group);
            }
        }
    }
}

impl CatalogueRule for UnequalAtCorners {
    const BROKEN: &'static str = "groups that touch at a corner have equal numbers of cells";

    fn sentence(&self) -> String {
        format!(
            "Groups of {} that touch at a corner have different numbers of cells.",
            self.of.plural()
        )
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let has = |cell| self.of.has(board, solution, cell);
        let groups = groups(size, has);
        let numbers = group_numbers(size, &groups);
        for cell in size.cells() {
            for other in later_cells(size, cell, &[Near::Corner]) {
                let (Some(one), Some(two)) = (numbers[cell], numbers[other]) else { continue };
                let is_joined = has(Cell::new(cell.row, other.column))
                    || has(Cell::new(other.row, cell.column));
                let n = groups[one].len();
                if !is_joined && n == groups[two].len() && !broken.is_full() {
                    let message = format!(
                        "the groups at {cell} and {other}, which touch at a corner, have {n} {} each",
                        Cells::All.noun(n)
                    );
                    broken.add("unequal-at-corners", message, vec![cell, other]);
                }
            }
        }
    }
}
