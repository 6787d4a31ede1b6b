//! Numbers near each other differ by a number.

use super::cells::{later_cells, near_phrase};
use super::count::{bounds_of, bounds_phrase, validate_bounds};
use super::different::validate_numbers;
use super::{CatalogueRule, Near, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// The difference of numbers near each other; empty cells have none.
    "differ" = pub struct Differ {
        /// What counts as near.
        "by" = by: Vec<Near>,
        /// The difference.
        "equals" = equals: Option<u32>,
        /// The smallest difference.
        "at-least" = at_least: Option<u32>,
        /// The largest difference.
        "at-most" = at_most: Option<u32>,
    }
}

impl Differ {
    /// Returns the smallest and the largest difference; `None` for no limit.
    #[must_use]
    pub fn bounds(&self) -> (u32, Option<u32>) {
        bounds_of(self.equals, self.at_least, self.at_most)
    }
}

impl CatalogueRule for Differ {
    const BROKEN: &'static str = "two numbers near each other have another difference";

    fn sentence(&self) -> String {
        let n = bounds_phrase(self.bounds());
        format!("Numbers that {} differ by {n}.", near_phrase(&self.by))
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_bounds(self.equals, self.at_least, self.at_most)?;
        validate_numbers(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let (min, max) = self.bounds();
        let size = board.size();
        for cell in board.playable_cells() {
            for other in later_cells(size, cell, &self.by) {
                let (one, second) = (solution.cells[cell], solution.cells[other]);
                if !board.is_cell(other) || one == 0 || second == 0 {
                    continue;
                }
                let n = one.abs_diff(second);
                if n < min || max.is_some_and(|max| n > max) {
                    let wanted = bounds_phrase((min, max));
                    let message =
                        format!("the numbers at {cell} and {other} differ by {n}, not {wanted}");
                    broken.add("differ", message, vec![cell, other]);
                }
            }
        }
    }
}
