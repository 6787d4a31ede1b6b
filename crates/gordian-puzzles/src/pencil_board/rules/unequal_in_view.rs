//! Groups of cells that see each other are unequal.

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::{Broken, group_numbers, groups};
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// Two cells of a row or column with a property, with only cells without it between them, and at
    /// least one of these, are in groups with different numbers of cells. Holes are not looked over.
    "unequal-in-view" = pub struct UnequalInView {
        /// Which cells.
        "of" = of: Cells,
    }
}

impl CatalogueRule for UnequalInView {
    const BROKEN: &'static str = "groups that see each other have equal numbers of cells";

    fn sentence(&self) -> String {
        format!(
            "Groups of {} that see each other in a row or column, without such a cell between them, \
             have different numbers of cells.",
            self.of.plural()
        )
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let groups = groups(size, |cell| self.of.has(board, solution, cell));
        let numbers = group_numbers(size, &groups);
        for (_, line) in Area::Lines.list(board) {
            // The last cell with the property, and the cell before the next one.
            let (mut last, mut before): (Option<Cell>, Option<Cell>) = (None, None);
            for cell in line {
                let is_beside =
                    |it: Cell| it.row.abs_diff(cell.row) + it.column.abs_diff(cell.column) == 1;
                if !before.is_some_and(is_beside) {
                    last = None;
                }
                if let Some(number) = numbers[cell] {
                    if let Some(first) = last.filter(|&first| !is_beside(first)) {
                        let n = groups[number].len();
                        let other = numbers[first].expect("it has the property");
                        if groups[other].len() == n && !broken.is_full() {
                            let message = format!(
                                "the groups at {first} and {cell}, which see each other, have {n} {} each",
                                Cells::All.noun(n)
                            );
                            broken.add("unequal-in-view", message, vec![first, cell]);
                        }
                    }
                    last = Some(cell);
                }
                before = Some(cell);
            }
        }
    }
}
