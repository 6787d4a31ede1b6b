//! Almost locked sets: cells of one house with one candidate more than cells.
//!
//! ```text
//! row 5:   {2 7}  {2 7 8}  .  .  .        two cells, three digits: without 8 they hold 2 and 7,
//!                                         without 2 they hold 7 and 8
//! ```
//!
//! Take one of its digits away and the others are locked in it. A cell with two candidates is the
//! smallest. Two sets without a common cell have a *restricted common* digit if each place of the
//! digit in one sees each place in the other: then at most one of both sets holds it.

use crate::board::{Board, bit, digits};
use crate::cells::Cells;

/// Sets of more cells are not looked for in grids with more than nine digits: their number would
/// grow beyond all bounds, and nobody sees them.
const MAX_CELLS_IN_LARGE_GRIDS: usize = 4;
/// So many sets are kept at most, the smallest ones; the usual grid never has as many.
const MAX_SETS: usize = 8192;

/// An almost locked set.
#[derive(Debug)]
pub(crate) struct Als<const W: usize> {
    pub(crate) cells: Cells<W>,
    /// Its candidates, one more than cells: digit d is bit d − 1.
    pub(crate) digits: u64,
    /// What holds for each of its digits, in order.
    pub(crate) parts: Vec<Part<W>>,
}

/// A digit of an almost locked set.
#[derive(Debug)]
pub(crate) struct Part<const W: usize> {
    pub(crate) digit: u8,
    /// The cells of the set that may hold the digit; at least one.
    pub(crate) places: Cells<W>,
    /// The cells that see all of these; none of the set that may hold the digit is among them.
    pub(crate) seen: Cells<W>,
}

impl<const W: usize> Als<W> {
    fn new(board: &Board<W>, cells: Cells<W>, mask: u64) -> Self {
        let parts = digits(mask).map(|digit| {
            let places = board.places(digit) & cells;
            Part { digit, places, seen: board.topology.seen_by_all(places) }
        });
        Self { cells, digits: mask, parts: parts.collect() }
    }

    /// Returns what holds for a digit that the set has.
    #[inline]
    pub(crate) fn part(&self, digit: u8) -> &Part<W> {
        let smaller = self.digits & (bit(digit) - 1);
        &self.parts[smaller.count_ones() as usize]
    }
}

/// Returns the almost locked sets of a position, the smallest first.
///
/// A set in two houses is returned once.
pub(crate) fn almost_locked_sets<const W: usize>(board: &Board<W>) -> Vec<Als<W>> {
    let mut found = Vec::new();
    for (house, about) in board.topology.houses.iter().enumerate() {
        let open: Vec<usize> = (board.open() & about.cells).each().collect();
        let limit = if board.topology.n <= 9 { 8 } else { MAX_CELLS_IN_LARGE_GRIDS };
        let max = limit.min(open.len().saturating_sub(1));
        let mut search = Collect { board, house, open: &open, max, found: &mut found };
        search.extend(0, Cells::EMPTY, 0, 0);
    }
    found.sort_by_key(|(cells, _)| cells.len());
    found.truncate(MAX_SETS);
    found.into_iter().map(|(cells, mask)| Als::new(board, cells, mask)).collect()
}

/// The search for sets in one house.
struct Collect<'a, const W: usize> {
    board: &'a Board<W>,
    house: usize,
    open: &'a [usize],
    max: usize,
    found: &'a mut Vec<(Cells<W>, u64)>,
}

impl<const W: usize> Collect<'_, W> {
    /// Adds to a set of `size` cells in turn each of the open cells from the one with number `from`.
    fn extend(&mut self, from: usize, cells: Cells<W>, mask: u64, size: usize) {
        if size == self.max {
            return;
        }
        for next in from..self.open.len() {
            let cell = self.open[next];
            let mask = mask | self.board.mask(cell);
            let n_digits = mask.count_ones() as usize;
            if n_digits > self.max + 1 {
                continue;
            }
            let cells = cells | Cells::one(cell);
            if n_digits == size + 2 && self.is_first(cells) {
                self.found.push((cells, mask));
            }
            self.extend(next + 1, cells, mask, size + 1);
        }
    }

    /// Whether this is the first of the houses that hold the cells.
    fn is_first(&self, cells: Cells<W>) -> bool {
        self.board.topology.houses_with(cells).next() == Some(self.house)
    }
}
