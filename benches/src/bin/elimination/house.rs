//! Propagation within one house: naked and hidden singles.
//!
//! Two rules, in a monotone form: further removals never stop them from applying.
//!
//! - if `d` is the only candidate of a cell, no other cell of the house holds `d`;
//! - if no other cell of the house has the candidate `d`, a cell holds `d`.
//!
//! The result is a mask per cell, combined with the cell by AND. A mask derived from an older,
//! larger state is still valid for the current state, though possibly weaker. Threads can therefore
//! propagate from cells that other threads are changing.

use gordian_grid::Layout;

/// The maximum number of cells of a house.
const MAX_CELLS: usize = Layout::MAX_SIZE;

/// The masks of the cells of a house, as they were read.
#[derive(Clone, Debug)]
pub(crate) struct House {
    len: usize,
    masks: [u64; MAX_CELLS],
}

/// A contradiction: a cell has no candidates, or a digit has no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

impl House {
    pub(crate) const EMPTY: Self = Self { len: 0, masks: [0; MAX_CELLS] };

    /// Reads the masks of a house cell by cell; not a snapshot if other threads write at the same
    /// time.
    pub(crate) fn read(&mut self, cells: &[u16], mut read: impl FnMut(usize) -> u64) -> &Self {
        self.len = cells.len();
        for (mask, &cell) in self.masks.iter_mut().zip(cells) {
            *mask = read(usize::from(cell));
        }
        self
    }

    /// Calls `keep` with the index of each cell that loses a candidate, and with its remaining
    /// mask.
    #[inline]
    pub(crate) fn propagate(&self, mut keep: impl FnMut(usize, u64)) -> Result<(), Contradiction> {
        let masks = &self.masks[..self.len];
        // Digits with at least one cell and with at least two; the same for cells with a single
        // candidate.
        let (mut once, mut twice, mut fixed, mut fixed_twice, mut is_empty) = (0, 0, 0, 0, false);
        for &mask in masks {
            twice |= once & mask;
            once |= mask;
            let single = if mask.is_power_of_two() { mask } else { 0 };
            fixed_twice |= fixed & single;
            fixed |= single;
            is_empty |= mask == 0;
        }
        let all = u64::MAX >> (64 - self.len);
        if once != all || fixed_twice != 0 || is_empty {
            return Err(Contradiction);
        }
        // In most cases nothing can be removed.
        let hidden = once & !twice & !fixed;
        if hidden | fixed & twice == 0 {
            return Ok(());
        }
        for (place, &mask) in masks.iter().enumerate() {
            let mut kept = if mask.is_power_of_two() { mask } else { mask & !fixed };
            let here = mask & hidden;
            if here != 0 {
                // If two digits must be in this cell, no candidate is left.
                kept &= if here.is_power_of_two() { here } else { 0 };
            }
            if kept != mask {
                keep(place, kept);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(masks: [u64; 4], expected: Result<[u64; 4], Contradiction>) {
        let mut kept = masks;
        let mut house = House::EMPTY;
        let house = house.read(&[0, 1, 2, 3], |cell| masks[cell]);
        let result = house.propagate(|place, mask| kept[place] = mask).map(|()| kept);
        assert_eq!(result, expected, "{masks:?}");
    }

    #[test]
    fn naked_and_hidden_singles_are_found() {
        check([0b1111; 4], Ok([0b1111; 4]));
        check([0b0001, 0b1111, 0b1111, 0b1110], Ok([0b0001, 0b1110, 0b1110, 0b1110]));
        check([0b1111, 0b0111, 0b0111, 0b0111], Ok([0b1000, 0b0111, 0b0111, 0b0111]));
        // Two digits in one cell: no candidate is left.
        check([0b1111, 0b0011, 0b0011, 0b0011], Ok([0, 0b0011, 0b0011, 0b0011]));
    }

    #[test]
    fn contradictions_are_detected() {
        check([0b0001, 0b0001, 0b1110, 0b1110], Err(Contradiction));
        check([0, 0b1111, 0b1111, 0b1111], Err(Contradiction));
        check([0b0111; 4], Err(Contradiction));
    }
}
