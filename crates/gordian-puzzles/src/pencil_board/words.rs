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
            let [Some(before), Some(after)] = edge.cells(size) else {
                // Only lines along the edges of cells are also on the outline.
                let line = if value == 0 { "no line runs" } else { "a line runs" };
                return format!("{line} along {}", edge.name(size));
            };
            let cells = format!("{before} and {after}");
            match (form.edge_layer, value) {
                (Some(EdgeLayer::Borders), 0) => format!("{cells} are in one block"),
                (Some(EdgeLayer::Borders), _) => format!("there is a border between {cells}"),
                (Some(EdgeLayer::Outline), 0) => format!("no line runs between {cells}"),
                (Some(EdgeLayer::Outline), _) => format!("a line runs between {cells}"),
                (_, 0) => format!("no line joins {cells}"),
                (_, 1) => format!("a line joins {cells}"),
                (_, n) => format!("{n} lines join {cells}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;

    #[test]
    fn lines_on_the_outline_are_told_by_their_side() {
        let form = Form { edge_layer: Some(EdgeLayer::Outline), ..Form::NONE };
        let sentence = |side, value| {
            let place = Place::Edge(Edge::of(Cell::new(0, 0), side));
            describe(&form, Size::new(2, 2), place, value)
        };
        assert_eq!(sentence(Direction::Up, 1), "a line runs along the top edge of r1c1");
        assert_eq!(sentence(Direction::Left, 0), "no line runs along the left edge of r1c1");
        assert_eq!(sentence(Direction::Down, 1), "a line runs between r1c1 and r2c1");
    }
}
