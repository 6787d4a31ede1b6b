//! Generates boards by a random walk that places the coins.

use gordian_core::{Cancel, Limit, Random};
use thiserror::Error;

use super::{Board, Config, find};

/// The board to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateConfig {
    /// Number of coins.
    pub coins: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Whether the walk must be unique for its start. Meant for boards of up to about 32 coins:
    /// larger boards rarely have a unique walk.
    pub unique: bool,
    /// The seed: equal configurations give equal boards.
    pub seed: u64,
}

impl GenerateConfig {
    /// Returns the configuration for a square board of which `coins` fill about 28%, with any
    /// number of walks.
    #[must_use]
    pub fn new(coins: usize, seed: u64) -> Self {
        let cells = coins.saturating_mul(100) / 28;
        // Rounded to the nearest side: 250 coins make 30 rows, 500 make 42.
        let side = cells.saturating_mul(4).isqrt().div_ceil(2);
        let side = side.max(coins.isqrt() + 1);
        Self { coins, rows: side, cols: side, unique: false, seed }
    }
}

/// A board with a walk that collects all its coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// The walk that made it, as positions in [`Board::coins`].
    pub walk: Vec<usize>,
}

impl Generated {
    /// Returns the first coin of the walk.
    #[must_use]
    pub fn start(&self) -> usize {
        self.walk[0]
    }
}

/// Why no board was generated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// All attempts failed; fewer coins or more cells help.
    #[error(
        "no board of {rows} rows, {cols} columns and {coins} coins was found in {attempts} attempts"
    )]
    Attempts {
        /// Number of coins asked for.
        coins: usize,
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
        /// The number of attempts.
        attempts: usize,
    },
    /// The board has fewer cells than coins, more than 2²⁴ cells, or no coin is asked for.
    #[error("a board of {rows} rows and {cols} columns cannot hold {coins} coins")]
    Size {
        /// Number of coins asked for.
        coins: usize,
        /// Number of rows asked for.
        rows: usize,
        /// Number of columns asked for.
        cols: usize,
    },
    /// A limit stopped the generation.
    #[error("stopped before a board was found ({0})")]
    Stopped(Limit),
}

/// The largest number of cells of a board.
const MAX_CELLS: usize = 1 << 24;

/// The largest number of attempts for one board.
const MAX_ATTEMPTS: usize = 20_000;

/// The largest number of nodes of a uniqueness check, after which the board is dropped.
const MAX_UNIQUE_NODES: u64 = 50_000;

/// Generates a board that has a walk.
///
/// The walk moves over an empty board and places a coin wherever it stops. Each jump goes in a
/// random direction to the first free cell with probability 1/2, to the second with 1/4, and so on.
/// A cell that was jumped over while empty stays empty, because a coin there would stop the jump.
/// Cells with coins can be jumped over, because the walk collects these coins earlier. So the
/// finished board allows the walk by construction.
///
/// *Cost*: coins × (rows + columns) per attempt, and one search per attempt if the walk must be
/// unique.
///
/// # Errors
///
/// [`GenerateError`] if the coins do not fit on the board, if all attempts ended in a dead end or
/// in a board with several walks, or if `cancel` stopped the generation.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_solve::goishi::{GenerateConfig, generate};
///
/// let config = GenerateConfig::new(30, 7);
/// let made = generate(&config, &Cancel::new()).expect("30 coins fit");
/// assert_eq!(made.board.coins().len(), 30);
/// assert_eq!(made.walk.len(), 30);
/// ```
pub fn generate(config: &GenerateConfig, cancel: &Cancel) -> Result<Generated, GenerateError> {
    let GenerateConfig { coins, rows, cols, unique, seed } = *config;
    let n_cells = rows.checked_mul(cols).filter(|&n| n <= MAX_CELLS);
    if coins == 0 || n_cells.is_none_or(|n| n < coins) {
        return Err(GenerateError::Size { coins, rows, cols });
    }
    let mut random = Random::new(seed);
    for _ in 0..MAX_ATTEMPTS {
        if let Some(limit) = cancel.stopped() {
            return Err(GenerateError::Stopped(limit));
        }
        let Some(places) = BoardBuilder::new(rows, cols).walk(coins, &mut random) else { continue };
        let made = numbered(rows, cols, &places);
        if !unique || is_only_walk(&made, cancel) {
            return Ok(made);
        }
    }
    Err(GenerateError::Attempts { coins, rows, cols, attempts: MAX_ATTEMPTS })
}

/// Returns the board of the coins at `places` and the walk along them in this order.
fn numbered(rows: usize, cols: usize, places: &[(usize, usize)]) -> Generated {
    let mut coins = places.to_vec();
    coins.sort_unstable();
    let board = Board::new(rows, cols, coins).expect("coins were put on free cells of the board");
    let walk = places
        .iter()
        .map(|&(row, col)| board.coin_at(row, col).expect("every place has a coin"))
        .collect();
    Generated { board, walk }
}

fn is_only_walk(made: &Generated, cancel: &Cancel) -> bool {
    let config = Config { seed: 0, max_walks: 2, max_nodes: Some(MAX_UNIQUE_NODES) };
    let found = find(&made.board, Some(made.start()), &config, cancel);
    found.walks.len() == 1 && found.stopped.is_none()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// A coin may still be placed here.
    Free,
    /// Jumped over while empty; must stay empty.
    Crossed,
    Coin,
}

/// A board under construction.
struct BoardBuilder {
    rows: usize,
    cols: usize,
    /// Row-major.
    cells: Vec<Cell>,
}

impl BoardBuilder {
    fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols, cells: vec![Cell::Free; rows * cols] }
    }

    /// Returns the cells of `n` coins in the order of a random walk, or `None` at a dead end.
    fn walk(mut self, n: usize, random: &mut Random) -> Option<Vec<(usize, usize)>> {
        let mut place = (random.below(self.rows), random.below(self.cols));
        let mut places = vec![place];
        let mut forbidden = None;
        self.cells[place.0 * self.cols + place.1] = Cell::Coin;
        while places.len() < n {
            let mut headings: Vec<usize> = (0..4).filter(|&way| Some(way) != forbidden).collect();
            random.shuffle(&mut headings);
            let (heading, ahead, free) = headings.into_iter().find_map(|heading| {
                let ahead = self.ahead(place, heading);
                let free: Vec<usize> = (0..ahead.len())
                    .filter(|&step| self.cells[ahead[step]] == Cell::Free)
                    .collect();
                (!free.is_empty()).then_some((heading, ahead, free))
            })?;
            let mut choice = 0;
            while choice + 1 < free.len() && random.flip() {
                choice += 1;
            }
            let jump = free[choice];
            for &cell in &ahead[..jump] {
                if self.cells[cell] == Cell::Free {
                    self.cells[cell] = Cell::Crossed;
                }
            }
            self.cells[ahead[jump]] = Cell::Coin;
            place = (ahead[jump] / self.cols, ahead[jump] % self.cols);
            forbidden = Some(heading ^ 2);
            places.push(place);
        }
        Some(places)
    }

    /// Returns the cells in one direction (0 up, 1 right, 2 down, 3 left), nearest first.
    fn ahead(&self, (row, col): (usize, usize), heading: usize) -> Vec<usize> {
        let at = |row: usize, col: usize| row * self.cols + col;
        match heading {
            0 => (0..row).rev().map(|row| at(row, col)).collect(),
            1 => (col + 1..self.cols).map(|col| at(row, col)).collect(),
            2 => (row + 1..self.rows).map(|row| at(row, col)).collect(),
            _ => (0..col).rev().map(|col| at(row, col)).collect(),
        }
    }
}
