//! The canonical form of a 9×9 puzzle.
//!
//! Two puzzles are the same to every solver if a symmetry ([`Transformation`]) turns one into the
//! other. Of all the 3,359,232 · 9! images of a puzzle the canonical form is the one whose text, 81
//! characters row by row with `0` for an empty cell, comes first: the smallest number of 81 digits.
//! For solved grids players call it the *minlex* form, for puzzles the *row-minimal* form.
//!
//! How it is found: the smallest text has the smallest possible first row, among those the smallest
//! second row, and so on. So the images are built row by row, all at once, and only those that are
//! still smallest live on. What makes it fast is how few there are to begin with:
//!
//! - A digit's new name is given where it first appears: the renaming costs nothing.
//! - In a puzzle the first row comes from a row or column with few givens, its empty cells first;
//!   only the orders of columns that give this pattern are begun with (`start::puzzles`).
//! - In a solved grid the first row is always `123456789`. The two first rows together leave at most
//!   18 orders of columns for each of the 36 ways to choose them (`start::solved`).
//! - Lines, bands and stacks that are empty are interchangeable; they are taken in their own order,
//!   and the images that this leaves out are counted by a formula.
//!
//! The images that remain at the end are equal, so their number is the number of automorphisms.

mod rows;
mod start;

use rows::{Grid, Image};

use super::{TaskError, Transformation};
use crate::Puzzle;

/// The canonical form of a 9×9 puzzle or grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    /// The form: 81 digits row by row, 0 for an empty cell.
    pub digits: Vec<u8>,
    /// A symmetry that turns the puzzle into it.
    pub transformation: Transformation,
    /// How many symmetries, renaming included, leave the puzzle as it is: 1 or more. Digits that
    /// do not occur can be renamed at will; with `u` of them the number is a multiple of `u!`.
    pub automorphisms: u64,
}

/// Returns the canonical form of a puzzle: the smallest of all its images under the symmetries of
/// the 9×9 grid, as text with `0` for an empty cell.
///
/// The puzzle need not have a solution, and its givens may even contradict each other.
///
/// *Cost*: about 20 µs for a solved grid, as much for most puzzles; the worst known, with a few
/// givens, below a millisecond. No search for solutions is made.
///
/// # Errors
///
/// Fails if the layout is not [`Layout::classic`](crate::Layout::classic), or if the puzzle has
/// pencil marks.
///
/// # Example
///
/// ```
/// use gordian_sudoku::tasks::canonical;
/// use gordian_sudoku::{Layout, Puzzle};
///
/// let mut givens = vec![0; 81];
/// givens[40] = 7;
/// let canonical = canonical(&Puzzle::new(Layout::classic(), givens))?;
/// assert_eq!(canonical.digits[..9], [0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(canonical.digits[80], 1);
/// # Ok::<(), gordian_sudoku::tasks::TaskError>(())
/// ```
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalForm, TaskError> {
    if !puzzle.layout.is_classic() {
        return Err(TaskError::NotClassic);
    }
    if puzzle.marks.is_some() {
        return Err(TaskError::PencilMarks);
    }
    let grid = Grid::new(&puzzle.givens);
    let mut images = if grid.is_solved() { start::solved(&grid) } else { start::puzzles(&grid) };
    while images[0].n_rows() < 9 {
        images = rows::smallest_next(&grid, &images);
    }
    let transformation = transformation(&images[0]);
    let unused: u64 = (1..=images[0].n_unused()).product();
    Ok(CanonicalForm {
        digits: transformation.apply(&puzzle.givens),
        transformation,
        automorphisms: images.len() as u64 * grid.n_empty_orders() * unused,
    })
}

/// Returns the transformation that makes a complete image.
fn transformation(image: &Image) -> Transformation {
    let lines = |lines: &[u8; 9]| lines.map(usize::from);
    Transformation::from_lines(
        image.transposed(),
        &lines(image.rows()),
        &lines(image.columns()),
        &image.names(),
    )
    .expect("an image is made of permutations")
}
