//! The houses of a layout, as sets of cells.

use gordian_sudoku::{HouseKind, Layout};

use crate::cells::Cells;

/// What a layout means for techniques. Houses keep the numbers they have in the layout: rows
/// first, then columns, regions, diagonals and groups.
#[derive(Debug)]
pub(crate) struct Topology<const W: usize> {
    pub(crate) layout: Layout,
    /// Number of rows, columns and digits.
    pub(crate) n: usize,
    pub(crate) n_cells: usize,
    pub(crate) all: Cells<W>,
    pub(crate) houses: Vec<House<W>>,
    /// For each cell the numbers of its houses, in order.
    pub(crate) houses_of: Vec<Vec<usize>>,
    /// For each cell those that share a house with it.
    pub(crate) peers: Vec<Cells<W>>,
    /// What two houses have in common where that is more than one cell, each once, in order.
    pub(crate) crossings: Vec<Cells<W>>,
}

/// A house.
#[derive(Debug)]
pub(crate) struct House<const W: usize> {
    pub(crate) kind: HouseKind,
    pub(crate) cells: Cells<W>,
    /// Whether every digit must be in it: it has as many cells as there are digits.
    pub(crate) full: bool,
}

impl<const W: usize> Topology<W> {
    pub(crate) fn new(layout: &Layout) -> Self {
        let (n, n_cells) = (layout.n(), layout.n_cells());
        let mut houses_of = vec![Vec::new(); n_cells];
        let mut peers = vec![Cells::EMPTY; n_cells];
        let mut houses = Vec::with_capacity(layout.houses().len());
        for (number, house) in layout.houses().iter().enumerate() {
            let cells: Cells<W> = house.cells.iter().copied().collect();
            for &cell in &house.cells {
                houses_of[cell].push(number);
                peers[cell] |= cells - Cells::one(cell);
            }
            houses.push(House { kind: house.kind, cells, full: house.cells.len() == n });
        }
        let crossings = crossings(&houses);
        let all = (0..n_cells).collect();
        Self { layout: layout.clone(), n, n_cells, all, houses, houses_of, peers, crossings }
    }

    /// Returns the cells that see every cell of `cells`.
    #[inline]
    pub(crate) fn seen_by_all(&self, cells: Cells<W>) -> Cells<W> {
        let mut each = cells.each();
        let Some(first) = each.next() else { return Cells::EMPTY };
        each.fold(self.peers[first], |seen, cell| seen & self.peers[cell])
    }

    /// Returns the numbers of the houses that hold all of `cells`, in order.
    pub(crate) fn houses_with(&self, cells: Cells<W>) -> impl Iterator<Item = usize> + '_ {
        let first = cells.first();
        let numbers = first.map_or(&[][..], |first| &self.houses_of[first]);
        numbers.iter().copied().filter(move |&house| cells.is_within(&self.houses[house].cells))
    }

    /// Returns the numbers of the houses of a kind.
    pub(crate) fn of_kind(&self, kind: HouseKind) -> impl Iterator<Item = usize> + '_ {
        (0..self.houses.len()).filter(move |&house| self.houses[house].kind == kind)
    }
}

/// Returns what two houses have in common where that is more than one cell.
fn crossings<const W: usize>(houses: &[House<W>]) -> Vec<Cells<W>> {
    let mut all = Vec::new();
    for (number, one) in houses.iter().enumerate() {
        let rest = houses[number + 1..].iter().map(|other| one.cells & other.cells);
        all.extend(rest.filter(|cells| cells.len() > 1));
    }
    all.sort_unstable();
    all.dedup();
    all
}
