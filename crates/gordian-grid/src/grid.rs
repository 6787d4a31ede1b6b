//! A grid: a layout with givens and pencil marks.

use crate::{Candidates, Layout};

/// A grid with givens and optional pencil marks.
///
/// No rule is applied: givens may contradict each other, and marks may exclude every digit.
///
/// # Example
///
/// ```
/// use gordian_grid::{Candidates, Grid, Layout};
///
/// let mut grid = Grid::new(Layout::boxes(2, 2)?, vec![0; 16]);
/// grid.givens[0] = 3;
/// let candidates = Candidates::of(&grid);
/// assert_eq!((candidates.mask(0), candidates.mask(1)), (0b100, 0b1111));
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The size, and the houses.
    pub layout: Layout,
    /// The given digits, row by row, one per cell; 0 for a cell without a given.
    pub givens: Vec<u8>,
    /// Pencil marks: a cell cannot hold digits outside its marks. `None` if nothing is marked.
    pub marks: Option<Candidates>,
}

impl Grid {
    /// Returns the grid with these givens and without pencil marks.
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

impl Candidates {
    /// Returns the initial state of a grid: its pencil marks if it has any, and only the given
    /// digit in cells with a given. No eliminations are made.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        let mut candidates = match &grid.marks {
            Some(marks) => marks.clone(),
            None => Self::all(&grid.layout),
        };
        for (cell, &digit) in grid.givens.iter().enumerate() {
            if digit != 0 {
                candidates.keep_only(cell, digit);
            }
        }
        candidates
    }
}
