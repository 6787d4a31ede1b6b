//! Connected groups of cells with a property are rectangles or squares, or none of them is a rectangle.

use super::{CatalogueRule, Cells, parameter};
use crate::pencil_board::check::{Broken, bounding_size, groups};
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// Each connected group of cells with a property is a rectangle.
    "rectangles" = pub struct Rectangles {
        /// Which cells.
        "of" = of: Cells,
    }
}

parameter::rule! {
    /// No connected group of cells with a property is a rectangle.
    "no-rectangles" = pub struct NoRectangles {
        /// Which cells.
        "of" = of: Cells,
    }
}

parameter::rule! {
    /// Each connected group of cells with a property is a square.
    "squares" = pub struct Squares {
        /// Which cells.
        "of" = of: Cells,
    }
}

impl CatalogueRule for Squares {
    const BROKEN: &'static str = "a group is not a square";

    fn sentence(&self) -> String {
        format!("Each connected group of {} is a square.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for group in groups(board.size(), |cell| self.of.has(board, solution, cell)) {
            let size = bounding_size(&group);
            if size.rows != size.columns || size.n_cells() != group.len() {
                let of = self.of.plural();
                let message = format!("the group of {of} at {} is not a square", group[0]);
                broken.add("squares", message, group);
            }
        }
    }
}

impl CatalogueRule for Rectangles {
    const BROKEN: &'static str = "a group is not a rectangle";

    fn sentence(&self) -> String {
        format!("Each connected group of {} is a rectangle.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for group in groups(board.size(), |cell| self.of.has(board, solution, cell)) {
            if bounding_size(&group).n_cells() != group.len() {
                let of = self.of.plural();
                let message = format!("the group of {of} at {} is not a rectangle", group[0]);
                broken.add("rectangles", message, group);
            }
        }
    }
}

impl CatalogueRule for NoRectangles {
    const BROKEN: &'static str = "a group is a rectangle";

    fn sentence(&self) -> String {
        format!("No connected group of {} is a rectangle.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for group in groups(board.size(), |cell| self.of.has(board, solution, cell)) {
            if bounding_size(&group).n_cells() == group.len() {
                let of = self.of.plural();
                let message = format!("the group of {of} at {} is a rectangle", group[0]);
                broken.add("no-rectangles", message, group);
            }
        }
    }
}
