//! Almost locked sets: cells of one house with one candidate more than cells.
//!
//! ```text
//! row 5:   {2 7}  {2 7 8}  .  .  .        two cells, three digits: without 8 they hold 2 and 7,
//!                                         without 2 they hold 7 and 8
//! ```
//!
//! Without one of its digits, a set contains all the others. A bivalue cell is the smallest set.
//! Two sets without a common cell have a *restricted common* (RCC) if each place of the digit in
//! one set sees each place in the other: at most one of the two sets contains it.

use super::Context;
use crate::board::{Board, bit, digits};
use crate::cells::Cells;

/// The maximum number of cells of a set in grids with more than nine digits. The number of larger
/// sets grows too fast, and no player sees them.
const MAX_CELLS_IN_LARGE_GRIDS: usize = 4;
/// The maximum number of sets; the smallest are kept. The classic grid never has as many.
const MAX_SETS: usize = 8192;

/// An almost locked set.
#[derive(Debug)]
pub(crate) struct Als<const W: usize> {
    pub(crate) cells: Cells<W>,
    /// The candidates, one more than cells: digit d is bit d − 1.
    pub(crate) digits: u64,
    /// The places of each digit, in order of digits.
    pub(crate) by_digit: Vec<AlsDigit<W>>,
}

/// A digit of an almost locked set and its places.
#[derive(Debug)]
pub(crate) struct AlsDigit<const W: usize> {
    pub(crate) digit: u8,
    /// The cells of the set with the candidate; at least one.
    pub(crate) places: Cells<W>,
    /// The cells that see all of these places; disjoint from them.
    pub(crate) seen: Cells<W>,
}

impl<const W: usize> Als<W> {
    fn new(board: &Board<W>, cells: Cells<W>, mask: u64) -> Self {
        let by_digit = digits(mask).map(|digit| {
            let places = board.places(digit) & cells;
            AlsDigit { digit, places, seen: board.topology.seen_by_all(places) }
        });
        Self { cells, digits: mask, by_digit: by_digit.collect() }
    }

    /// Returns the entry of a digit of the set.
    #[inline]
    pub(crate) fn of_digit(&self, digit: u8) -> &AlsDigit<W> {
        let smaller = self.digits & (bit(digit) - 1);
        &self.by_digit[smaller.count_ones() as usize]
    }
}

/// Returns the almost locked sets of a position, each once, smallest first.
pub(crate) fn almost_locked_sets<const W: usize>(context: &Context<'_, W>) -> Vec<Als<W>> {
    let board = context.board;
    let mut found = Vec::new();
    for (house, entry) in board.topology.houses.iter().enumerate() {
        let open: Vec<usize> = (board.open() & entry.cells).iter().collect();
        let limit = if board.topology.n <= 9 { 8 } else { MAX_CELLS_IN_LARGE_GRIDS };
        let max = limit.min(open.len().saturating_sub(1));
        let mut search = AlsSearch { context, house, open: &open, max, found: &mut found };
        search.extend(0, Cells::EMPTY, 0, 0);
    }
    found.sort_by_key(|(cells, _)| cells.len());
    found.truncate(MAX_SETS);
    found.into_iter().map(|(cells, mask)| Als::new(board, cells, mask)).collect()
}

/// The search for sets in one house.
struct AlsSearch<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    house: usize,
    open: &'a [usize],
    max: usize,
    found: &'a mut Vec<(Cells<W>, u64)>,
}

impl<const W: usize> AlsSearch<'_, '_, W> {
    /// Extends a set of `size` cells with each open cell from index `from` on.
    fn extend(&mut self, from: usize, cells: Cells<W>, mask: u64, size: usize) {
        if size == self.max || self.context.is_stopped() {
            return;
        }
        for next in from..self.open.len() {
            let cell = self.open[next];
            let mask = mask | self.context.board.mask(cell);
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

    /// Returns whether this is the first house that contains all the cells.
    fn is_first(&self, cells: Cells<W>) -> bool {
        self.context.board.topology.houses_containing(cells).next() == Some(self.house)
    }
}
