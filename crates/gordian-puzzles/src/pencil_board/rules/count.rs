//! Areas have a number of cells with a property.

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// Areas have a number of cells with a property.
    "count" = pub struct Count {
        /// Which cells are counted.
        "of" = of: Cells,
        /// The areas.
        "in" = area: Area,
        /// The number.
        "equals" = equals: Option<u32>,
        /// The smallest number.
        "at-least" = at_least: Option<u32>,
        /// The largest number.
        "at-most" = at_most: Option<u32>,
    }
}

impl Count {
    /// Returns the smallest and the largest number; `None` for no limit.
    #[must_use]
    pub fn bounds(&self) -> (u32, Option<u32>) {
        bounds_of(self.equals, self.at_least, self.at_most)
    }
}

/// Returns the smallest and the largest number that parameters allow; `None` for no limit.
pub(super) fn bounds_of(
    equals: Option<u32>,
    at_least: Option<u32>,
    at_most: Option<u32>,
) -> (u32, Option<u32>) {
    match equals {
        Some(number) => (number, Some(number)),
        None => (at_least.unwrap_or(0), at_most),
    }
}

/// Returns words for a number within bounds, such as `at least 2`.
pub(super) fn bounds_phrase(bounds: (u32, Option<u32>)) -> String {
    match bounds {
        (min, Some(max)) if min == max => format!("exactly {min}"),
        (0, Some(max)) => format!("at most {max}"),
        (min, Some(max)) => format!("{min} to {max}"),
        (min, None) => format!("at least {min}"),
    }
}

/// Returns the number of [`bounds_phrase`] that a noun follows.
fn last_of((min, max): (u32, Option<u32>)) -> usize {
    max.unwrap_or(min) as usize
}

/// Checks that the bounds of a number are given once.
pub(super) fn validate_bounds(
    equals: Option<u32>,
    at_least: Option<u32>,
    at_most: Option<u32>,
) -> Result<(), String> {
    match (equals, at_least, at_most) {
        (None, None, None) => Err("give `equals`, `at-least` or `at-most`".to_owned()),
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            Err("give either `equals`, or `at-least` and `at-most`".to_owned())
        }
        (_, Some(min), Some(max)) if min > max => {
            Err("`at-least` is larger than `at-most`".to_owned())
        }
        _ => Ok(()),
    }
}

impl CatalogueRule for Count {
    const BROKEN: &'static str = "an area has another number of such cells";

    fn speaks_of_rooms(&self) -> bool {
        self.area == Area::Rooms
    }

    fn sentence(&self) -> String {
        let (n, last) = (bounds_phrase(self.bounds()), last_of(self.bounds()));
        let verb = if last == 1 { "is" } else { "are" };
        format!("There {verb} {n} {} {}.", self.of.noun(last), self.area.phrase())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_bounds(self.equals, self.at_least, self.at_most)?;
        self.area.validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let (min, max) = self.bounds();
        for (name, cells) in self.area.list(board) {
            let counted: Vec<Cell> =
                cells.into_iter().filter(|&cell| self.of.has(board, solution, cell)).collect();
            let n = counted.len();
            if n < min as usize || max.is_some_and(|max| n > max as usize) {
                let wanted = bounds_phrase((min, max));
                let message = format!("{name} has {n} {}, not {wanted}", self.of.noun(n));
                broken.add("count", message, counted);
            }
        }
    }
}
