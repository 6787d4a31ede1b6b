//! The size of a rectangular board, with its cells, edges and vertices.

use std::fmt;

use super::cell::count_noun;
use super::{Cell, Direction, Edge, Vertex};

/// The size of a rectangular board.
///
/// # Example
///
/// ```
/// use gordian_puzzles::Cell;
/// use gordian_puzzles::board::{Direction, Size};
///
/// let size = Size::new(2, 3);
/// assert_eq!(size.cells().count(), 6);
/// assert_eq!(size.neighbour(Cell::new(0, 0), Direction::Down), Some(Cell::new(1, 0)));
/// assert_eq!(size.neighbour(Cell::new(0, 0), Direction::Up), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Size {
    /// The largest number of rows and of columns of a pencil puzzle that is read from a file or a
    /// link.
    pub const MAX_SIDE: usize = 250;

    /// Returns the size with this number of rows and of columns.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn n_cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns every cell, row by row.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.n_cells()).map(move |index| Cell::of_index(index, self.columns))
    }

    /// Returns whether `cell` lies on the board.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns the cell that shares an edge with `cell` in a direction; `None` at the border of the
    /// board.
    #[must_use]
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let Cell { row, column } = cell;
        let next = match direction {
            Direction::Up => Cell::new(row.checked_sub(1)?, column),
            Direction::Right => Cell::new(row, column + 1),
            Direction::Down => Cell::new(row + 1, column),
            Direction::Left => Cell::new(row, column.checked_sub(1)?),
        };
        self.contains(next).then_some(next)
    }

    /// Returns the two to four cells that share an edge with `cell`, in the order of
    /// [`Direction::ALL`].
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// Returns the cells from `cell` (not included) to the border of the board, nearest first.
    pub fn ray(self, cell: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.neighbour(cell, direction), move |&cell| {
            self.neighbour(cell, direction)
        })
    }

    /// Returns every edge: the horizontal ones row by row, then the vertical ones row by row.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        let Self { rows, columns } = self;
        let horizontal = Size::new(rows + 1, columns).cells();
        let vertical = Size::new(rows, columns + 1).cells();
        horizontal
            .map(|Cell { row, column }| Edge::Horizontal { row, column })
            .chain(vertical.map(|Cell { row, column }| Edge::Vertical { row, column }))
    }

    /// Returns every vertex, row by row: (rows + 1) · (columns + 1) points, those of the outline
    /// included.
    pub fn vertices(self) -> impl Iterator<Item = Vertex> {
        let points = Size::new(self.rows + 1, self.columns + 1).cells();
        points.map(|Cell { row, column }| Vertex { row, column })
    }
}

impl fmt::Display for Size {
    /// Writes the size in the form `2 rows and 3 columns`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", count_noun(self.rows, "row"), count_noun(self.columns, "column"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_rays_end_at_the_border() {
        let size = Size::new(2, 3);
        let check = |cell: Cell, expected: &[(usize, usize)]| {
            let expected: Vec<Cell> = expected.iter().map(|&(r, c)| Cell::new(r, c)).collect();
            assert_eq!(size.neighbours(cell).collect::<Vec<_>>(), expected, "{cell}");
        };
        check(Cell::new(0, 0), &[(0, 1), (1, 0)]);
        check(Cell::new(1, 1), &[(0, 1), (1, 2), (1, 0)]);
        let ray = |cell, direction| size.ray(cell, direction).collect::<Vec<_>>();
        assert_eq!(ray(Cell::new(0, 0), Direction::Right), [Cell::new(0, 1), Cell::new(0, 2)]);
        assert_eq!(ray(Cell::new(1, 2), Direction::Left), [Cell::new(1, 1), Cell::new(1, 0)]);
        assert_eq!(ray(Cell::new(0, 2), Direction::Up), []);
        assert_eq!(Size::new(1, 1).neighbours(Cell::new(0, 0)).count(), 0);
    }

    /// Each cell has four edges, each edge one or two cells, and each of the four edges at a vertex
    /// ends there.
    #[test]
    fn cells_edges_and_vertices_are_consistent() {
        for size in [Size::new(1, 1), Size::new(2, 3), Size::new(4, 1)] {
            let Size { rows, columns } = size;
            assert_eq!(size.edges().count(), (rows + 1) * columns + rows * (columns + 1));
            assert_eq!(size.vertices().count(), (rows + 1) * (columns + 1));
            for edge in size.edges() {
                let cells: Vec<Cell> = edge.cells(size).into_iter().flatten().collect();
                assert_eq!(cells.len(), if edge.is_outer(size) { 1 } else { 2 }, "{edge:?}");
                for &cell in &cells {
                    let sides = Direction::ALL.map(|direction| Edge::of(cell, direction));
                    assert_eq!(sides.iter().filter(|&&side| side == edge).count(), 1);
                }
            }
            for cell in size.cells() {
                for direction in Direction::ALL {
                    let [before, after] = Edge::of(cell, direction).cells(size);
                    let others = [before, after].into_iter().flatten().filter(|&c| c != cell);
                    assert_eq!(
                        others.collect::<Vec<_>>(),
                        Vec::from_iter(size.neighbour(cell, direction))
                    );
                }
            }
            let ends = size.vertices().flat_map(|vertex| vertex.edges(size)).flatten().count();
            assert_eq!(ends, 2 * size.edges().count());
            for vertex in size.vertices() {
                for edge in vertex.edges(size).into_iter().flatten() {
                    assert!(edge.ends().contains(&vertex), "{vertex:?} {edge:?}");
                }
            }
        }
    }
}
