//! Cells of boards, and words for messages.

use std::fmt;

/// A cell of a board; rows and columns are counted from 0.
///
/// Displayed and written in files counted from 1: the top left cell is `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 on the left.
    pub column: usize,
}

impl Cell {
    /// Returns the cell in `row` and `column`, both counted from 0.
    #[must_use]
    pub fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }

    /// Returns the cell with this row-major index, from 0, on a board with `columns` columns.
    #[must_use]
    pub fn of_index(index: usize, columns: usize) -> Self {
        Self { row: index / columns, column: index % columns }
    }

    /// Returns the row-major index, from 0, on a board with `columns` columns.
    #[must_use]
    pub fn index(self, columns: usize) -> usize {
        self.row * columns + self.column
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// Joins items in the form `a`, `a and b`, `a, b and c`.
pub(crate) fn joined_with_and<T: fmt::Display>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Returns a number of things: `1 cell`, `2 cells`.
pub(crate) fn count_noun(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Returns a number of occurrences in words: `once`, `twice`, `3 times`.
pub(crate) fn times_word(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}
