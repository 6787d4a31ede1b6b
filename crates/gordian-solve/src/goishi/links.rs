//! The coins that are left, as lists linked along rows and columns.

use gordian_core::{Index, index};

use super::Board;
use super::lines::Lines;

index! {
    /// A coin, by its position in the board's list; one past the last stands for "no coin".
    pub(super) struct Coin;
}

/// A direction of movement: 0 up, 1 right, 2 down, 3 left; [`STANDING`] before the first move.
pub(super) type Heading = usize;

/// Not a direction: nothing was moved yet, so nothing is against it.
pub(super) const STANDING: Heading = 4;

/// Returns the direction against `heading`, or [`STANDING`] if there is none.
pub(super) fn back(heading: Heading) -> Heading {
    if heading == STANDING { STANDING } else { heading ^ 2 }
}

/// The coins left, each knowing the next one in the four directions.
///
/// Coins are taken as in a linked list, and put back in the opposite order: a taken coin keeps its
/// own links, so both take the same four writes (Knuth's dancing links). "No coin" is a place of
/// its own whose links are written and never read, which saves four branches.
#[derive(Clone, Debug)]
pub(super) struct Links {
    /// Per coin the next coin left, by heading.
    near: Vec<[Coin; 4]>,
    /// Per coin in how many directions there is a coin left; kept for coins that are left.
    degrees: Vec<u8>,
    /// Coins left with a degree of at most 1.
    n_leaves: usize,
    n_left: usize,
    /// Bit `c % 64` of word `c / 64`: coin `c` is left.
    left: Vec<u64>,
    lines: Lines,
}

impl Links {
    /// Returns the links of the full board.
    pub(super) fn new(board: &Board) -> Self {
        let coins = board.coins();
        let n = coins.len();
        let none = Coin::from_usize(n);
        let mut near = vec![[none; 4]; n + 1];
        let mut above = vec![none; n];
        let lines = Lines::new(board);
        for coin in 0..n {
            let this = Coin::from_usize(coin);
            if coin > 0 && coins[coin - 1].0 == coins[coin].0 {
                near[coin][3] = Coin::from_usize(coin - 1);
                near[coin - 1][1] = this;
            }
            let up = std::mem::replace(&mut above[lines.column(this)], this);
            near[coin][0] = up;
            near[up.index()][2] = this;
        }
        let mut links = Self {
            near,
            degrees: vec![0; n + 1],
            n_leaves: 0,
            n_left: n,
            left: vec![0; n.div_ceil(64)],
            lines,
        };
        for coin in 0..n {
            let degree = links.near[coin].iter().filter(|&&other| other != none).count();
            links.degrees[coin] = u8::try_from(degree).expect("there are four directions");
            links.n_leaves += usize::from(degree <= 1);
            links.left[coin / 64] |= 1 << (coin % 64);
        }
        links
    }

    /// Returns the mark for "no coin".
    pub(super) fn none(&self) -> Coin {
        Coin::from_usize(self.near.len() - 1)
    }

    /// Returns the next coins left around `coin`, by heading.
    pub(super) fn near(&self, coin: Coin) -> [Coin; 4] {
        self.near[coin.index()]
    }

    /// Returns in how many directions from `coin`, which is left, there is a coin left.
    pub(super) fn degree(&self, coin: Coin) -> u8 {
        self.degrees[coin.index()]
    }

    /// Returns whether `coin` has coins in at most one direction.
    pub(super) fn is_leaf(&self, coin: Coin) -> bool {
        self.degree(coin) <= 1
    }

    /// Returns how many of the coins left are leaves.
    pub(super) fn n_leaves(&self) -> usize {
        self.n_leaves
    }

    /// Returns how many coins are left.
    pub(super) fn n_left(&self) -> usize {
        self.n_left
    }

    /// Returns the coins left as bits.
    pub(super) fn left(&self) -> &[u64] {
        &self.left
    }

    /// Takes `coin`, which is left.
    pub(super) fn take(&mut self, coin: Coin) {
        let none = self.none();
        let near = self.near(coin);
        self.n_leaves -= usize::from(self.is_leaf(coin));
        for heading in 0..2 {
            let (a, b) = (near[heading], near[heading + 2]);
            self.near[a.index()][heading + 2] = b;
            self.near[b.index()][heading] = a;
            // Between two coins the one takes the place of the taken one in the other's links.
            if (a == none) != (b == none) {
                let end = if a == none { b } else { a };
                self.degrees[end.index()] -= 1;
                self.n_leaves += usize::from(self.degree(end) == 1);
            }
        }
        self.n_left -= 1;
        self.toggle(coin);
    }

    /// Puts back `coin`, the last one taken.
    pub(super) fn put_back(&mut self, coin: Coin) {
        let none = self.none();
        let near = self.near(coin);
        for heading in 0..2 {
            let (a, b) = (near[heading], near[heading + 2]);
            self.near[a.index()][heading + 2] = coin;
            self.near[b.index()][heading] = coin;
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

    /// Returns whether the coins left hang together, if they did before `coin` was taken as the
    /// last one.
    pub(super) fn still_connected(&mut self, coin: Coin) -> bool {
        let none = self.none();
        let [up, right, down, left] = self.near(coin);
        let (row_empty, col_empty) = (right == none && left == none, up == none && down == none);
        row_empty || col_empty || self.lines.hang_together(coin)
    }

    /// Returns whether all coins hang together; none is taken yet.
    pub(super) fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.near.len()];
        let mut open = vec![Coin::from_usize(0)];
        seen[0] = true;
        seen[self.none().index()] = true;
        while let Some(coin) = open.pop() {
            for other in self.near(coin) {
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

    /// The coins left as a board of their own, which knows nothing of those taken.
    fn rebuilt(board: &Board, links: &Links) -> Links {
        let coins = board.coins().iter().enumerate();
        let left = coins.filter(|&(coin, _)| links.left[coin / 64] >> (coin % 64) & 1 == 1);
        let coins = left.map(|(_, &place)| place).collect();
        Links::new(&Board::new(board.rows(), board.cols(), coins).expect("coins are left"))
    }

    #[track_caller]
    fn check(rows: usize, cols: usize, n: usize, seed: u64) {
        let mut random = Random::new(seed);
        let mut cells: Vec<usize> = (0..rows * cols).collect();
        random.shuffle(&mut cells);
        let mut coins: Vec<_> = cells[..n].iter().map(|cell| (cell / cols, cell % cols)).collect();
        coins.sort_unstable();
        let board = Board::new(rows, cols, coins).expect("in order");
        let full = Links::new(&board);
        let mut links = full.clone();
        let mut order: Vec<Coin> = (0..n).map(Coin::from_usize).collect();
        random.shuffle(&mut order);
        let mut connected = links.is_connected();
        for &coin in &order[1..] {
            links.take(coin);
            let expected = rebuilt(&board, &links);
            // The question is only asked where all hung together before.
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
        assert_eq!(links.near[..none], full.near[..none]);
        assert_eq!((links.degrees, links.left), (full.degrees, full.left));
    }

    #[test]
    fn taking_and_putting_back() {
        for seed in 0..30 {
            check(6, 6, 16, seed);
            check(6, 6, 30, seed);
            check(3, 150, 150, seed);
            check(150, 3, 150, seed);
        }
    }
}
