//! Which coins are left, row by row and column by column, as bits: to ask what hangs together.

use gordian_core::Index;

use super::Board;
use super::links::Coin;

/// Bits of the coins left, once by row and once by column.
///
/// Only rows and columns that have coins on the full board are kept, so that a line takes one word
/// up to 64 of them. Bit `k` of row `r` stands for the same coin as bit `r` of column `k`.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Row and column of each coin, counted among those that have coins.
    places: Vec<(usize, usize)>,
    /// Words of one line.
    words: usize,
    rows: Vec<u64>,
    cols: Vec<u64>,
    /// Scratch of [`Lines::hang_together`]: columns reached, as bits and in order.
    reached: Vec<u64>,
    queue: Vec<usize>,
}

/// Returns the place of each value among the different values, and how many those are.
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

impl Lines {
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

    /// Returns the column of `coin`, counted among those that have coins.
    pub(super) fn column(&self, coin: Coin) -> usize {
        self.places[coin.index()].1
    }

    /// Takes `coin` away, or puts it back.
    pub(super) fn toggle(&mut self, coin: Coin) {
        let (row, col) = self.places[coin.index()];
        self.rows[row * self.words + col / 64] ^= 1 << (col % 64);
        self.cols[col * self.words + row / 64] ^= 1 << (row % 64);
    }

    /// Returns whether a chain of coins, neighbours in it sharing a row or column, leads from the
    /// column of `coin` to its row; `coin` itself is taken away and neither line is empty.
    ///
    /// Cost: at worst one pass over all lines; where coins are dense, a few words.
    pub(super) fn hang_together(&mut self, coin: Coin) -> bool {
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
