//! The edges between cells, and the vertices at which they end.

use super::{Cell, Direction, Size};

/// An edge of a cell: between two cells, or on the outline of the board.
///
/// ```text
///  (0,0)─ horizontal (0,0) ─(0,1)      vertices have a row and a column
///    │                        │
/// vertical    cell (0,0)   vertical
///  (0,0)                    (0,1)
///    │                        │
///  (1,0)─ horizontal (1,0) ─(1,1)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The edge above the cell (row, column); in the last row, 1 more than the rows of cells, the
    /// edge below the last cell.
    Horizontal {
        /// 0 to the number of rows.
        row: usize,
        /// 0 to the number of columns, exclusive.
        column: usize,
    },
    /// The edge left of the cell (row, column); in the last column, the edge right of the last
    /// cell.
    Vertical {
        /// 0 to the number of rows, exclusive.
        row: usize,
        /// 0 to the number of columns.
        column: usize,
    },
}

impl Edge {
    /// Returns the edge of `cell` on one of its sides.
    #[must_use]
    pub fn of(cell: Cell, side: Direction) -> Self {
        let Cell { row, column } = cell;
        match side {
            Direction::Up => Self::Horizontal { row, column },
            Direction::Right => Self::Vertical { row, column: column + 1 },
            Direction::Down => Self::Horizontal { row: row + 1, column },
            Direction::Left => Self::Vertical { row, column },
        }
    }

    /// Returns the cells on both sides, above or left first; `None` outside the board.
    #[must_use]
    pub fn cells(self, size: Size) -> [Option<Cell>; 2] {
        let (before, after) = match self {
            Self::Horizontal { row, column } => {
                (row.checked_sub(1).map(|row| Cell::new(row, column)), Cell::new(row, column))
            }
            Self::Vertical { row, column } => {
                (column.checked_sub(1).map(|column| Cell::new(row, column)), Cell::new(row, column))
            }
        };
        [before, Some(after).filter(|&cell| size.contains(cell))]
    }

    /// Returns whether the edge lies on the outline of the board.
    #[must_use]
    pub fn is_outer(self, size: Size) -> bool {
        self.cells(size).contains(&None)
    }

    /// Returns words for the edge: `the edge between r1c1 and r1c2`, or `the top edge of r1c1` on
    /// the outline, where a cell at a corner has several edges.
    #[must_use]
    pub fn name(self, size: Size) -> String {
        let is_horizontal = matches!(self, Self::Horizontal { .. });
        match (self.cells(size), is_horizontal) {
            ([Some(before), Some(after)], _) => format!("the edge between {before} and {after}"),
            ([None, Some(cell)], true) => format!("the top edge of {cell}"),
            ([Some(cell), None], true) => format!("the bottom edge of {cell}"),
            ([None, Some(cell)], false) => format!("the left edge of {cell}"),
            ([Some(cell), None], false) => format!("the right edge of {cell}"),
            ([None, None], _) => "an edge outside the board".to_owned(),
        }
    }

    /// Returns the vertices at both ends, the upper or left one first.
    #[must_use]
    pub fn ends(self) -> [Vertex; 2] {
        match self {
            Self::Horizontal { row, column } => {
                [Vertex { row, column }, Vertex { row, column: column + 1 }]
            }
            Self::Vertical { row, column } => {
                [Vertex { row, column }, Vertex { row: row + 1, column }]
            }
        }
    }
}

/// A corner of cells: row and column are counted from 0 at the top left of the board, up to and
/// including the number of rows and of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    /// 0 to the number of rows.
    pub row: usize,
    /// 0 to the number of columns.
    pub column: usize,
}

impl Vertex {
    /// Returns words for the vertex, such as `the upper left corner of r2c3`: the cell below and to
    /// the right of it if there is one.
    #[must_use]
    pub fn name(self, size: Size) -> String {
        let side = |at: usize, n: usize, before: &'static str, after: &'static str| {
            if at < n { (at, before) } else { (at.saturating_sub(1), after) }
        };
        let (row, vertical) = side(self.row, size.rows, "upper", "lower");
        let (column, horizontal) = side(self.column, size.columns, "left", "right");
        format!("the {vertical} {horizontal} corner of {}", Cell::new(row, column))
    }

    /// Returns the edges that end here, in the order of [`Direction::ALL`]; `None` outside the
    /// board.
    #[must_use]
    pub fn edges(self, size: Size) -> [Option<Edge>; 4] {
        let Self { row, column } = self;
        [
            row.checked_sub(1).map(|row| Edge::Vertical { row, column }),
            (column < size.columns).then_some(Edge::Horizontal { row, column }),
            (row < size.rows).then_some(Edge::Vertical { row, column }),
            column.checked_sub(1).map(|column| Edge::Horizontal { row, column }),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_has_a_name_of_its_own() {
        for size in [Size::new(1, 1), Size::new(1, 3), Size::new(3, 2)] {
            let mut names: Vec<String> = size.edges().map(|edge| edge.name(size)).collect();
            let n = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), n, "{size:?}");
        }
        let (size, corner) = (Size::new(2, 2), Cell::new(0, 0));
        let names = Direction::ALL.map(|side| Edge::of(corner, side).name(size));
        let expected = [
            "the top edge of r1c1",
            "the edge between r1c1 and r1c2",
            "the edge between r1c1 and r2c1",
            "the left edge of r1c1",
        ];
        assert_eq!(names, expected);
        let corner = Cell::new(1, 1);
        let names = [Direction::Right, Direction::Down].map(|side| Edge::of(corner, side));
        let names = names.map(|edge| edge.name(size));
        assert_eq!(names, ["the right edge of r2c2", "the bottom edge of r2c2"]);
    }
}
