//! What is concluded from one house.
//!
//! Two rules, in the form in which more removals never stop them from applying (they are
//! *monotone*):
//!
//! - if a cell can hold nothing but `d`, no other cell of the house holds `d`;
//! - if no other cell of the house can hold `d`, a cell holds nothing but `d`.
//!
//! The conclusion is a mask for each cell, to be combined with what the cell holds by AND. Drawn
//! from an older, larger state it is still right for the present one, only perhaps weaker: that is
//! what lets threads draw conclusions from cells that others are changing.

use gordian_sudoku::Layout;

/// The most cells of a house.
const MAX_CELLS: usize = Layout::MAX_SIZE;

/// The masks of the cells of a house, as they were read.
#[derive(Clone, Debug)]
pub(crate) struct House {
    len: usize,
    masks: [u64; MAX_CELLS],
}

/// Nothing can be filled in: a cell has no candidate left, or a digit no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Impossible;

impl House {
    pub(crate) const EMPTY: Self = Self { len: 0, masks: [0; MAX_CELLS] };

    /// Reads the masks of a house, cell by cell: not a snapshot if others write at the same time.
    pub(crate) fn read(&mut self, cells: &[u16], mut read: impl FnMut(usize) -> u64) -> &Self {
        self.len = cells.len();
        for (mask, &cell) in self.masks.iter_mut().zip(cells) {
            *mask = read(usize::from(cell));
        }
        self
    }

    /// Calls `keep` with the place of each cell in the house that loses something, and with the mask
    /// of what it keeps.
    #[inline]
    pub(crate) fn conclude(&self, mut keep: impl FnMut(usize, u64)) -> Result<(), Impossible> {
        let masks = &self.masks[..self.len];
        // Digits with at least one place, and with two; the same of cells that hold one digit only.
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
            return Err(Impossible);
        }
        // Most of the time nothing follows, and this is all.
        let hidden = once & !twice & !fixed;
        if hidden | fixed & twice == 0 {
            return Ok(());
        }
        for (place, &mask) in masks.iter().enumerate() {
            let mut kept = if mask.is_power_of_two() { mask } else { mask & !fixed };
            let here = mask & hidden;
            if here != 0 {
                // Two digits that both must be here leave nothing.
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

    fn check(masks: [u64; 4], expected: Result<[u64; 4], Impossible>) {
        let mut kept = masks;
        let mut house = House::EMPTY;
        let house = house.read(&[0, 1, 2, 3], |cell| masks[cell]);
        let concluded = house.conclude(|place, mask| kept[place] = mask).map(|()| kept);
        assert_eq!(concluded, expected, "{masks:?}");
    }

    #[test]
    fn singles_are_found() {
        check([0b1111; 4], Ok([0b1111; 4]));
        check([0b0001, 0b1111, 0b1111, 0b1110], Ok([0b0001, 0b1110, 0b1110, 0b1110]));
        check([0b1111, 0b0111, 0b0111, 0b0111], Ok([0b1000, 0b0111, 0b0111, 0b0111]));
        // Two digits in one cell: nothing is left there.
        check([0b1111, 0b0011, 0b0011, 0b0011], Ok([0, 0b0011, 0b0011, 0b0011]));
    }

    #[test]
    fn contradictions_are_found() {
        check([0b0001, 0b0001, 0b1110, 0b1110], Err(Impossible));
        check([0, 0b1111, 0b1111, 0b1111], Err(Impossible));
        check([0b0111; 4], Err(Impossible));
    }
}
