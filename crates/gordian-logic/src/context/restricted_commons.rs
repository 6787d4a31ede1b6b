//! The restricted commons (RCC) between almost locked sets, as bit sets of sets.

use super::Context;
use super::als::Als;
use crate::cells::Cells;

/// Whether two linked sets may have a common cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// They must be disjoint.
    Forbidden,
    /// They may overlap, but no place of the restricted common is in both.
    Allowed,
}

/// The restricted commons between the almost locked sets of a position.
///
/// A set of sets has [`words`](Self::words) words: set `s` is bit `s % 64` of word `s / 64`.
#[derive(Debug)]
pub(crate) struct RestrictedCommons {
    words: usize,
    /// The index of the first digit of each set when the digits of all sets are numbered.
    first_part: Vec<usize>,
    /// For each digit of each set, the sets that share it as a restricted common.
    rows: Vec<u64>,
    /// For each digit (from 0) and cell, the sets whose places of the digit all see the cell.
    seeing_sets: Vec<Vec<u64>>,
}

impl RestrictedCommons {
    /// Computes the restricted commons between the sets of a position.
    ///
    /// *Cost*: for each digit of each set, its number of places times `sets.len() / 64` words.
    pub(crate) fn new<const W: usize>(
        context: &Context<'_, W>,
        sets: &[Als<W>],
        overlap: Overlap,
    ) -> Self {
        let board = context.board;
        let words = sets.len().div_ceil(64);
        let n_cells = board.topology.n_cells;
        // The sets with a digit at each cell, and the sets that contain each cell.
        let mut at = vec![Vec::new(); board.topology.n];
        let mut seeing_sets = vec![Vec::new(); board.topology.n];
        let mut has = vec![vec![0_u64; words]; board.topology.n];
        let mut holding = vec![0_u64; n_cells * words];
        let mut first_part = Vec::with_capacity(sets.len());
        let mut n_parts = 0;
        for (number, set) in sets.iter().enumerate() {
            first_part.push(n_parts);
            n_parts += set.by_digit.len();
            let (word, bit) = (number / 64, 1 << (number % 64));
            for cell in set.cells.iter() {
                holding[cell * words + word] |= bit;
            }
            for part in &set.by_digit {
                let digit = usize::from(part.digit) - 1;
                has[digit][word] |= bit;
                if at[digit].is_empty() {
                    at[digit] = vec![0_u64; n_cells * words];
                    seeing_sets[digit] = vec![0_u64; n_cells * words];
                }
                for cell in (board.places(part.digit) & part.seen).iter() {
                    seeing_sets[digit][cell * words + word] |= bit;
                }
                for cell in part.places.iter() {
                    at[digit][cell * words + word] |= bit;
                }
            }
        }
        let mut rows = Vec::with_capacity(n_parts * words);
        for set in sets {
            for part in &set.by_digit {
                let digit = usize::from(part.digit) - 1;
                let begin = rows.len();
                if context.is_stopped() {
                    rows.resize(begin + words, 0);
                    continue;
                }
                rows.extend(&has[digit]);
                let row = &mut rows[begin..];
                let unseen = board.places(part.digit) - part.seen;
                clear_cells(row, &at[digit], unseen, words);
                if overlap == Overlap::Forbidden {
                    clear_cells(row, &holding, set.cells, words);
                }
            }
        }
        Self { words, first_part, rows, seeing_sets }
    }

    /// Returns the number of words of a set of sets.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns the sets that share a digit with `set` as a restricted common; `part` is the index
    /// of the digit in [`Als::by_digit`].
    #[inline]
    pub(crate) fn linked_sets(&self, set: usize, part: usize) -> &[u64] {
        let begin = (self.first_part[set] + part) * self.words;
        &self.rows[begin..begin + self.words]
    }

    /// Returns the sets whose places of `digit` all see `cell`: they lack the digit if `cell` holds
    /// it.
    #[inline]
    pub(crate) fn seeing_sets(&self, cell: usize, digit: u8) -> &[u64] {
        let rows = &self.seeing_sets[usize::from(digit) - 1];
        if rows.is_empty() { &[] } else { &rows[cell * self.words..(cell + 1) * self.words] }
    }
}

/// Removes from a row the sets in the rows of `cells`.
fn clear_cells<const W: usize>(row: &mut [u64], of_cells: &[u64], cells: Cells<W>, words: usize) {
    for cell in cells.iter() {
        let other = &of_cells[cell * words..(cell + 1) * words];
        row.iter_mut().zip(other).for_each(|(own, other)| *own &= !other);
    }
}

/// Returns the indices of the set bits, in order.
pub(crate) fn members(row: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    row.enumerate().flat_map(|(number, word)| {
        std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
            .take_while(|&word| word != 0)
            .map(move |word| 64 * number + word.trailing_zeros() as usize)
    })
}
