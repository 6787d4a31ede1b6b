//! What all chains share: candidates on and off, lengths, conclusions.

use std::rc::Rc;

use super::grid::CELLS;

/// A candidate that is true ("on") or false ("off"), as one number:
/// `(9 · cell + digit) · 2 + on`.
pub(super) type Key = usize;

/// Number of keys.
pub(super) const KEYS: usize = CELLS * 9 * 2;

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

/// Returns a number below 2¹⁶ in its small form.
pub(super) fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("below 2^16")
}

/// Why a candidate is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It is assumed.
    Assumption,
    /// One candidate a cell, or the last of a cell.
    Cell,
    /// One place a region, or the last of a region: 0 for the block, 1 the row, 2 the column.
    Region(u8),
    /// A pattern or a chain took it away.
    Pattern,
}

impl Cause {
    /// Returns the cause by a region of a kind.
    pub(super) fn region(kind: usize) -> Self {
        Self::Region([0, 1, 2][kind])
    }
}

/// Returns what the length of chains adds to a rating: in tenths, and as the Explainer adds it up
/// in floating point, which decides which of two equally rated steps comes first.
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

/// What a chain, or a bundle of chains, concludes.
#[derive(Clone, Debug)]
pub(super) struct Conclusion {
    /// Number of candidates in it, with those of chains within.
    pub(super) complexity: u32,
    /// Cells and the digits to take from them, in order of cells.
    pub(super) removals: Vec<(usize, u16)>,
    /// The key that is concluded; `None` for a cycle, which has no single one.
    pub(super) result: Option<Key>,
}

impl Conclusion {
    /// Returns the cell and digit that it places.
    pub(super) fn placement(&self) -> Option<(usize, usize)> {
        self.result.filter(|&key| is_on(key)).map(candidate)
    }
}

/// A chain as part of another.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    /// The same for chains that go through the same candidates in the same order.
    pub(super) signature: (u64, u64),
    pub(super) complexity: u32,
    pub(super) removals: Vec<(usize, u16)>,
    /// Candidates that the outer chain took away, without which this chain would not be.
    pub(super) parents: Vec<u16>,
}

/// Chains found in a position.
pub(super) type NestedList = Rc<Vec<Nested>>;

/// Hash of a sequence of keys, wide enough never to meet another's by chance.
#[derive(Clone, Copy)]
pub(super) struct Signature(u64, u64);

impl Signature {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f)
    }

    pub(super) fn add(&mut self, key: usize) {
        let key = u64::from(narrow(key)) + 1;
        self.0 = (self.0.rotate_left(5) ^ key).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.1 = (self.1.rotate_left(23) ^ key).wrapping_mul(0x2545_f491_4f6c_dd1d);
    }

    /// Marks the end of a chain.
    pub(super) fn end(&mut self) {
        self.add(KEYS);
    }

    pub(super) fn finish(self) -> (u64, u64) {
        (self.0, self.1)
    }
}

/// Gathers the candidates that are gone and without which on-candidates would not follow.
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

    /// Adds what had to go for a candidate to be on by `cause`.
    pub(super) fn add(&mut self, key: Key, cause: Cause) {
        use super::grid::{GRID, bits};

        let (cell, digit) = candidate(key);
        match cause {
            Cause::Cell => {
                for gone in bits(self.before.mask(cell) & !self.now.mask(cell)) {
                    self.push(cell * 9 + gone);
                }
            }
            Cause::Region(kind) => {
                let region = GRID.region[cell][usize::from(kind)];
                let gone = self.before.places(region, digit) & !self.now.places(region, digit);
                for place in bits(gone) {
                    self.push(GRID.cells[region][place] * 9 + digit);
                }
            }
            Cause::Assumption | Cause::Pattern => {}
        }
    }

    fn push(&mut self, candidate: usize) {
        let (word, bit) = (candidate / 64, 1 << (candidate % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.list.push(narrow(candidate));
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
    fn longer_chains_are_harder() {
        let bonus = |complexity| length_bonus(complexity).0;
        let lengths = [4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27];
        assert_eq!(lengths.map(bonus), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }
}
