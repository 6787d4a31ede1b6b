//! Which almost locked sets have a restricted common digit: sets of sets, as bits.

use crate::als::Als;
use crate::board::Board;
use crate::cells::Cells;

/// Whether sets that touch may have a common cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// They must not.
    No,
    /// They may, but no place of their restricted common is in both.
    Yes,
}

/// The almost locked sets of a position and how they touch.
///
/// A set of sets is a row of [`words`](Self::words) words: set `s` is bit `s % 64` of word `s / 64`.
#[derive(Debug)]
pub(crate) struct Commons {
    words: usize,
    /// Where the parts of each set begin when those of all sets are counted through.
    first_part: Vec<usize>,
    /// For each part the sets that share its digit as a restricted common.
    rows: Vec<u64>,
    /// For each digit (from 0) and cell the sets whose places of the digit all see the cell.
    seers: Vec<Vec<u64>>,
}

impl Commons {
    /// Returns how the sets of a position touch.
    ///
    /// *Cost*: for each digit of each set about as many words as there are places of the digit times
    /// a 64th of the sets.
    pub(crate) fn new<const W: usize>(board: &Board<W>, sets: &[Als<W>], overlap: Overlap) -> Self {
        let words = sets.len().div_ceil(64);
        let n_cells = board.topology.n_cells;
        // The sets that may hold a digit at a cell, and those that the cell is in.
        let mut at = vec![Vec::new(); board.topology.n];
        let mut seers = vec![Vec::new(); board.topology.n];
        let mut has = vec![vec![0_u64; words]; board.topology.n];
        let mut holding = vec![0_u64; n_cells * words];
        let mut first_part = Vec::with_capacity(sets.len());
        let mut n_parts = 0;
        for (number, set) in sets.iter().enumerate() {
            first_part.push(n_parts);
            n_parts += set.parts.len();
            let (word, bit) = (number / 64, 1 << (number % 64));
            for cell in set.cells.each() {
                holding[cell * words + word] |= bit;
            }
            for part in &set.parts {
                let digit = usize::from(part.digit) - 1;
                has[digit][word] |= bit;
                if at[digit].is_empty() {
                    at[digit] = vec![0_u64; n_cells * words];
                    seers[digit] = vec![0_u64; n_cells * words];
                }
                for cell in (board.places(part.digit) & part.seen).each() {
                    seers[digit][cell * words + word] |= bit;
                }
                for cell in part.places.each() {
                    at[digit][cell * words + word] |= bit;
                }
            }
        }
        let mut rows = Vec::with_capacity(n_parts * words);
        for set in sets {
            for part in &set.parts {
                let digit = usize::from(part.digit) - 1;
                let begin = rows.len();
                rows.extend(&has[digit]);
                let row = &mut rows[begin..];
                let unseen = board.places(part.digit) - part.seen;
                take(row, &at[digit], unseen, words);
                if overlap == Overlap::No {
                    take(row, &holding, set.cells, words);
                }
            }
        }
        Self { words, first_part, rows, seers }
    }

    /// Returns the number of words of a set of sets.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns the sets that have the digit of a part as a restricted common with its set; the part
    /// is given by its place among those of the set.
    #[inline]
    pub(crate) fn row(&self, set: usize, part: usize) -> &[u64] {
        let begin = (self.first_part[set] + part) * self.words;
        &self.rows[begin..begin + self.words]
    }

    /// Returns the sets that lack `digit` if `cell` holds it and is in none of their places.
    #[inline]
    pub(crate) fn seers(&self, cell: usize, digit: u8) -> &[u64] {
        let rows = &self.seers[usize::from(digit) - 1];
        if rows.is_empty() { &[] } else { &rows[cell * self.words..(cell + 1) * self.words] }
    }
}

/// Takes the rows of cells from a row.
fn take<const W: usize>(row: &mut [u64], of_cells: &[u64], cells: Cells<W>, words: usize) {
    for cell in cells.each() {
        let other = &of_cells[cell * words..(cell + 1) * words];
        row.iter_mut().zip(other).for_each(|(own, other)| *own &= !other);
    }
}

/// Returns the members of a row, in order.
pub(crate) fn members(row: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    row.enumerate().flat_map(|(number, word)| {
        std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
            .take_while(|&word| word != 0)
            .map(move |word| 64 * number + word.trailing_zeros() as usize)
    })
}
