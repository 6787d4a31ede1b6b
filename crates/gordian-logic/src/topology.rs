//! The houses of a layout as sets of cells.

use gordian_grid::{HouseKind, Layout};

use crate::cells::Cells;

/// The houses, peers and intersections of a layout. Houses have the numbers of the layout: rows
/// first, then columns, regions, diagonals and groups.
#[derive(Debug)]
pub(crate) struct Topology<const W: usize> {
    pub(crate) layout: Layout,
    /// Number of rows, columns and digits.
    pub(crate) n: usize,
    pub(crate) n_cells: usize,
    pub(crate) all: Cells<W>,
    pub(crate) houses: Vec<House<W>>,
    /// The numbers of the houses of each cell, in order.
    pub(crate) houses_of: Vec<Vec<usize>>,
    /// The peers of each cell: the other cells of its houses.
    pub(crate) peers: Vec<Cells<W>>,
    /// The intersections of two houses with more than one cell, each once, in order.
    pub(crate) intersections: Vec<Cells<W>>,
}

/// A house.
#[derive(Debug)]
pub(crate) struct House<const W: usize> {
    pub(crate) kind: HouseKind,
    pub(crate) cells: Cells<W>,
    /// Whether the house has as many cells as there are digits, so that it contains every digit.
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
        let intersections = intersections(&houses);
        let all = (0..n_cells).collect();
        Self { layout: layout.clone(), n, n_cells, all, houses, houses_of, peers, intersections }
    }

    /// Returns the cells that see every cell of `cells`.
    #[inline]
    pub(crate) fn seen_by_all(&self, cells: Cells<W>) -> Cells<W> {
        let mut each = cells.iter();
        let Some(first) = each.next() else { return Cells::EMPTY };
        each.fold(self.peers[first], |seen, cell| seen & self.peers[cell])
    }

    /// Returns the numbers of the houses that contain all of `cells`, in order.
    pub(crate) fn houses_containing(&self, cells: Cells<W>) -> impl Iterator<Item = usize> + '_ {
        let first = cells.first();
        let numbers = first.map_or(&[][..], |first| &self.houses_of[first]);
        numbers.iter().copied().filter(move |&house| cells.is_subset_of(&self.houses[house].cells))
    }

    /// Returns the numbers of the houses of a kind.
    pub(crate) fn houses_of_kind(&self, kind: HouseKind) -> impl Iterator<Item = usize> + '_ {
        (0..self.houses.len()).filter(move |&house| self.houses[house].kind == kind)
    }
}

/// Returns the intersections of two houses with more than one cell.
fn intersections<const W: usize>(houses: &[House<W>]) -> Vec<Cells<W>> {
    let mut all = Vec::new();
    for (number, one) in houses.iter().enumerate() {
        let rest = houses[number + 1..].iter().map(|other| one.cells & other.cells);
        all.extend(rest.filter(|cells| cells.len() > 1));
    }
    all.sort_unstable();
    all.dedup();
    all
}
