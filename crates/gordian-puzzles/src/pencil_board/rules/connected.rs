//! The cells with a property are connected.

use super::cells::{near_groups, near_phrase};
use super::{Area, CatalogueRule, Cells, Near, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// The cells with a property are connected by steps to near cells, which do not leave the area.
    /// Walls inside an area do not matter.
    "connected" = pub struct Connected {
        /// Which cells.
        "of" = of: Cells,
        /// Within which areas; the board, if it is left out.
        "in" = area: Option<Area>,
        /// What counts as near; cells that share an edge, if it is left out.
        "by" = by: Option<Vec<Near>>,
    }
}

impl Connected {
    /// Returns what counts as near.
    #[must_use]
    pub fn near(&self) -> &[Near] {
        self.by.as_deref().unwrap_or(&[Near::Edge])
    }
}

impl CatalogueRule for Connected {
    const BROKEN: &'static str = "cells are cut off from others of an area";

    fn speaks_of_rooms(&self) -> bool {
        self.area == Some(Area::Rooms)
    }

    fn sentence(&self) -> String {
        let area = self.area.map_or_else(String::new, |area| format!(" {}", area.phrase()));
        let steps = match &self.by {
            Some(near) => format!(", by steps between cells that {}", near_phrase(near)),
            None => String::new(),
        };
        format!("The {}{area} are connected{steps}.", self.of.plural())
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.area.unwrap_or(Area::Board).validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, mut cells) in self.area.unwrap_or(Area::Board).list(board) {
            cells.retain(|&cell| self.of.has(board, solution, cell));
            let rest = near_groups(board.size(), self.near(), cells).into_iter().skip(1);
            let rest: Vec<_> = rest.flatten().collect();
            if let Some(first) = rest.first() {
                let message = format!(
                    "the {} at {first} are cut off from the others of {name}",
                    self.of.plural()
                );
                broken.add("connected", message, rest);
            }
        }
    }
}
