//! Transformations of grids: permutations of cells and of digits.

use gordian_core::Random;
use gordian_grid::Layout;

use super::TaskError;

/// A permutation of the cells of a grid together with a permutation of its digits.
///
/// Transformations that map houses to houses are the *symmetries* of a layout: they map puzzles to
/// equivalent puzzles. The symmetries of the 9×9 grid consist of digit permutations (9!),
/// permutations of the rows within bands (6³), of bands (6), of the columns within stacks (6³), of
/// stacks (6), and transposition (2): 3,359,232 · 9! in all.
///
/// *Shape*: the digit in cell `t` of the image is the renamed digit of cell `source(t)`.
///
/// # Example
///
/// ```
/// use gordian_sudoku::tasks::Transformation;
///
/// // Columns swapped in a 2×2 grid, then 1 and 2 renamed.
/// let swap = Transformation::from_lines(false, &[0, 1], &[1, 0], &[2, 1]).unwrap();
/// assert_eq!(swap.apply(&[1, 0, 0, 2]), [0, 2, 1, 0]);
/// assert_eq!(swap.inverse().apply(&[0, 2, 1, 0]), [1, 0, 0, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformation {
    sources: Vec<usize>,
    /// The new digit of `d` is at index `d`; 0 (no digit) stays 0.
    digits: Vec<u8>,
}

impl Transformation {
    /// Creates the transformation that puts the digit of cell `sources[t]`, renamed to `digits[d -
    /// 1]`, into cell `t`.
    ///
    /// # Errors
    ///
    /// Fails if `sources` (from 0) or `digits` (from 1) is not a permutation.
    pub fn new(sources: Vec<usize>, digits: &[u8]) -> Result<Self, TaskError> {
        check_permutation("cells", sources.iter().copied())?;
        check_permutation(
            "digits",
            digits.iter().map(|&digit| usize::from(digit).wrapping_sub(1)),
        )?;
        let digits = std::iter::once(0).chain(digits.iter().copied()).collect();
        Ok(Self { sources, digits })
    }

    /// Creates the transformation of a square grid that first transposes it, if `transpose`, then
    /// puts row `rows[i]` into row `i` and column `columns[j]` into column `j`, and renames digit
    /// `d` to `digits[d - 1]`.
    ///
    /// # Errors
    ///
    /// Fails if one of the three is not a permutation, or if there are not as many rows as columns.
    pub fn from_lines(
        transpose: bool,
        rows: &[usize],
        columns: &[usize],
        digits: &[u8],
    ) -> Result<Self, TaskError> {
        check_permutation("rows", rows.iter().copied())?;
        check_permutation("columns", columns.iter().copied())?;
        if rows.len() != columns.len() {
            return Err(TaskError::NotPermutation { what: "columns" });
        }
        let n = rows.len();
        let source = |(row, column): (usize, usize)| {
            if transpose { column * n + row } else { row * n + column }
        };
        let targets = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        Self::new(targets.map(source).collect(), digits)
    }

    /// Returns the identity transformation.
    #[must_use]
    pub fn identity(layout: &Layout) -> Self {
        let digits = (0..=64).take(layout.n() + 1).collect();
        Self { sources: (0..layout.n_cells()).collect(), digits }
    }

    /// Returns a uniformly random symmetry of a grid with or without boxes.
    ///
    /// # Errors
    ///
    /// Fails if the layout has houses other than rows, columns and boxes.
    pub fn random(layout: &Layout, random: &mut Random) -> Result<Self, TaskError> {
        let (height, width) = line_groups(layout)?;
        let transpose = height == width && random.flip();
        let rows = shuffled_lines(layout.n(), height, random);
        let columns = shuffled_lines(layout.n(), width, random);
        let mut digits: Vec<u8> = (1..=64).take(layout.n()).collect();
        random.shuffle(&mut digits);
        Self::from_lines(transpose, &rows, &columns, &digits)
    }

    /// Returns the cell whose digit is moved to cell `target`.
    #[must_use]
    pub fn source(&self, target: usize) -> usize {
        self.sources[target]
    }

    /// Returns the new digit of `digit`; 0 stays 0.
    #[must_use]
    pub fn map_digit(&self, digit: u8) -> u8 {
        self.digits[usize::from(digit)]
    }

    /// Applies the transformation to a grid; 0 stands for an empty cell.
    ///
    /// # Panics
    ///
    /// Panics if the grid has another size.
    #[must_use]
    pub fn apply(&self, grid: &[u8]) -> Vec<u8> {
        assert_eq!(grid.len(), self.sources.len(), "one number per cell");
        self.sources.iter().map(|&source| self.map_digit(grid[source])).collect()
    }

    /// Returns the composition: this transformation, then `next`.
    ///
    /// # Panics
    ///
    /// Panics if the two have different sizes.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.digits.len(), next.digits.len(), "the same size");
        Self {
            sources: next.sources.iter().map(|&middle| self.sources[middle]).collect(),
            digits: self.digits.iter().map(|&middle| next.map_digit(middle)).collect(),
        }
    }

    /// Returns the inverse transformation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        for (target, &source) in self.sources.iter().enumerate() {
            inverse.sources[source] = target;
        }
        for (digit, &name) in (0_u8..).zip(&self.digits) {
            inverse.digits[usize::from(name)] = digit;
        }
        inverse
    }
}

/// Returns how many adjacent rows and how many adjacent columns are interchangeable: those through
/// the same boxes, or all if there are no boxes.
pub(super) fn line_groups(layout: &Layout) -> Result<(usize, usize), TaskError> {
    let n = layout.n();
    match layout.box_size() {
        Some(size) if layout.houses().len() == 3 * n => Ok(size),
        None if layout.houses().len() == 2 * n => Ok((n, n)),
        _ => Err(TaskError::ExtraHouses),
    }
}

/// Returns a random permutation of the numbers below `n` that keeps groups of `group` neighbours
/// together.
fn shuffled_lines(n: usize, group: usize, random: &mut Random) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..n / group).collect();
    random.shuffle(&mut groups);
    let mut lines = Vec::with_capacity(n);
    for first in groups.into_iter().map(|number| number * group) {
        let start = lines.len();
        lines.extend(first..first + group);
        random.shuffle(&mut lines[start..]);
    }
    lines
}

fn check_permutation(
    what: &'static str,
    items: impl ExactSizeIterator<Item = usize>,
) -> Result<(), TaskError> {
    let mut seen = vec![false; items.len()];
    for item in items {
        match seen.get_mut(item) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(TaskError::NotPermutation { what }),
        }
    }
    Ok(())
}
