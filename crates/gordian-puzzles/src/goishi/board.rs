//! A board of coins and its drawing.

use std::fmt::Write;

use crate::board::cell::Cell;
use crate::puzzle::Metadata;

/// A Golden Waste board.
///
/// A board constructed in code must satisfy the invariants of the fields; the functions of this crate may
/// panic otherwise. A board that was read from a file satisfies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goishi {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The number of rows: 1 to [`Goishi::MAX_SIDE`].
    pub rows: usize,
    /// The number of columns: 1 to [`Goishi::MAX_SIDE`].
    pub columns: usize,
    /// The places of the coins, row by row, each once, at least one.
    pub coins: Vec<Cell>,
    /// The coin that must be picked up first; `None` where any may be.
    pub start: Option<Cell>,
}

impl Goishi {
    /// The largest number of rows and of columns.
    pub const MAX_SIDE: usize = 1000;

    /// Draws the board with the coins of `walk` numbered in the order in which they are picked up.
    ///
    /// Without a walk, `1` is the first coin and `o` any other coin. A coin that is not in the walk is drawn
    /// as `o`, an empty place as `·`. Every line ends with a line break.
    ///
    /// *Shape*: places of the walk outside the board are ignored.
    #[must_use]
    pub fn draw(&self, walk: Option<&[Cell]>) -> String {
        let start: Vec<Cell> = self.start.into_iter().collect();
        let walk = walk.unwrap_or(&start);
        let mut marks = vec![None; self.rows * self.columns];
        for coin in &self.coins {
            marks[coin.index(self.columns)] = Some(0);
        }
        let on_board = |cell: &Cell| cell.row < self.rows && cell.column < self.columns;
        for (step, cell) in walk.iter().enumerate().filter(|(_, cell)| on_board(cell)) {
            marks[cell.index(self.columns)] = Some(step + 1);
        }
        let width = walk.len().max(1).to_string().len();
        let mut out = String::new();
        for row in marks.chunks(self.columns) {
            for (column, mark) in row.iter().enumerate() {
                let text = match mark {
                    None => "·".to_owned(),
                    Some(0) => "o".to_owned(),
                    Some(step) => step.to_string(),
                };
                let gap = if column == 0 { "" } else { " " };
                write!(out, "{gap}{text:>width$}").expect("writing to a string cannot fail");
            }
            out.push('\n');
        }
        out
    }
}
