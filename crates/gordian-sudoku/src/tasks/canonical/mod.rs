//! The canonical form of a 9×9 puzzle.
//!
//! Two puzzles are equivalent if a symmetry ([`Transformation`]) maps one to the other. Of the
//! 3,359,232 · 9! images of a puzzle the canonical form is the lexicographically smallest, as a
//! text of 81 characters row by row with `0` for an empty cell. Players call it the *minlex* form
//! of solved grids, and the *row-minimal* form of puzzles.
//!
//! The smallest text has the smallest possible first row, among those the smallest second row, and
//! so on. So all images are built row by row in parallel, and only those with the smallest prefix
//! are kept. Few images suffice at the start:
//!
//! - A digit gets its new name at its first occurrence, so renaming costs nothing.
//! - In a puzzle the first row comes from a row or column with few givens, its empty cells first;
//!   only column orders that give this pattern are started (`first_rows::first_row_of_puzzle`).
//! - In a solved grid the first row is always `123456789`. The first two rows together leave at
//!   most 18 column orders for each of the 36 ways to choose them
//!   (`first_rows::first_rows_of_solved_grid`).
//! - Empty lines, bands and stacks are interchangeable; they are taken in their own order, and a
//!   formula counts the omitted images.
//!
//! The images that remain at the end are equal, so their number is the number of automorphisms.

mod first_rows;
mod rows;

use gordian_grid::Grid;
use rows::{Image, OrientedGrid};

use super::{TaskError, Transformation};

/// The canonical form of a 9×9 puzzle or grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    /// The 81 digits of the form row by row, 0 for an empty cell.
    pub digits: Vec<u8>,
    /// A symmetry that maps the puzzle to its form.
    pub transformation: Transformation,
    /// The number of symmetries, renaming included, that map the puzzle to itself: at least 1.
    /// Absent digits can be renamed freely; with `u` of them the number is a multiple of `u!`.
    pub automorphisms: u64,
}

/// Returns the canonical form of a puzzle: the lexicographically smallest of its images under the
/// symmetries of the 9×9 grid, as text with `0` for an empty cell.
///
/// The puzzle need not have a solution; its givens may contradict each other.
///
/// *Cost*: about 20 µs for solved grids and most puzzles; below a millisecond for the slowest known
/// puzzles, which have few givens. No search for solutions is made.
///
/// # Errors
///
/// Fails if the layout is not [`Layout::classic`](gordian_grid::Layout::classic), or if the puzzle
/// has pencil marks.
///
/// # Example
///
/// ```
/// use gordian_sudoku::tasks::canonical;
/// use gordian_grid::{Grid, Layout};
///
/// let mut givens = vec![0; 81];
/// givens[40] = 7;
/// let canonical = canonical(&Grid::new(Layout::classic(), givens))?;
/// assert_eq!(canonical.digits[..9], [0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(canonical.digits[80], 1);
/// # Ok::<(), gordian_sudoku::tasks::TaskError>(())
/// ```
pub fn canonical(puzzle: &Grid) -> Result<CanonicalForm, TaskError> {
    if !puzzle.layout.is_classic() {
        return Err(TaskError::NotClassic);
    }
    if puzzle.marks.is_some() {
        return Err(TaskError::PencilMarks);
    }
    let grid = OrientedGrid::new(&puzzle.givens);
    let mut images = if grid.is_solved() {
        first_rows::first_rows_of_solved_grid(&grid)
    } else {
        first_rows::first_row_of_puzzle(&grid)
    };
    while images[0].n_rows() < 9 {
        images = rows::append_minimal_row(&grid, &images);
    }
    let transformation = transformation(&images[0]);
    let unused: u64 = (1..=images[0].n_unused()).product();
    Ok(CanonicalForm {
        digits: transformation.apply(&puzzle.givens),
        transformation,
        automorphisms: images.len() as u64 * grid.n_empty_line_permutations() * unused,
    })
}

/// Returns the transformation that produces a complete image.
fn transformation(image: &Image) -> Transformation {
    let lines = |lines: &[u8; 9]| lines.map(usize::from);
    Transformation::from_lines(
        image.transposed(),
        &lines(image.rows()),
        &lines(image.columns()),
        &image.new_digits(),
    )
    .expect("an image is made of permutations")
}
