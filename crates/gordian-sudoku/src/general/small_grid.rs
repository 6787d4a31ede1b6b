//! Small grids: for each digit the set of its candidate cells, as one machine word.
//!
//! ```text
//! 4×4, the candidates 1 are marked:         plane = 0b0100_0000_0010_1001 (cell 0 is bit 0)
//!     1 . . 1                               row 1 & plane: one place left, a hidden single
//!     . 1 . .
//!     . . . .
//!     . . 1 .
//! ```
//!
//! Naked singles are found for all cells at once: cells in at least one plane and not in two. Only
//! the planes are maintained, so that a node is copied in a few nanoseconds.

use gordian_grid::{Candidates, Layout};

use super::bits::Bits;
use super::depth_first::{Candidate, StateSpace};
use super::tables::MAX_OVERLAP_HOUSES;

/// The largest number of rows whose cells fit into the widest word, 128 bits.
const MAX_SIZE: usize = 11;

/// The state space of small grids.
#[derive(Debug)]
pub(crate) struct SmallGrid<W> {
    tables: PlaneTables<W>,
    state: PlaneState<W>,
}

/// A state of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneState<W> {
    /// For each digit its candidate cells; planes from n on are empty.
    planes: [W; MAX_SIZE],
    /// Decided cells whose digit has been removed from their peers.
    fixed: W,
}

/// Tables derived from the layout.
#[derive(Debug)]
struct PlaneTables<W> {
    n: usize,
    n_cells: usize,
    /// All cells.
    all: W,
    /// For each cell its peers.
    peers: Vec<W>,
    /// The houses of n cells, in which every digit must occur.
    full: Vec<W>,
    /// For each of those and each other house with two or more common cells: its cells outside the
    /// other house, and the cells of the other house outside it.
    overlaps: Vec<(W, W)>,
    /// Whether some house has more cells than there are digits.
    impossible: bool,
}

impl<W: Bits> SmallGrid<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        let (n, n_cells) = (layout.n(), layout.n_cells());
        let set =
            |cells: &[usize]| cells.iter().fold(W::EMPTY, |set, &cell| set | W::singleton(cell));
        let houses: Vec<W> = layout.houses().iter().map(|house| set(&house.cells)).collect();
        let mut tables = PlaneTables {
            n,
            n_cells,
            all: houses[..n].iter().fold(W::EMPTY, |all, row| all | *row),
            peers: vec![W::EMPTY; n_cells],
            full: Vec::new(),
            overlaps: Vec::new(),
            impossible: layout.houses().iter().any(|house| house.cells.len() > n),
        };
        for (house, &cells) in layout.houses().iter().zip(&houses) {
            for &cell in &house.cells {
                tables.peers[cell] |= cells & !W::singleton(cell);
            }
            if house.cells.len() == n {
                tables.full.push(cells);
            }
        }
        let overlapping = &houses[..houses.len().min(MAX_OVERLAP_HOUSES)];
        for (house, &cells) in layout.houses().iter().zip(overlapping) {
            if house.cells.len() == n {
                for &other in overlapping {
                    let common = cells & other;
                    if !common.at_most_one() && !(other & !common).is_empty() {
                        tables.overlaps.push((cells & !common, other & !common));
                    }
                }
            }
        }
        let now = PlaneState { planes: [W::EMPTY; MAX_SIZE], fixed: W::EMPTY };
        Self { tables, state: now }
    }
}

impl<W: Bits> StateSpace for SmallGrid<W> {
    type Snapshot = PlaneState<W>;

    fn reset(&mut self, start: &Candidates) -> bool {
        self.state = PlaneState { planes: [W::EMPTY; MAX_SIZE], fixed: W::EMPTY };
        for (cell, mask) in start.masks().iter().enumerate() {
            for (digit, plane) in self.state.planes[..self.tables.n].iter_mut().enumerate() {
                if mask >> digit & 1 == 1 {
                    *plane |= W::singleton(cell);
                }
            }
        }
        // No plane has all bits set, so every plane counts as changed.
        let processed = [!W::EMPTY; MAX_SIZE];
        !self.tables.impossible && self.tables.propagate(&mut self.state, &processed, true)
    }

    fn is_solved(&self) -> bool {
        self.state.fixed == self.tables.all
    }

    fn mask(&self, cell: usize) -> u64 {
        let planes = self.state.planes[..self.tables.n].iter().enumerate();
        planes.fold(0, |mask, (digit, plane)| mask | u64::from(plane.contains(cell)) << digit)
    }

    #[inline]
    fn choose(&self, hard: bool) -> Candidate {
        self.tables.choose(&self.state, hard)
    }

    #[inline]
    fn assign(&mut self, candidate: Candidate, hard: bool) -> bool {
        let processed = self.state.planes;
        let cell = W::singleton(candidate.cell);
        for plane in &mut self.state.planes[..self.tables.n] {
            *plane &= !cell;
        }
        self.state.planes[candidate.digit] |= cell;
        self.tables.propagate(&mut self.state, &processed, hard)
    }

    #[inline]
    fn exclude(&mut self, candidate: Candidate, hard: bool) -> bool {
        let processed = self.state.planes;
        self.state.planes[candidate.digit] &= !W::singleton(candidate.cell);
        self.tables.propagate(&mut self.state, &processed, hard)
    }

    #[inline]
    fn save(&mut self, _depth: usize) -> PlaneState<W> {
        self.state
    }

    #[inline]
    fn restore(&mut self, saved: PlaneState<W>) {
        self.state = saved;
    }

    fn candidates(&self, saved: &PlaneState<W>) -> Candidates {
        let mut masks = vec![0; self.tables.n_cells];
        for (digit, plane) in saved.planes[..self.tables.n].iter().enumerate() {
            for cell in plane.iter() {
                masks[cell] |= 1 << digit;
            }
        }
        Candidates::from_masks(masks)
    }

    fn solution(&self, digits: &mut [u8]) {
        for (digit, plane) in (1..).zip(&self.state.planes[..self.tables.n]) {
            for cell in plane.iter() {
                digits[cell] = digit;
            }
        }
    }
}

impl<W: Bits> PlaneTables<W> {
    /// Propagates to a fixed point; returns false on a contradiction. Planes equal to those in
    /// `seen` have no new hidden singles or locked candidates.
    fn propagate(&self, node: &mut PlaneState<W>, processed: &[W; MAX_SIZE], hard: bool) -> bool {
        let (mut processed_singles, mut processed_locked) = (*processed, *processed);
        loop {
            if !self.naked_singles(node) {
                return false;
            }
            if node.fixed == self.all {
                return true;
            }
            let Some(mut changed) = self.hidden_singles(node, &mut processed_singles) else {
                return false;
            };
            if !changed && hard {
                changed = self.locked_candidates(node, &mut processed_locked);
            }
            if !changed {
                return true;
            }
        }
    }

    /// Removes the digits of decided cells from their peers until no cell is newly decided.
    #[inline]
    fn naked_singles(&self, node: &mut PlaneState<W>) -> bool {
        let planes = &mut node.planes[..self.n];
        loop {
            let (mut once, mut twice) = (W::EMPTY, W::EMPTY);
            for &plane in planes.iter() {
                twice |= once & plane;
                once |= plane;
            }
            if once != self.all {
                return false;
            }
            let new = once & !(twice | node.fixed);
            if new.is_empty() {
                return true;
            }
            node.fixed |= new;
            for plane in planes.iter_mut() {
                // Two new peers with the same digit both lose it, and the next round finds a cell
                // without candidates.
                let mut removed = W::EMPTY;
                for cell in (*plane & new).iter() {
                    removed |= self.peers[cell];
                }
                *plane &= !removed;
            }
        }
    }

    /// Decides digits with one place left in a house. Returns whether there were any, or `None` if
    /// a digit has no place.
    #[inline]
    fn hidden_singles(
        &self,
        node: &mut PlaneState<W>,
        processed: &mut [W; MAX_SIZE],
    ) -> Option<bool> {
        let mut changed = false;
        let planes = &mut node.planes[..self.n];
        for digit in 0..planes.len() {
            let plane = planes[digit];
            if plane == processed[digit] {
                continue;
            }
            processed[digit] = plane;
            // Without branches, because they would be unpredictable.
            let (mut hidden, mut has_unplaceable_digit) = (W::EMPTY, false);
            for &house in &self.full {
                let places = plane & house;
                has_unplaceable_digit |= places.is_empty();
                hidden |= if places.at_most_one() { places } else { W::EMPTY };
            }
            if has_unplaceable_digit {
                return None;
            }
            hidden &= !node.fixed;
            if !hidden.is_empty() {
                changed = true;
                for plane in planes.iter_mut() {
                    *plane &= !hidden;
                }
                planes[digit] = plane;
            }
        }
        Some(changed)
    }

    /// Removes a digit from the cells of a house if it must be in the cells that the house has in
    /// common with another one; returns whether anything was removed.
    fn locked_candidates(&self, node: &mut PlaneState<W>, processed: &mut [W; MAX_SIZE]) -> bool {
        let mut changed = false;
        for (plane, processed) in node.planes[..self.n].iter_mut().zip(processed) {
            if plane == processed {
                continue;
            }
            *processed = *plane;
            // Without branches, like hidden singles.
            let mut removed = W::EMPTY;
            for &(mine_alone, other_alone) in &self.overlaps {
                let locked = (*plane & mine_alone).is_empty();
                removed |= if locked { other_alone } else { W::EMPTY };
            }
            changed |= !(*plane & removed).is_empty();
            *plane &= !removed;
        }
        changed
    }

    /// Returns the candidate to branch on: in a bivalue cell, else a digit with two places in a
    /// house, else in a cell with the fewest candidates. A hard search takes the bivalue cell with
    /// the most bivalue peers, because deciding it decides most of them.
    fn choose(&self, node: &PlaneState<W>, hard: bool) -> Candidate {
        let planes = &node.planes[..self.n];
        let (mut once, mut twice, mut thrice) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for &plane in planes {
            thrice |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        let pairs = twice & !thrice;
        let digit_in = |cell: usize| planes.iter().position(|plane| plane.contains(cell));
        if !pairs.is_empty() {
            let cell = if hard {
                let like = |cell: &usize| (self.peers[*cell] & pairs).len();
                pairs
                    .iter()
                    .map(|cell| (like(&cell), std::cmp::Reverse(cell)))
                    .max()
                    .map_or(0, |(_, cell)| cell.0)
            } else {
                pairs.first()
            };
            return Candidate { cell, digit: digit_in(cell).expect("an open cell has digits") };
        }
        for (digit, &plane) in planes.iter().enumerate() {
            for &house in &self.full {
                let second = (plane & house).without_first();
                if second.at_most_one() && !second.is_empty() {
                    return Candidate { cell: second.first(), digit };
                }
            }
        }
        let size = |cell: &usize| planes.iter().filter(|plane| plane.contains(*cell)).count();
        let open = self.all & !node.fixed;
        let cell = open.iter().min_by_key(size).expect("an unsolved grid has open cells");
        Candidate { cell, digit: digit_in(cell).expect("an open cell has digits") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_do_not_grow_with_the_square_of_many_groups() {
        // Each group is a 3×3 window at one of 49 positions.
        let group = |number: usize| {
            let (top, left) = (number / 7 % 7, number % 7);
            (0..9).map(|i| 9 * (top + i / 3) + left + i % 3).collect::<Vec<_>>()
        };
        let overlaps = |n_groups| {
            let groups = (0..n_groups).map(|number| (format!("group {number}"), group(number)));
            let layout = Layout::classic().with_groups(groups).expect("cells of the grid");
            SmallGrid::<u128>::new(&layout).tables.overlaps.len()
        };
        let n = overlaps(MAX_OVERLAP_HOUSES - 27);
        assert_eq!(overlaps(2 * MAX_OVERLAP_HOUSES), n);
        assert!(overlaps(10) < n, "{n}");
    }
}
