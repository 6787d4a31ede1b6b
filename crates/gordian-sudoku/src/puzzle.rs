//! A grid with givens.

use crate::{Candidates, Layout};

/// A grid to be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The houses.
    pub layout: Layout,
    /// The given digits, row by row, one a cell; 0 where none is given.
    pub givens: Vec<u8>,
    /// Pencil marks: digits outside them are excluded. `None` where nothing was marked.
    pub marks: Option<Candidates>,
}

impl Puzzle {
    /// Returns the puzzle with these givens and without pencil marks.
    ///
    /// # Panics
    ///
    /// Panics if there is not one number from 0 to n a cell.
    #[must_use]
    pub fn new(layout: Layout, givens: Vec<u8>) -> Self {
        assert_eq!(givens.len(), layout.n_cells(), "one number a cell");
        assert!(givens.iter().all(|&digit| usize::from(digit) <= layout.n()), "digits up to n");
        Self { layout, givens, marks: None }
    }
}
