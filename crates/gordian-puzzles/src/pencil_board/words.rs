//! Words for what is drawn at a place of a solution.

use super::form::{CellLayer, EdgeLayer, Form};
use super::marks::BLOCKED;
use crate::board::{Cell, Edge, Size};

/// A place of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A cell.
    Cell(Cell),
    /// An edge.
    Edge(Edge),
}

/// Returns a sentence about the value of a place, such as `r1c2 is shaded`.
#[must_use]
pub fn describe(form: &Form, size: Size, place: Place, value: u32) -> String {
    match place {
        Place::Cell(cell) => match form.cell_layer {
            Some(CellLayer::Shade) if value == 0 => format!("{cell} is not shaded"),
            Some(CellLayer::Shade) => format!("{cell} is shaded"),
            Some(CellLayer::Numbers { zero: '#' }) if value == 0 => format!("{cell} is shaded"),
            Some(CellLayer::Numbers { .. }) if value == 0 || value == BLOCKED => {
                format!("{cell} stays empty")
            }
            Some(CellLayer::Symbols(symbols)) => match symbols.get(value as usize) {
                Some((_, meaning)) => format!("{cell} has {meaning}"),
                None => format!("{cell} has the value {value}"),
            },
            Some(CellLayer::Numbers { .. }) | None => format!("{cell} is {value}"),
        },
        Place::Edge(edge) => {
            let side = match edge.cells(size) {
                [Some(before), Some(after)] => format!("{before} and {after}"),
                [None, Some(cell)] | [Some(cell), None] => format!("{cell} and the outside"),
                [None, None] => "two places outside".to_owned(),
            };
            match (form.edge_layer, value) {
                (Some(EdgeLayer::Borders), 0) => format!("{side} are in one block"),
                (Some(EdgeLayer::Borders), _) => format!("there is a border between {side}"),
                (Some(EdgeLayer::Outline), 0) => format!("no line runs between {side}"),
                (Some(EdgeLayer::Outline), _) => format!("a line runs between {side}"),
                (_, 0) => format!("no line joins {side}"),
                (_, 1) => format!("a line joins {side}"),
                (_, n) => format!("{n} lines join {side}"),
            }
        }
    }
}
