//! A grid with givens.

use crate::{Candidates, Layout};

/// A Sudoku puzzle: a layout with givens and optional pencil marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The houses.
    pub layout: Layout,
    /// The given digits, row by row, one per cell; 0 for a cell without a given.
    pub givens: Vec<u8>,
    /// Pencil marks: a cell cannot hold digits outside its marks. `None` if nothing is marked.
    pub marks: Option<Candidates>,
}

impl Puzzle {
    /// Returns the puzzle with these givens and without pencil marks.
    ///
    /// # Panics
    ///
    /// Panics if `givens` does not have one number from 0 to n per cell.
    #[must_use]
    pub fn new(layout: Layout, givens: Vec<u8>) -> Self {
        assert_eq!(givens.len(), layout.n_cells(), "one number per cell");
        assert!(givens.iter().all(|&digit| usize::from(digit) <= layout.n()), "digits up to n");
        Self { layout, givens, marks: None }
    }
}
