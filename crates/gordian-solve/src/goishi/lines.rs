//! The remaining coins as bits, by row and by column, for connectivity tests.

use gordian_core::Index;

use super::Board;
use super::links::Coin;

/// The remaining coins as bits, by row and by column.
///
/// Only rows and columns that have coins on the full board are stored, so a line takes one word per
/// 64 of them. Bit `k` of row `r` and bit `r` of column `k` are the same coin.
#[derive(Clone, Debug)]
pub(super) struct LineBits {
    /// Row and column of each coin, numbered among the lines that have coins.
    places: Vec<(usize, usize)>,
    /// Words of one line.
    words: usize,
    rows: Vec<u64>,
    cols: Vec<u64>,
    /// Scratch space of [`LineBits::connects_lines`]: columns reached, as bits and in order.
    reached: Vec<u64>,
    queue: Vec<usize>,
}

/// Returns the rank of each value among the distinct values, and the number of distinct values.
fn ranks(values: Vec<usize>) -> (Vec<usize>, usize) {
    let mut different = values.clone();
    different.sort_unstable();
    different.dedup();
    let ranks = values
        .iter()
        .map(|value| different.binary_search(value).expect("every value is among them"))
        .collect();
    (ranks, different.len())
}

/// Returns the positions of the ones in `words`, in order.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
            .take_while(|&word| word != 0)
            .map(move |word| index * 64 + word.trailing_zeros() as usize)
    })
}

impl LineBits {
    /// Returns the bits of the full board.
    pub(super) fn new(board: &Board) -> Self {
        let (rows, n_rows) = ranks(board.coins().iter().map(|coin| coin.0).collect());
        let (cols, n_cols) = ranks(board.coins().iter().map(|coin| coin.1).collect());
        let words = n_rows.max(n_cols).div_ceil(64);
        let mut lines = Self {
            places: rows.into_iter().zip(cols).collect(),
            words,
            rows: vec![0; n_rows * words],
            cols: vec![0; n_cols * words],
            reached: vec![0; words],
            queue: Vec::with_capacity(n_cols),
        };
        for coin in 0..lines.places.len() {
            lines.toggle(Coin::from_usize(coin));
        }
        lines
    }

    /// Returns the column of `coin`, numbered among the columns that have coins.
    pub(super) fn column(&self, coin: Coin) -> usize {
        self.places[coin.index()].1
    }

    /// Removes or restores `coin`.
    pub(super) fn toggle(&mut self, coin: Coin) {
        let (row, col) = self.places[coin.index()];
        self.rows[row * self.words + col / 64] ^= 1 << (col % 64);
        self.cols[col * self.words + row / 64] ^= 1 << (row % 64);
    }

    /// Returns whether the column and the row of `coin` are connected by coins that pairwise share
    /// a row or column. `coin` itself is removed, and neither line is empty.
    ///
    /// *Cost*: at worst one pass over all lines; a few words where coins are dense.
    pub(super) fn connects_lines(&mut self, coin: Coin) -> bool {
        let words = self.words;
        let (row, col) = self.places[coin.index()];
        let goal = &self.rows[row * words..][..words];
        self.reached.fill(0);
        self.reached[col / 64] |= 1 << (col % 64);
        self.queue.clear();
        self.queue.push(col);
        let mut n_done = 0;
        while let Some(&col) = self.queue.get(n_done) {
            n_done += 1;
            for row in ones(&self.cols[col * words..][..words]) {
                let cells = &self.rows[row * words..][..words];
                if cells.iter().zip(goal).any(|(cells, goal)| cells & goal != 0) {
                    return true;
                }
                for (index, (&cells, reached)) in cells.iter().zip(&mut self.reached).enumerate() {
                    let fresh = [cells & !*reached];
                    *reached |= cells;
                    self.queue.extend(ones(&fresh).map(|col| index * 64 + col));
                }
            }
        }
        false
    }
}
