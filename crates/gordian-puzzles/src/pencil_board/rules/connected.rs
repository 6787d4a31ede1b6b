//! The cells with a property are connected.

use std::collections::BTreeSet;

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::{Cell, Size};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// The cells with a property are connected by steps over edges, which do not leave the area.
    /// Walls inside an area do not matter.
    "connected" = pub struct Connected {
        /// Which cells.
        "of" = of: Cells,
        /// Within which areas; the board, if it is left out.
        "in" = area: Option<Area>,
    }
}

impl CatalogueRule for Connected {
    const BROKEN: &'static str = "cells are cut off from others of an area";

    fn speaks_of_rooms(&self) -> bool {
        self.area == Some(Area::Rooms)
    }

    fn sentence(&self) -> String {
        match self.area {
            None => format!("The {} are connected.", self.of.plural()),
            Some(area) => format!("The {} {} are connected.", self.of.plural(), area.phrase()),
        }
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.area.unwrap_or(Area::Board).validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, cells) in self.area.unwrap_or(Area::Board).list(board) {
            let members: Vec<Cell> =
                cells.into_iter().filter(|&cell| self.of.has(board, solution, cell)).collect();
            let rest = cut_off(board.size(), &members);
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

/// Returns the cells that steps over edges between the cells do not reach from the first one.
fn cut_off(size: Size, cells: &[Cell]) -> Vec<Cell> {
    let mut open: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut reached: Vec<Cell> = open.pop_first().into_iter().collect();
    while let Some(cell) = reached.pop() {
        reached.extend(size.neighbours(cell).filter(|beside| open.remove(beside)));
    }
    open.into_iter().collect()
}
