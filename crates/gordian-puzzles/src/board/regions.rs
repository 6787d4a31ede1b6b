//! Regions: the areas into which a board is divided.

use std::collections::BTreeMap;

use super::{Cell, CellMap, Edge, Size};

/// A division of a board into areas; cells may belong to none.
///
/// An area is a set of cells with the same label; it need not be connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    numbers: CellMap<Option<usize>>,
    areas: Vec<Vec<Cell>>,
}

impl Regions {
    /// Returns the areas of equal labels, numbered in the order in which they first appear.
    #[must_use]
    pub fn from_labels<L: Ord>(labels: &CellMap<Option<L>>) -> Self {
        let mut numbers = CellMap::new(labels.size(), None);
        let mut known: BTreeMap<&L, usize> = BTreeMap::new();
        let mut areas: Vec<Vec<Cell>> = Vec::new();
        for (cell, label) in labels.iter() {
            let Some(label) = label else { continue };
            let number = *known.entry(label).or_insert(areas.len());
            if number == areas.len() {
                areas.push(Vec::new());
            }
            numbers[cell] = Some(number);
            areas[number].push(cell);
        }
        Self { numbers, areas }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.numbers.size()
    }

    /// Returns the number of the area to which a cell belongs.
    #[must_use]
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers[cell]
    }

    /// Returns the cells of each area, row by row.
    #[must_use]
    pub fn areas(&self) -> &[Vec<Cell>] {
        &self.areas
    }

    /// Returns the edges between cells that do not belong to the same area; not those of the
    /// outline.
    pub fn borders(&self) -> impl Iterator<Item = Edge> {
        self.size().edges().filter(|edge| match edge.cells(self.size()) {
            [Some(before), Some(after)] => self.number(before) != self.number(after),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_numbered_by_their_first_cells() {
        let size = Size::new(2, 3);
        let labels = ['b', 'b', 'a', '.', 'c', 'a'].map(|c| Some(c).filter(|&c| c != '.'));
        let regions = Regions::from_labels(&CellMap::from_values(size, labels.to_vec()).unwrap());
        let numbers: Vec<Option<usize>> = size.cells().map(|cell| regions.number(cell)).collect();
        assert_eq!(numbers, [Some(0), Some(0), Some(1), None, Some(2), Some(1)]);
        assert_eq!(regions.areas()[1], [Cell::new(0, 2), Cell::new(1, 2)]);
        let borders = [
            Edge::Horizontal { row: 1, column: 0 },
            Edge::Horizontal { row: 1, column: 1 },
            Edge::Vertical { row: 0, column: 2 },
            Edge::Vertical { row: 1, column: 1 },
            Edge::Vertical { row: 1, column: 2 },
        ];
        assert!(regions.borders().eq(borders));
    }

    /// Cells without an area are separated from areas, but not from each other.
    #[test]
    fn holes_have_no_borders_between_them() {
        let labels = CellMap::from_values(Size::new(1, 3), vec![None, None, Some('a')]).unwrap();
        let borders = Regions::from_labels(&labels).borders().collect::<Vec<_>>();
        assert_eq!(borders, [Edge::Vertical { row: 0, column: 2 }]);
    }
}
