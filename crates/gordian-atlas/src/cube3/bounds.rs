//! Packed pruning tables: four bits per entry, and two bits per pair of a row and a column.

use std::io;

use crate::map::{Buffer, Numbers};

/// Distances up to 15, four bits each.
pub(super) struct NibbleTable {
    bytes: Numbers<u8>,
}

impl NibbleTable {
    /// Packs bounds; larger ones become 15.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn pack(bounds: &[u8]) -> io::Result<Self> {
        let pair = |pair: &[u8]| pair[0].min(15) | pair.get(1).map_or(0, |high| high.min(&15) << 4);
        let mut bytes: Buffer<u8> = Buffer::new(Self::n_bytes(bounds.len()))?;
        bytes.iter_mut().zip(bounds.chunks(2)).for_each(|(byte, bounds)| *byte = pair(bounds));
        Ok(Self { bytes: bytes.into() })
    }

    /// Returns the number of bytes of a table of `n` bounds.
    pub(super) fn n_bytes(n: usize) -> usize {
        n.div_ceil(2)
    }

    /// Returns the table with these bytes.
    pub(super) fn of_bytes(bytes: Numbers<u8>) -> Self {
        Self { bytes }
    }

    /// Returns all bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> u8 {
        self.bytes[at / 2] >> (4 * (at % 2)) & 15
    }
}

/// Numbers from 0 to 3 in rows and columns; 3 means unset.
///
/// ```text
/// row:  [low bits of columns 0–63][high bits of columns 0–63][low bits of columns 64–127]...
/// ```
///
/// Both bits of a number are in one cache line, and operations process 64 columns of a row at a
/// time.
pub(super) struct TwoBitTable<W = Numbers<u64>> {
    words: W,
    words_per_row: usize,
}

/// A table that is being built.
pub(super) type TwoBitBuilder = TwoBitTable<Buffer<u64>>;

/// Returns the number of words of a row.
fn words_per_row(columns: usize) -> usize {
    2 * columns.div_ceil(64)
}

impl TwoBitBuilder {
    /// Returns a table with all entries unset, or the error of the system if it refuses the memory.
    pub(super) fn new(rows: usize, columns: usize) -> io::Result<Self> {
        let words_per_row = words_per_row(columns);
        let mut words = Buffer::new(rows * words_per_row)?;
        words.fill(u64::MAX);
        Ok(Self { words, words_per_row })
    }

    /// Returns the number of words per row.
    pub(super) fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// Returns all words.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns all words, mutable.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Returns the finished table.
    pub(super) fn finish(self) -> TwoBitTable {
        TwoBitTable { words: self.words.into(), words_per_row: self.words_per_row }
    }
}

impl TwoBitTable {
    /// Returns the number of bytes of a table.
    pub(super) fn n_bytes(rows: usize, columns: usize) -> usize {
        rows * words_per_row(columns) * size_of::<u64>()
    }

    /// Returns the table with these words.
    pub(super) fn of_words(words: Numbers<u64>, columns: usize) -> Self {
        Self { words, words_per_row: words_per_row(columns) }
    }

    /// Returns all words as bytes, in native byte order.
    pub(super) fn bytes(&self) -> &[u8] {
        self.words.bytes()
    }

    #[inline]
    pub(super) fn get(&self, row: usize, column: usize) -> u8 {
        let at = row * self.words_per_row + column / 64 * 2;
        let pair = &self.words[at..at + 2];
        let bit = column % 64;
        u8::from(pair[0] >> bit & 1 == 1) | u8::from(pair[1] >> bit & 1 == 1) << 1
    }
}

/// Sets the entry of a column to `code` if it is unset. Returns whether it was unset.
#[inline]
pub(super) fn set_if_unset(row: &mut [u64], column: usize, code: u8) -> bool {
    let pair = &mut row.as_chunks_mut::<2>().0[column / 64];
    let bit = pair[0] & pair[1] & 1_u64 << (column % 64);
    assign_unset(pair, bit, code);
    bit != 0
}

/// Sets the entries of `bits`, all unset and in the same pair of words, to `code`.
#[inline]
pub(super) fn assign_unset(pair: &mut [u64; 2], bits: u64, code: u8) {
    pair[0] &= !(if code & 1 == 0 { bits } else { 0 });
    pair[1] &= !(if code & 2 == 0 { bits } else { 0 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_are_read_back() {
        let bounds: Vec<u8> = (0..36_u8).map(|i| i * 7 % 19).collect();
        let nibbles = NibbleTable::pack(&bounds).unwrap();
        for (at, &bound) in bounds.iter().enumerate() {
            assert_eq!(nibbles.get(at), bound.min(15));
        }
        let mut table = TwoBitBuilder::new(3, 100).unwrap();
        let all = [(0, 0, 0), (1, 63, 1), (1, 64, 2), (2, 99, 0)];
        for (row, column, code) in all {
            let words = table.words_per_row();
            let cells = &mut table.words_mut()[row * words..][..words];
            assert!(set_if_unset(cells, column, code));
            assert!(!set_if_unset(cells, column, 3 - code));
        }
        let table = table.finish();
        for row in 0..3 {
            for column in 0..100 {
                let set = all.iter().find(|it| (it.0, it.1) == (row, column));
                assert_eq!(table.get(row, column), set.map_or(3, |it| it.2));
            }
        }
    }
}
