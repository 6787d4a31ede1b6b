//! The board of the search.

use thiserror::Error;

/// Coins on a grid.
///
/// # Example
///
/// ```
/// use gordian_solve::goishi::Board;
///
/// let board = Board::new(2, 3, vec![(0, 0), (0, 2), (1, 2)]).expect("three coins on the board");
/// assert_eq!(board.coins()[1], (0, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    cols: usize,
    coins: Vec<(usize, usize)>,
}

/// Why a list of coins is not a valid board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The board has no coins.
    #[error("the board has no coins")]
    Empty,
    /// A coin lies beyond the last row or column.
    #[error(
        "coin at row {row}, column {col} lies outside a board of {rows} rows and {cols} columns (counted from 0)"
    )]
    Outside {
        /// Row of the coin, from zero.
        row: usize,
        /// Column of the coin, from zero.
        col: usize,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// A coin is listed twice, or before one that lies above it or to its left in the same row.
    #[error(
        "coin at row {row}, column {col} is listed twice or out of row-major order (counted from 0)"
    )]
    Order {
        /// Row of the later listed coin, from zero.
        row: usize,
        /// Column of the later listed coin, from zero.
        col: usize,
    },
}

impl Board {
    /// Returns the board of `rows` by `cols` cells with coins at `coins`.
    ///
    /// `coins` are (row, column), from zero, row-major: top row first, left to right in a row.
    /// Their positions in this list are the coin numbers that walks consist of.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if there are no coins, one lies outside, or they are not in strictly
    /// increasing order.
    pub fn new(rows: usize, cols: usize, coins: Vec<(usize, usize)>) -> Result<Self, BoardError> {
        if coins.is_empty() {
            return Err(BoardError::Empty);
        }
        if let Some(&(row, col)) = coins.iter().find(|&&(row, col)| row >= rows || col >= cols) {
            return Err(BoardError::Outside { row, col, rows, cols });
        }
        if let Some(pair) = coins.windows(2).find(|pair| pair[0] >= pair[1]) {
            let (row, col) = pair[1];
            return Err(BoardError::Order { row, col });
        }
        Ok(Self { rows, cols, coins })
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the coins as (row, column), from zero, row-major.
    #[must_use]
    pub fn coins(&self) -> &[(usize, usize)] {
        &self.coins
    }

    /// Returns the number of the coin at `row`, `col`, or `None` if there is no coin.
    #[must_use]
    pub fn coin_at(&self, row: usize, col: usize) -> Option<usize> {
        self.coins.binary_search(&(row, col)).ok()
    }
}
