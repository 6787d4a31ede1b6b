//! Shared parts of all chains: candidate states, length bonus, conclusions, nested chains.

use std::rc::Rc;

use crate::grid::CELLS;

/// A candidate state as one number, `(9 · cell + digit) · 2 + on`: true ("on") or false ("off").
pub(crate) type Key = usize;

/// The number of keys.
pub(crate) const N_KEYS: usize = CELLS * 9 * 2;

pub(crate) fn on(cell: usize, digit: usize) -> Key {
    (cell * 9 + digit) * 2 + 1
}

pub(crate) fn off(cell: usize, digit: usize) -> Key {
    (cell * 9 + digit) * 2
}

pub(crate) fn is_on(key: Key) -> bool {
    key & 1 == 1
}

/// Returns the cell and the digit of a key.
pub(crate) fn candidate(key: Key) -> (usize, usize) {
    (key / 18, key / 2 % 9)
}

/// Converts a number below 2¹⁶.
pub(crate) fn to_u16(number: usize) -> u16 {
    u16::try_from(number).expect("below 2^16")
}

/// Why a candidate is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// An assumption.
    Assumption,
    /// The cell: it has one digit, or one candidate left.
    Cell,
    /// A region: it has the digit once, or one place left. 0 is the block, 1 the row, 2 the column.
    Region(u8),
    /// A pattern or a nested chain eliminated it.
    Pattern,
}

impl Reason {
    /// Returns the reason for a kind of region.
    pub(crate) fn region(kind: usize) -> Self {
        Self::Region([0, 1, 2][kind])
    }
}

/// Returns the rating bonus for the length of chains, in tenths and in Sudoku Explainer's
/// floating-point sum, which decides the order of equally rated steps.
///
/// The steps are at 4, 6, 8, 12, 16, 24, 32, … candidates, of which two are free.
pub(crate) fn length_bonus(complexity: u32) -> (u16, f64) {
    let length = complexity.saturating_sub(2);
    let (mut tenths, mut sum) = (0, 0.0);
    let (mut limit, mut odd) = (4, false);
    while length > limit {
        tenths += 1;
        sum += 0.1;
        limit = if odd { limit * 4 / 3 } else { limit * 3 / 2 };
        odd = !odd;
    }
    (tenths, sum)
}

/// The conclusion of a chain or of multiple chains.
#[derive(Clone, Debug)]
pub(crate) struct Conclusion {
    /// The number of candidates, including those of nested chains.
    pub(crate) complexity: u32,
    /// The cells and their eliminated digits, in order of cells.
    pub(crate) removals: Vec<(usize, u16)>,
    /// The concluded key; `None` for a cycle, which has several.
    pub(crate) result: Option<Key>,
}

impl Conclusion {
    /// Returns the placed cell and digit, if any.
    pub(crate) fn placement(&self) -> Option<(usize, usize)> {
        self.result.filter(|&key| is_on(key)).map(candidate)
    }
}

/// A chain inside another chain.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    /// Equal for chains through the same candidates in the same order.
    pub(crate) signature: (u64, u64),
    pub(crate) complexity: u32,
    pub(crate) removals: Vec<(usize, u16)>,
    /// The candidates that the outer chain eliminated and that this chain depends on.
    pub(crate) parents: Vec<u16>,
}

/// The nested chains of a position.
pub(crate) type NestedList = Rc<Vec<Nested>>;

/// A 128-bit hash of a sequence of keys; collisions are negligible.
#[derive(Clone, Copy)]
pub(crate) struct Signature(u64, u64);

impl Signature {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f)
    }

    pub(crate) fn add(&mut self, key: usize) {
        let key = u64::from(to_u16(key)) + 1;
        self.0 = (self.0.rotate_left(5) ^ key).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.1 = (self.1.rotate_left(23) ^ key).wrapping_mul(0x2545_f491_4f6c_dd1d);
    }

    /// Marks the end of a chain.
    pub(crate) fn end(&mut self) {
        self.add(N_KEYS);
    }

    pub(crate) fn finish(self) -> (u64, u64) {
        (self.0, self.1)
    }
}

/// Collects the eliminated candidates that on-candidates depend on.
pub(crate) struct Parents<'a> {
    before: &'a crate::grid::Grid,
    now: &'a crate::grid::Grid,
    seen: [u64; 12],
    list: Vec<u16>,
}

impl<'a> Parents<'a> {
    /// Compares the position `now` with that `before` it.
    pub(crate) fn new(before: &'a crate::grid::Grid, now: &'a crate::grid::Grid) -> Self {
        Self { before, now, seen: [0; 12], list: Vec::new() }
    }

    /// Adds the eliminations needed for a candidate to be on by `reason`.
    pub(crate) fn add(&mut self, key: Key, reason: Reason) {
        use crate::grid::{GRID, bits};

        let (cell, digit) = candidate(key);
        match reason {
            Reason::Cell => {
                for removed in bits(self.before.mask(cell) & !self.now.mask(cell)) {
                    self.push(cell * 9 + removed);
                }
            }
            Reason::Region(kind) => {
                let region = GRID.region[cell][usize::from(kind)];
                let removed = self.before.places(region, digit) & !self.now.places(region, digit);
                for place in bits(removed) {
                    self.push(GRID.cells[region][place] * 9 + digit);
                }
            }
            Reason::Assumption | Reason::Pattern => {}
        }
    }

    fn push(&mut self, candidate: usize) {
        let (word, bit) = (candidate / 64, 1 << (candidate % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.list.push(to_u16(candidate));
        }
    }

    /// Returns the candidates as `9 · cell + digit`.
    pub(crate) fn finish(self) -> Vec<u16> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_chains_get_a_larger_bonus() {
        let bonus = |complexity| length_bonus(complexity).0;
        let lengths = [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27];
        assert_eq!(lengths.map(bonus), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }
}
