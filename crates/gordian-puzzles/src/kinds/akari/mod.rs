//! Akari, also known as Light Up: lights that illuminate every white cell and not each other.
//!
//! A light shines along its row and its column up to black cells. A number on a black cell is the number of
//! lights among the cells that share an edge with it.

mod check;
#[cfg(test)]
mod tests;
mod text;

use toml::de::DeTable;

use crate::board::{CellMap, Drawing, Fill, Ink, Layer, Reader, Symbols};
use crate::board_kind::BoardKind;
use crate::link::{Link, LinkError};
use crate::puzzle::Metadata;
use crate::solution::Violation;

/// An Akari puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Akari {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The cells of the board.
    pub cells: CellMap<AkariCell>,
}

/// A cell of an Akari puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AkariCell {
    /// A cell that a light may stand in.
    White,
    /// A cell that stops light, with the number of lights beside it if that is given: 0 to 4.
    Black(Option<u8>),
}

impl BoardKind for Akari {
    const NAME: &'static str = "akari";
    const LINK_NAMES: &'static [&'static str] = &["akari", "lightup", "bijutsukan"];

    /// Whether the cell has a light.
    type Entry = bool;

    const LAYER: &'static dyn Layer<Entry = bool> =
        &Symbols { key: "symbols", symbols: &[('o', true, "a light"), ('.', false, "no light")] };

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        text::read(reader, table)
    }

    fn to_toml(&self) -> String {
        text::to_toml(self)
    }

    fn check(&self, lights: &CellMap<bool>) -> Result<(), Vec<Violation>> {
        check::check(self, lights)
    }

    fn from_link(link: &Link) -> Result<Self, LinkError> {
        text::from_link(link)
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        Ok(text::to_link(self))
    }

    fn drawing(&self, lights: Option<&CellMap<bool>>) -> Drawing {
        let mut drawing = Drawing::new(self.cells.size(), self.metadata.title_or("Akari"));
        drawing.grid_lines();
        for (cell, content) in self.cells.iter() {
            if let AkariCell::Black(number) = content {
                drawing.fill(cell, Fill::Black);
                if let Some(number) = number {
                    drawing.text(cell, number.to_string(), Ink::Given);
                }
            } else if lights.and_then(|lights| lights.get(cell)) == Some(&true) {
                drawing.circle(cell, Ink::Found);
            }
        }
        drawing
    }
}
