//! One value for each cell, or for each edge, of a board.

use std::ops::{Index, IndexMut};

use super::{Cell, Edge, Size};

/// One value for each cell of a board.
///
/// Indexed by [`Cell`].
///
/// # Example
///
/// ```
/// use gordian_puzzles::Cell;
/// use gordian_puzzles::board::{CellMap, Size};
///
/// let mut lights = CellMap::new(Size::new(2, 3), false);
/// lights[Cell::new(1, 2)] = true;
/// assert_eq!(lights.rows().nth(1), Some(&[false, false, true][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMap<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> CellMap<T> {
    /// Returns the map that has `value` in every cell.
    #[must_use]
    pub fn new(size: Size, value: T) -> Self
    where
        T: Clone,
    {
        Self { size, values: vec![value; size.n_cells()] }
    }

    /// Returns the map with these values, row by row; `None` if there is not one for each cell.
    #[must_use]
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.n_cells()).then_some(Self { size, values })
    }

    /// Returns the map with the value that `value` returns for each cell, which it gets row by row.
    #[must_use]
    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Self {
        Self { size, values: size.cells().map(value).collect() }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the value of a cell; `None` outside the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size.contains(cell).then(|| &self[cell])
    }

    /// Returns the values, row by row.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns the rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        // A board without columns has no cells, whatever the length of its chunks.
        self.values.chunks(self.size.columns.max(1))
    }

    /// Returns every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.values)
    }
}

impl<T> Index<Cell> for CellMap<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        assert!(self.size.contains(cell), "{cell} lies on the board");
        &self.values[cell.index(self.size.columns)]
    }
}

impl<T> IndexMut<Cell> for CellMap<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.size.contains(cell), "{cell} lies on the board");
        &mut self.values[cell.index(self.size.columns)]
    }
}

/// One value for each edge of a board, those of the outline included.
///
/// Indexed by [`Edge`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeMap<T> {
    size: Size,
    horizontal: CellMap<T>,
    vertical: CellMap<T>,
}

impl<T> EdgeMap<T> {
    /// Returns the map that has `value` on every edge.
    #[must_use]
    pub fn new(size: Size, value: T) -> Self
    where
        T: Clone,
    {
        let Size { rows, columns } = size;
        Self {
            size,
            horizontal: CellMap::new(Size::new(rows + 1, columns), value.clone()),
            vertical: CellMap::new(Size::new(rows, columns + 1), value),
        }
    }

    /// Returns every edge with its value, in the order of [`Size::edges`].
    pub fn iter(&self) -> impl Iterator<Item = (Edge, &T)> {
        self.size.edges().map(|edge| (edge, &self[edge]))
    }
}

impl<T> Index<Edge> for EdgeMap<T> {
    type Output = T;

    fn index(&self, edge: Edge) -> &T {
        match edge {
            Edge::Horizontal { row, column } => &self.horizontal[Cell::new(row, column)],
            Edge::Vertical { row, column } => &self.vertical[Cell::new(row, column)],
        }
    }
}

impl<T> IndexMut<Edge> for EdgeMap<T> {
    fn index_mut(&mut self, edge: Edge) -> &mut T {
        match edge {
            Edge::Horizontal { row, column } => &mut self.horizontal[Cell::new(row, column)],
            Edge::Vertical { row, column } => &mut self.vertical[Cell::new(row, column)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_and_every_edge_has_its_own_value() {
        let size = Size::new(3, 2);
        let mut cells = CellMap::new(size, 0);
        for (number, cell) in (1..).zip(size.cells()) {
            cells[cell] = number;
        }
        assert_eq!(cells.values(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(cells, CellMap::from_fn(size, |cell| 1 + cell.index(2)));
        assert_eq!(CellMap::from_values(size, (1..=6).collect()), Some(cells.clone()));
        assert_eq!(CellMap::from_values(size, vec![1; 5]), None);
        assert_eq!(cells.rows().collect::<Vec<_>>(), [[1, 2], [3, 4], [5, 6]]);
        assert_eq!(cells.get(Cell::new(2, 1)), Some(&6));
        assert_eq!(cells.get(Cell::new(0, 2)), None);
        assert_eq!(CellMap::new(Size::new(0, 0), 0).rows().count(), 0);

        let mut edges = EdgeMap::new(size, 0);
        for (number, edge) in (1..).zip(size.edges()) {
            edges[edge] = number;
        }
        assert!(edges.iter().map(|(_, &number)| number).eq(1..=17));
    }
}
