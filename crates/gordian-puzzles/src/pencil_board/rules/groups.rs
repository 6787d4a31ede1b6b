//! Connected groups of cells with a property have a number of cells.

use super::count::{bounds_of, bounds_phrase, validate_bounds};
use super::{CatalogueRule, Cells, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::check::groups;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// Each connected group of cells with a property has a number of cells.
    "groups" = pub struct Groups {
        /// Which cells.
        "of" = of: Cells,
        /// The number of cells.
        "equals" = equals: Option<u32>,
        /// The smallest number.
        "at-least" = at_least: Option<u32>,
        /// The largest number.
        "at-most" = at_most: Option<u32>,
    }
}

impl Groups {
    /// Returns the smallest and the largest number of cells; `None` for no limit.
    #[must_use]
    pub fn bounds(&self) -> (u32, Option<u32>) {
        bounds_of(self.equals, self.at_least, self.at_most)
    }
}

impl CatalogueRule for Groups {
    const BROKEN: &'static str = "a group has another number of cells";

    fn sentence(&self) -> String {
        let (of, n) = (self.of.plural(), bounds_phrase(self.bounds()));
        format!("Each connected group of {of} has {n} cells.")
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_bounds(self.equals, self.at_least, self.at_most)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let (min, max) = self.bounds();
        for group in groups(board.size(), |cell| self.of.has(board, solution, cell)) {
            let n = group.len();
            if (n < min as usize || max.is_some_and(|max| n > max as usize)) && !broken.is_full() {
                let wanted = bounds_phrase((min, max));
                let (of, first) = (self.of.plural(), group[0]);
                let message = format!("the group of {of} at {first} has {n} cells, not {wanted}");
                broken.add("groups", message, group);
            }
        }
    }
}
