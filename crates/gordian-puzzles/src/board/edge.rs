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
