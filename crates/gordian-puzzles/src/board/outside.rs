//! Clues outside a board, beside its rows and columns.

use super::Size;

/// A value above each column and a value left of each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideClues<T> {
    /// Above the columns, from left to right.
    pub above: Vec<T>,
    /// Left of the rows, from top to bottom.
    pub left: Vec<T>,
}

impl<T: Clone> OutsideClues<T> {
    /// Returns clues of which all have the same value.
    #[must_use]
    pub fn new(size: Size, value: T) -> Self {
        Self { above: vec![value.clone(); size.columns], left: vec![value; size.rows] }
    }
}
