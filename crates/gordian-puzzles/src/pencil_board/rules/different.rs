//! Areas have no number twice.

use super::{Area, CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::check::different_numbers;
use crate::pencil_board::{Board, CellLayer, Form, Solved};

parameter::rule! {
    /// The numbers of an area are different.
    "different" = pub struct Different {
        /// The areas.
        "in" = area: Area,
    }
}

/// Checks that cells hold numbers in solutions.
pub(super) fn validate_numbers(form: &Form) -> Result<(), String> {
    match form.cell_layer {
        Some(CellLayer::Numbers { .. }) if !form.has_black_clues() => Ok(()),
        _ => Err("cells hold no numbers in solutions of this form".to_owned()),
    }
}

impl CatalogueRule for Different {
    const BROKEN: &'static str = "an area has a number twice";

    fn speaks_of_rooms(&self) -> bool {
        self.area == Area::Rooms
    }

    fn sentence(&self) -> String {
        format!("All numbers {} are different.", self.area.phrase())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.area.validate(form)?;
        validate_numbers(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, cells) in self.area.list(board) {
            different_numbers(solution, &cells, &name, "different", broken);
        }
    }
}
