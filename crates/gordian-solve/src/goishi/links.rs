//! The remaining coins as lists linked along rows and columns.

use gordian_core::{Index, index};

use super::Board;
use super::lines::LineBits;

index! {
    /// A coin, by its index in the board's list; one past the last means "no coin".
    pub(super) struct Coin;
}

/// A direction of movement: 0 up, 1 right, 2 down, 3 left; [`NO_HEADING`] before the first move.
pub(super) type Heading = usize;

/// The heading before the first move, which has no opposite.
pub(super) const NO_HEADING: Heading = 4;

/// Returns the opposite of `heading`; [`NO_HEADING`] is its own opposite.
pub(super) fn opposite(heading: Heading) -> Heading {
    if heading == NO_HEADING { NO_HEADING } else { heading ^ 2 }
}

/// The remaining coins, each linked to the next one in the four directions.
///
/// Coins are removed as from a linked list and restored in reverse order: a removed coin keeps its
/// own links, so both take the same four writes (Knuth's dancing links). "No coin" has an entry of
/// its own whose links are written and never read, which saves four branches.
#[derive(Clone, Debug)]
pub(super) struct CoinLinks {
    /// The next remaining coin of each coin, by heading.
    neighbours: Vec<[Coin; 4]>,
    /// The number of neighbours of each remaining coin.
    degrees: Vec<u8>,
    /// The number of remaining coins with at most one neighbour.
    n_leaves: usize,
    n_left: usize,
    /// Bit `c % 64` of word `c / 64`: coin `c` remains.
    left: Vec<u64>,
    lines: LineBits,
}

impl CoinLinks {
    /// Returns the links of the full board.
    pub(super) fn new(board: &Board) -> Self {
        let coins = board.coins();
        let n = coins.len();
        let none = Coin::from_usize(n);
        let mut neighbours = vec![[none; 4]; n + 1];
        let mut above = vec![none; n];
        let lines = LineBits::new(board);
        for coin in 0..n {
            let this = Coin::from_usize(coin);
            if coin > 0 && coins[coin - 1].0 == coins[coin].0 {
                neighbours[coin][3] = Coin::from_usize(coin - 1);
                neighbours[coin - 1][1] = this;
            }
            let up = std::mem::replace(&mut above[lines.column(this)], this);
            neighbours[coin][0] = up;
            neighbours[up.index()][2] = this;
        }
        let mut links = Self {
            neighbours,
            degrees: vec![0; n + 1],
            n_leaves: 0,
            n_left: n,
            left: vec![0; n.div_ceil(64)],
            lines,
        };
        for coin in 0..n {
            let degree = links.neighbours[coin].iter().filter(|&&other| other != none).count();
            links.degrees[coin] = u8::try_from(degree).expect("there are four directions");
            links.n_leaves += usize::from(degree <= 1);
            links.left[coin / 64] |= 1 << (coin % 64);
        }
        links
    }

    /// Returns the value that means "no coin".
    pub(super) fn none(&self) -> Coin {
        Coin::from_usize(self.neighbours.len() - 1)
    }

    /// Returns the neighbours of `coin`, by heading.
    pub(super) fn neighbours(&self, coin: Coin) -> [Coin; 4] {
        self.neighbours[coin.index()]
    }

    /// Returns the number of neighbours of `coin`, which must remain.
    pub(super) fn degree(&self, coin: Coin) -> u8 {
        self.degrees[coin.index()]
    }

    /// Returns whether `coin` has at most one neighbour.
    pub(super) fn is_leaf(&self, coin: Coin) -> bool {
        self.degree(coin) <= 1
    }

    /// Returns the number of leaves among the remaining coins.
    pub(super) fn n_leaves(&self) -> usize {
        self.n_leaves
    }

    /// Returns the number of remaining coins.
    pub(super) fn n_left(&self) -> usize {
        self.n_left
    }

    /// Returns the remaining coins as bits.
    pub(super) fn left(&self) -> &[u64] {
        &self.left
    }

    /// Removes `coin`, which must remain.
    pub(super) fn take(&mut self, coin: Coin) {
        let none = self.none();
        let neighbours = self.neighbours(coin);
        self.n_leaves -= usize::from(self.is_leaf(coin));
        for heading in 0..2 {
            let (a, b) = (neighbours[heading], neighbours[heading + 2]);
            self.neighbours[a.index()][heading + 2] = b;
            self.neighbours[b.index()][heading] = a;
            // With coins on both sides, each replaces the removed coin in the links of the other,
            // and their degrees do not change.
            if (a == none) != (b == none) {
                let end = if a == none { b } else { a };
                self.degrees[end.index()] -= 1;
                self.n_leaves += usize::from(self.degree(end) == 1);
            }
        }
        self.n_left -= 1;
        self.toggle(coin);
    }

    /// Restores `coin`, the last one removed.
    pub(super) fn put_back(&mut self, coin: Coin) {
        let none = self.none();
        let neighbours = self.neighbours(coin);
        for heading in 0..2 {
            let (a, b) = (neighbours[heading], neighbours[heading + 2]);
            self.neighbours[a.index()][heading + 2] = coin;
            self.neighbours[b.index()][heading] = coin;
            if (a == none) != (b == none) {
                let end = if a == none { b } else { a };
                self.n_leaves -= usize::from(self.degree(end) == 1);
                self.degrees[end.index()] += 1;
            }
        }
        self.n_leaves += usize::from(self.is_leaf(coin));
        self.n_left += 1;
        self.toggle(coin);
    }

    fn toggle(&mut self, coin: Coin) {
        self.left[coin.index() / 64] ^= 1 << (coin.index() % 64);
        self.lines.toggle(coin);
    }

    /// Returns whether the remaining coins are connected, given that they were before `coin` was
    /// removed as the last one.
    pub(super) fn still_connected(&mut self, coin: Coin) -> bool {
        let none = self.none();
        let [up, right, down, left] = self.neighbours(coin);
        let (row_empty, col_empty) = (right == none && left == none, up == none && down == none);
        row_empty || col_empty || self.lines.connects_lines(coin)
    }

    /// Returns whether all coins are connected, before any is removed.
    pub(super) fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.neighbours.len()];
        let mut open = vec![Coin::from_usize(0)];
        seen[0] = true;
        seen[self.none().index()] = true;
        while let Some(coin) = open.pop() {
            for other in self.neighbours(coin) {
                if !std::mem::replace(&mut seen[other.index()], true) {
                    open.push(other);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    /// Builds the links of a board with only the remaining coins.
    fn rebuilt(board: &Board, links: &CoinLinks) -> CoinLinks {
        let coins = board.coins().iter().enumerate();
        let left = coins.filter(|&(coin, _)| links.left[coin / 64] >> (coin % 64) & 1 == 1);
        let coins = left.map(|(_, &place)| place).collect();
        CoinLinks::new(&Board::new(board.rows(), board.cols(), coins).expect("coins are left"))
    }

    #[track_caller]
    fn check(rows: usize, cols: usize, n: usize, seed: u64) {
        let mut random = Random::new(seed);
        let mut cells: Vec<usize> = (0..rows * cols).collect();
        random.shuffle(&mut cells);
        let mut coins: Vec<_> = cells[..n].iter().map(|cell| (cell / cols, cell % cols)).collect();
        coins.sort_unstable();
        let board = Board::new(rows, cols, coins).expect("in order");
        let full = CoinLinks::new(&board);
        let mut links = full.clone();
        let mut order: Vec<Coin> = (0..n).map(Coin::from_usize).collect();
        random.shuffle(&mut order);
        let mut connected = links.is_connected();
        for &coin in &order[1..] {
            links.take(coin);
            let expected = rebuilt(&board, &links);
            // The incremental test requires that the coins were connected before.
            let still = links.still_connected(coin);
            assert!(!connected || still == expected.is_connected(), "{board:?} {coin:?}");
            connected = expected.is_connected();
            assert_eq!(links.n_leaves(), expected.n_leaves());
            assert_eq!(links.n_left(), expected.n_left());
        }
        for &coin in order[1..].iter().rev() {
            links.put_back(coin);
        }
        let none = full.none().index();
        assert_eq!(links.neighbours[..none], full.neighbours[..none]);
        assert_eq!((links.degrees, links.left), (full.degrees, full.left));
    }

    #[test]
    fn removing_and_restoring_coins_keeps_links_consistent() {
        for seed in 0..30 {
            check(6, 6, 16, seed);
            check(6, 6, 30, seed);
            check(3, 150, 150, seed);
            check(150, 3, 150, seed);
        }
    }
}
