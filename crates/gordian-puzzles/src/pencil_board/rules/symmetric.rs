//! Cells with a property are placed symmetrically.

use std::collections::BTreeSet;

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Solved};

parameter::rule! {
    /// In each area, the cells with a property are symmetric about the centre of the smallest
    /// rectangle around the area: half a turn does not change them.
    "symmetric" = pub struct Symmetric {
        /// Which cells.
        "of" = of: Cells,
        /// The areas.
        "in" = area: Area,
    }
}

impl CatalogueRule for Symmetric {
    const BROKEN: &'static str = "half a turn of an area changes such cells";

    fn speaks_of_rooms(&self) -> bool {
        self.area == Area::Rooms
    }

    fn sentence(&self) -> String {
        format!(
            "The {} {} are symmetric about its centre: half a turn does not change them.",
            self.of.plural(),
            self.area.phrase()
        )
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.area.validate(form)?;
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, cells) in self.area.list(board) {
            let bounds = |part: fn(&Cell) -> usize| {
                let parts = || cells.iter().map(part);
                parts().min().zip(parts().max()).map(|(min, max)| min + max)
            };
            let (Some(rows), Some(columns)) = (bounds(|it| it.row), bounds(|it| it.column)) else {
                continue;
            };
            let members: BTreeSet<Cell> =
                cells.iter().copied().filter(|&cell| self.of.has(board, solution, cell)).collect();
            let turned = |cell: &Cell| Cell::new(rows - cell.row, columns - cell.column);
            let alone: Vec<Cell> =
                members.iter().copied().filter(|cell| !members.contains(&turned(cell))).collect();
            if let Some(first) = alone.first() {
                let message = format!(
                    "{first} is {}, but the cell of {name} that half a turn leads to is not",
                    self.of.adjective()
                );
                broken.add("symmetric", message, alone);
            }
        }
    }
}
