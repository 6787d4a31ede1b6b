//! The form for any machine: words of 64 bits, four lanes each.
//!
//! Three lanes of a word are the boxes of one row, as in [`LaneWords`], so 27 lanes are nine words.
//! A rotation of bands or rows only reorders them.

use super::machine::{DIGITS, LaneWords, Machine};
use super::search::SearchStack;
use super::{Grid, InvalidCharacter};
use crate::engine::Step;

/// The portable form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// The word of band b, row r is number 3b + r.
type Rows = [u64; 9];

/// 1 in each of the four lanes.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each lane.
const HIGH: u64 = ONES << 15;
/// The lanes of cells.
const CELL_LANES: u64 = u64::MAX >> 16;

impl Machine for Portable {
    type Lanes = Rows;

    fn advance(stack: &mut SearchStack<Self>, nodes: u64) -> Step {
        stack.advance(nodes)
    }

    fn solve_line(
        stack: &mut SearchStack<Self>,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        stack.solve_line(text, limit, solution)
    }

    #[inline(always)]
    fn load(self, words: &LaneWords) -> Rows {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = words.0;
        [a, b, c, d, e, f, g, h, i]
    }

    #[inline(always)]
    fn store(self, [a, b, c, d, e, f, g, h, i]: Rows) -> LaneWords {
        let [[.., z], ..] = LaneWords::SPARE.0;
        LaneWords([[a, b, c, z], [d, e, f, z], [g, h, i, z]])
    }

    #[inline(always)]
    fn splat(self, value: u16) -> Rows {
        [u64::from(value) * ONES; 9]
    }

    #[inline(always)]
    fn and(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: Rows, b: Rows) -> Rows {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn times_128(self, a: Rows) -> Rows {
        map(a, |a| a << 7)
    }

    #[inline(always)]
    fn drop_lowest(self, a: Rows) -> Rows {
        // The high bit prevents a borrow from the next lane, and the mask removes it.
        map(a, |a| a & ((a | HIGH) - ONES))
    }

    #[inline(always)]
    fn count_bits(self, a: Rows) -> Rows {
        map(a, |a| {
            let a = a - (a >> 1 & (0x5555 * ONES));
            let a = (a & (0x3333 * ONES)) + (a >> 2 & (0x3333 * ONES));
            let a = (a + (a >> 4)) & (0x0F0F * ONES);
            (a + (a >> 8)) & (0x1F * ONES)
        })
    }

    #[inline(always)]
    fn where_zero(self, test: Rows, a: Rows) -> Rows {
        zip(test, a, |test, a| {
            let set = (test + (HIGH - ONES)) >> 15 & ONES;
            a & !(set << 16).wrapping_sub(set)
        })
    }

    #[inline(always)]
    fn where_equal(self, key: Rows, value: u16, a: Rows, b: Rows) -> Rows {
        let value = u64::from(value) * ONES;
        let mut chosen = a;
        for at in 0..9 {
            let difference = key[at] ^ value;
            // Bit 0 of every lane that differs: its highest bit, or a carry into it.
            let differs = (difference | ((difference & !HIGH) + (HIGH - ONES))) >> 15 & ONES;
            let mask = (differs << 16).wrapping_sub(differs);
            chosen[at] = a[at] & mask | b[at] & !mask;
        }
        chosen
    }

    #[inline(always)]
    fn rotate<const BAND: usize, const ROW: usize, const BOX: usize>(self, a: Rows) -> Rows {
        let mut turned = a;
        for (at, word) in turned.iter_mut().enumerate() {
            let from = a[(at / 3 + BAND) % 3 * 3 + (at + ROW) % 3];
            *word = match BOX {
                1 => from & !CELL_LANES | (from & CELL_LANES) >> 16 | (from & 0xFFFF) << 32,
                2 => {
                    from & !CELL_LANES | (from & CELL_LANES) >> 32 | (from & CELL_LANES >> 16) << 16
                }
                _ => from,
            };
        }
        turned
    }

    #[inline(always)]
    fn is_zero(self, a: Rows) -> bool {
        a.iter().fold(0, |all, word| all | word) & CELL_LANES == 0
    }

    #[inline(always)]
    fn is_contradictory(self, digits: Rows, [x, y, z]: Grid<Self>) -> bool {
        let (mut all, mut filled) = (u64::MAX, u64::MAX);
        for at in 0..9 {
            all &= digits[at];
            for cells in [x[at], y[at], z[at]] {
                filled &= cells + (HIGH - ONES);
            }
        }
        filled & HIGH != HIGH || all != u64::from(DIGITS) * ONES
    }

    #[inline(always)]
    fn min_lane(self, a: [Rows; 3]) -> u16 {
        a.iter().flatten().flat_map(|&word| unpack(word)).fold(u16::MAX, u16::min)
    }
}

#[inline(always)]
fn map(mut a: Rows, operation: impl Fn(u64) -> u64) -> Rows {
    for word in &mut a {
        *word = operation(*word);
    }
    a
}

#[inline(always)]
fn zip(mut a: Rows, b: Rows, operation: impl Fn(u64, u64) -> u64) -> Rows {
    for at in 0..9 {
        a[at] = operation(a[at], b[at]);
    }
    a
}

#[inline(always)]
fn unpack(word: u64) -> [u16; 4] {
    let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
    [[a, b], [c, d], [e, f], [g, h]].map(u16::from_le_bytes)
}
