//! Shared parts of all chains: candidate states, length bonus, conclusions, nested chains.

use std::rc::Rc;

use super::grid::CELLS;

/// A candidate state as one number, `(9 · cell + digit) · 2 + on`: true ("on") or false ("off").
pub(super) type Key = usize;

/// The number of keys.
pub(super) const N_KEYS: usize = CELLS * 9 * 2;

pub(super) fn on(cell: usize, digit: usize) -> Key {
    (cell * 9 + digit) * 2 + 1
}

pub(super) fn off(cell: usize, digit: usize) -> Key {
    (cell * 9 + digit) * 2
}

pub(super) fn is_on(key: Key) -> bool {
    key & 1 == 1
}

/// Returns the cell and the digit of a key.
pub(super) fn candidate(key: Key) -> (usize, usize) {
    (key / 18, key / 2 % 9)
}

/// Converts a number below 2¹⁶.
pub(super) fn to_u16(number: usize) -> u16 {
    u16::try_from(number).expect("below 2^16")
}

/// Why a candidate is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
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
    pub(super) fn region(kind: usize) -> Self {
        Self::Region([0, 1, 2][kind])
    }
}

/// Returns the rating bonus for the length of chains, in tenths and in Sudoku Explainer's
/// floating-point sum, which decides the order of equally rated steps.
///
/// The steps are at 4, 6, 8, 12, 16, 24, 32, … candidates, of which two are free.
pub(super) fn length_bonus(complexity: u32) -> (u16, f64) {
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
pub(super) struct Conclusion {
    /// The number of candidates, including those of nested chains.
    pub(super) complexity: u32,
    /// The cells and their eliminated digits, in order of cells.
    pub(super) removals: Vec<(usize, u16)>,
    /// The concluded key; `None` for a cycle, which has several.
    pub(super) result: Option<Key>,
}

impl Conclusion {
    /// Returns the placed cell and digit, if any.
    pub(super) fn placement(&self) -> Option<(usize, usize)> {
        self.result.filter(|&key| is_on(key)).map(candidate)
    }
}

/// A chain inside another chain.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    /// Equal for chains through the same candidates in the same order.
    pub(super) signature: (u64, u64),
    pub(super) complexity: u32,
    pub(super) removals: Vec<(usize, u16)>,
    /// The candidates that the outer chain eliminated and that this chain depends on.
    pub(super) parents: Vec<u16>,
}

/// The nested chains of a position.
pub(super) type NestedList = Rc<Vec<Nested>>;

/// A 128-bit hash of a sequence of keys; collisions are negligible.
#[derive(Clone, Copy)]
pub(super) struct Signature(u64, u64);

impl Signature {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f)
    }

    pub(super) fn add(&mut self, key: usize) {
        let key = u64::from(to_u16(key)) + 1;
        self.0 = (self.0.rotate_left(5) ^ key).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.1 = (self.1.rotate_left(23) ^ key).wrapping_mul(0x2545_f491_4f6c_dd1d);
    }

    /// Marks the end of a chain.
    pub(super) fn end(&mut self) {
        self.add(N_KEYS);
    }

    pub(super) fn finish(self) -> (u64, u64) {
        (self.0, self.1)
    }
}

/// Collects the eliminated candidates that on-candidates depend on.
pub(super) struct Parents<'a> {
    before: &'a super::grid::Grid,
    now: &'a super::grid::Grid,
    seen: [u64; 12],
    list: Vec<u16>,
}

impl<'a> Parents<'a> {
    /// Compares the position `now` with that `before` it.
    pub(super) fn new(before: &'a super::grid::Grid, now: &'a super::grid::Grid) -> Self {
        Self { before, now, seen: [0; 12], list: Vec::new() }
    }

    /// Adds the eliminations needed for a candidate to be on by `reason`.
    pub(super) fn add(&mut self, key: Key, reason: Reason) {
        use super::grid::{GRID, bits};

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
    pub(super) fn finish(self) -> Vec<u16> {
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
