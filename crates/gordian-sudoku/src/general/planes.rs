//! Small grids: for each digit the set of cells that may hold it, as one machine word.
//!
//! ```text
//! 4×4, digit 1 left in the cells marked:    plane = 0b0100_0000_0010_1001 (cell 0 is bit 0)
//!     1 . . 1                               row 1 & plane = 0b0010: one place left, a hidden single
//!     . 1 . .
//!     . . . .
//!     . . 1 .
//! ```
//!
//! Cells with one digit left are found for all cells at once: what is in at least one plane and
//! not in two. Nothing besides the planes is kept up to date, so that a node is copied in a few
//! nanoseconds.

use super::bits::Bits;
use super::depth::{Choice, Space};
use super::tables::OVERLAPPING;
use crate::{Candidates, Layout};

/// The most rows whose cells fit into the widest word, 128 bits.
const MAX_SIZE: usize = 11;

/// The state space of small grids.
#[derive(Debug)]
pub(crate) struct Planes<W> {
    tables: Tables<W>,
    now: Node<W>,
}

/// A state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<W> {
    /// For each digit its cells; those from n on are empty.
    planes: [W; MAX_SIZE],
    /// Cells with one digit left, which was taken from the cells they see.
    fixed: W,
}

/// What the layout means for planes.
#[derive(Debug)]
struct Tables<W> {
    n: usize,
    n_cells: usize,
    /// All cells.
    all: W,
    /// For each cell those that share a house with it.
    peers: Vec<W>,
    /// The houses in which every digit must be.
    full: Vec<W>,
    /// For each of those and each other house with two or more cells in common: its cells outside
    /// the other, and the other's outside of it.
    overlaps: Vec<(W, W)>,
    /// Whether some house has more cells than there are digits.
    impossible: bool,
}

impl<W: Bits> Planes<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        let (n, n_cells) = (layout.n(), layout.n_cells());
        let set = |cells: &[usize]| cells.iter().fold(W::EMPTY, |set, &cell| set | W::one(cell));
        let houses: Vec<W> = layout.houses().iter().map(|house| set(&house.cells)).collect();
        let mut tables = Tables {
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
                tables.peers[cell] |= cells & !W::one(cell);
            }
            if house.cells.len() == n {
                tables.full.push(cells);
            }
        }
        let overlapping = &houses[..houses.len().min(OVERLAPPING)];
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
        let now = Node { planes: [W::EMPTY; MAX_SIZE], fixed: W::EMPTY };
        Self { tables, now }
    }
}

impl<W: Bits> Space for Planes<W> {
    type Saved = Node<W>;

    fn begin(&mut self, start: &Candidates) -> bool {
        self.now = Node { planes: [W::EMPTY; MAX_SIZE], fixed: W::EMPTY };
        for (cell, mask) in start.masks().iter().enumerate() {
            for (digit, plane) in self.now.planes[..self.tables.n].iter_mut().enumerate() {
                if mask >> digit & 1 == 1 {
                    *plane |= W::one(cell);
                }
            }
        }
        // No plane is full and needs to be looked at, so that all are looked at.
        let seen = [!W::EMPTY; MAX_SIZE];
        !self.tables.impossible && self.tables.conclude(&mut self.now, &seen, true)
    }

    fn is_solved(&self) -> bool {
        self.now.fixed == self.tables.all
    }

    fn mask(&self, cell: usize) -> u64 {
        let planes = self.now.planes[..self.tables.n].iter().enumerate();
        planes.fold(0, |mask, (digit, plane)| mask | u64::from(plane.has(cell)) << digit)
    }

    #[inline]
    fn choose(&self, hard: bool) -> Choice {
        self.tables.choose(&self.now, hard)
    }

    #[inline]
    fn take(&mut self, choice: Choice, hard: bool) -> bool {
        let seen = self.now.planes;
        let cell = W::one(choice.cell);
        for plane in &mut self.now.planes[..self.tables.n] {
            *plane &= !cell;
        }
        self.now.planes[choice.digit] |= cell;
        self.tables.conclude(&mut self.now, &seen, hard)
    }

    #[inline]
    fn refuse(&mut self, choice: Choice, hard: bool) -> bool {
        let seen = self.now.planes;
        self.now.planes[choice.digit] &= !W::one(choice.cell);
        self.tables.conclude(&mut self.now, &seen, hard)
    }

    #[inline]
    fn save(&mut self, _depth: usize) -> Node<W> {
        self.now
    }

    #[inline]
    fn restore(&mut self, saved: Node<W>) {
        self.now = saved;
    }

    fn candidates(&self, saved: &Node<W>) -> Candidates {
        let mut masks = vec![0; self.tables.n_cells];
        for (digit, plane) in saved.planes[..self.tables.n].iter().enumerate() {
            for cell in plane.each() {
                masks[cell] |= 1 << digit;
            }
        }
        Candidates::from_masks(masks)
    }

    fn solution(&self, digits: &mut [u8]) {
        for (digit, plane) in (1..).zip(&self.now.planes[..self.tables.n]) {
            for cell in plane.each() {
                digits[cell] = digit;
            }
        }
    }
}

impl<W: Bits> Tables<W> {
    /// Draws conclusions until there are no more; false if there is a contradiction. Planes that
    /// are as in `seen` hold no hidden singles and no locked candidates.
    fn conclude(&self, node: &mut Node<W>, seen: &[W; MAX_SIZE], hard: bool) -> bool {
        let (mut seen_singles, mut seen_locked) = (*seen, *seen);
        loop {
            if !self.naked_singles(node) {
                return false;
            }
            if node.fixed == self.all {
                return true;
            }
            let Some(mut changed) = self.hidden_singles(node, &mut seen_singles) else {
                return false;
            };
            if !changed && hard {
                changed = self.locked(node, &mut seen_locked);
            }
            if !changed {
                return true;
            }
        }
    }

    /// Takes the digits of decided cells from their peers, until no cell is newly decided.
    #[inline]
    fn naked_singles(&self, node: &mut Node<W>) -> bool {
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
                // Two new cells that see each other lose the digit both, and the next round finds
                // a cell without digits.
                let mut gone = W::EMPTY;
                for cell in (*plane & new).each() {
                    gone |= self.peers[cell];
                }
                *plane &= !gone;
            }
        }
    }

    /// Decides digits that have one place left in a house; returns whether there were any, or
    /// `None` if a digit has no place.
    #[inline]
    fn hidden_singles(&self, node: &mut Node<W>, seen: &mut [W; MAX_SIZE]) -> Option<bool> {
        let mut changed = false;
        let planes = &mut node.planes[..self.n];
        for digit in 0..planes.len() {
            let plane = planes[digit];
            if plane == seen[digit] {
                continue;
            }
            seen[digit] = plane;
            // Without branches: nobody can foretell which house has one place left.
            let (mut hidden, mut homeless) = (W::EMPTY, false);
            for &house in &self.full {
                let places = plane & house;
                homeless |= places.is_empty();
                hidden |= if places.at_most_one() { places } else { W::EMPTY };
            }
            if homeless {
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

    /// Takes a digit from the cells of a house if it must be in the cells that the house has in
    /// common with another; returns whether there were any.
    fn locked(&self, node: &mut Node<W>, seen: &mut [W; MAX_SIZE]) -> bool {
        let mut changed = false;
        for (plane, seen) in node.planes[..self.n].iter_mut().zip(seen) {
            if plane == seen {
                continue;
            }
            *seen = *plane;
            // Without branches, like hidden singles.
            let mut gone = W::EMPTY;
            for &(mine_alone, other_alone) in &self.overlaps {
                let locked = (*plane & mine_alone).is_empty();
                gone |= if locked { other_alone } else { W::EMPTY };
            }
            changed |= !(*plane & gone).is_empty();
            *plane &= !gone;
        }
        changed
    }

    /// Chooses a cell with two digits, else a digit with two places, else a cell with few digits.
    /// Among the first, a hard search takes the one that sees most of its like: on the other side
    /// of that choice most will be decided too.
    fn choose(&self, node: &Node<W>, hard: bool) -> Choice {
        let planes = &node.planes[..self.n];
        let (mut once, mut twice, mut thrice) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for &plane in planes {
            thrice |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        let pairs = twice & !thrice;
        let digit_in = |cell: usize| planes.iter().position(|plane| plane.has(cell));
        if !pairs.is_empty() {
            let cell = if hard {
                let like = |cell: &usize| (self.peers[*cell] & pairs).len();
                pairs
                    .each()
                    .map(|cell| (like(&cell), std::cmp::Reverse(cell)))
                    .max()
                    .map_or(0, |(_, cell)| cell.0)
            } else {
                pairs.first()
            };
            return Choice { cell, digit: digit_in(cell).expect("an open cell has digits") };
        }
        for (digit, &plane) in planes.iter().enumerate() {
            for &house in &self.full {
                let second = (plane & house).without_first();
                if second.at_most_one() && !second.is_empty() {
                    return Choice { cell: second.first(), digit };
                }
            }
        }
        let size = |cell: &usize| planes.iter().filter(|plane| plane.has(*cell)).count();
        let open = self.all & !node.fixed;
        let cell = open.each().min_by_key(size).expect("an unsolved grid has open cells");
        Choice { cell, digit: digit_in(cell).expect("an open cell has digits") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_do_not_grow_with_the_square_of_many_groups() {
        // Each group is a window that lies across boxes, at one of 49 places.
        let group = |number: usize| {
            let (top, left) = (number / 7 % 7, number % 7);
            (0..9).map(|i| 9 * (top + i / 3) + left + i % 3).collect::<Vec<_>>()
        };
        let overlaps = |n_groups| {
            let groups = (0..n_groups).map(|number| (format!("group {number}"), group(number)));
            let layout = Layout::classic().with_groups(groups).expect("cells of the grid");
            Planes::<u128>::new(&layout).tables.overlaps.len()
        };
        let n = overlaps(OVERLAPPING - 27);
        assert_eq!(overlaps(2 * OVERLAPPING), n);
        assert!(overlaps(10) < n, "{n}");
    }
}
