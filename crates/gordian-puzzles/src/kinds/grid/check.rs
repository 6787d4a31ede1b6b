//! The rules of a grid, by plain loops over the solution.
//!
//! No algorithm is shared with solvers. The grid says which regions, groups and diagonals there
//! are; which cells a row, a column or a diagonal has is repeated here: otherwise a mistake in the
//! houses of [`Layout`](gordian_grid::Layout) would affect both and remain undetected.

use gordian_grid::{Grid, HouseKind};
use thiserror::Error;

use super::{GridPuzzle, Rule};
use crate::board::cell::{Cell, count_noun, joined_with_and, times_word};

/// A rule of a grid that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridViolation {
    /// The solution does not have one digit for each cell.
    #[error("the grid has {}, the solution {found}", count_noun(*expected, "cell"))]
    WrongNumberOfCells {
        /// n·n.
        expected: usize,
        /// The number of digits in the solution.
        found: usize,
    },
    /// A cell holds a value outside 1 to n.
    #[error("{cell} holds {digit}, which is not between 1 and {n}")]
    OutOfRange {
        /// The cell.
        cell: Cell,
        /// The value in the solution.
        digit: u8,
        /// The largest digit.
        n: usize,
    },
    /// A given digit was changed.
    #[error("{cell} holds {digit}, but {given} is given there")]
    GivenChanged {
        /// The cell.
        cell: Cell,
        /// The given digit.
        given: u8,
        /// The digit in the solution.
        digit: u8,
    },
    /// A cell holds a digit that its pencil marks exclude.
    #[error("{cell} holds {digit}, which its marks exclude")]
    ExcludedByMarks {
        /// The cell.
        cell: Cell,
        /// The digit in the solution.
        digit: u8,
    },
    /// A digit repeats in a house.
    #[error("{house} has {digit} {}, at {}", times_word(cells.len()), joined_with_and(cells))]
    Repeated {
        /// The name of the row, column, region, diagonal, group or rule.
        house: String,
        /// The digit.
        digit: u8,
        /// Every cell that holds it.
        cells: Vec<Cell>,
    },
    /// The digits of a cage have a different sum.
    #[error("{rule} adds up to {found} instead of {expected}")]
    WrongSum {
        /// The name of the rule.
        rule: String,
        /// The required sum.
        expected: usize,
        /// The sum in the solution.
        found: usize,
    },
    /// A cell is not filled in.
    #[error("{cell} is not filled in")]
    NotFilled {
        /// The cell.
        cell: Cell,
    },
}

/// Checks a solution of a grid without variant rules; otherwise as [`GridPuzzle::check`].
///
/// # Errors
///
/// Returns every rule that the solution breaks.
///
/// # Example
///
/// ```
/// use gordian_grid::{Grid, Layout};
/// use gordian_puzzles::grid::check;
///
/// let grid = Grid::new(Layout::latin(2)?, vec![0; 4]);
/// assert!(check(&grid, &[1, 2, 2, 1]).is_ok());
/// let broken = check(&grid, &[1, 2, 1, 2]).unwrap_err();
/// assert_eq!(broken[0].to_string(), "column 1 has 1 twice, at r1c1 and r2c1");
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
pub fn check(grid: &Grid, solution: &[u8]) -> Result<(), Vec<GridViolation>> {
    check_with_rules(grid, &[], solution)
}

impl GridPuzzle {
    /// Checks a solution by the rules of the puzzle.
    ///
    /// *Shape*: n·n digits, row by row. *Cost*: proportional to the number of cells times n.
    ///
    /// # Errors
    ///
    /// Returns every rule that the solution breaks. For a solution of the wrong length, with cells
    /// that are not filled in (0) or with values out of range, returns only these errors.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{GridPuzzle, parse};
    ///
    /// let puzzle = parse("kind = 'grid'\nsize = 2\nregions = 'none'").unwrap();
    /// let puzzle = puzzle.as_kind::<GridPuzzle>().unwrap();
    /// assert!(puzzle.check(&[1, 2, 2, 1]).is_ok());
    /// let broken = puzzle.check(&[1, 2, 1, 2]).unwrap_err();
    /// assert_eq!(broken[0].to_string(), "column 1 has 1 twice, at r1c1 and r2c1");
    /// ```
    pub fn check(&self, solution: &[u8]) -> Result<(), Vec<GridViolation>> {
        check_with_rules(&self.grid, &self.rules, solution)
    }
}

fn check_with_rules(
    grid: &Grid,
    rules: &[Rule],
    solution: &[u8],
) -> Result<(), Vec<GridViolation>> {
    let n = grid.layout.n();
    if solution.len() != n * n {
        let (expected, found) = (n * n, solution.len());
        return Err(vec![GridViolation::WrongNumberOfCells { expected, found }]);
    }
    let mut broken = Vec::new();
    for row in 0..n {
        for column in 0..n {
            let (cell, digit) = (Cell::new(row, column), solution[row * n + column]);
            if digit == 0 {
                broken.push(GridViolation::NotFilled { cell });
            } else if usize::from(digit) > n {
                broken.push(GridViolation::OutOfRange { cell, digit, n });
            }
        }
    }
    if !broken.is_empty() {
        return Err(broken);
    }
    check_givens(grid, solution, &mut broken);
    check_lines(grid, solution, &mut broken);
    for kind in [HouseKind::Region, HouseKind::Group] {
        for house in grid.layout.houses_of(kind) {
            let cells = house.cells.iter().map(|&cell| (Cell::of_index(cell, n), solution[cell]));
            broken.extend(check_different(&house.name, cells, n));
        }
    }
    for Rule::Cells(cage) in rules {
        if cage.distinct {
            let cells = cage.cells.iter().map(|&cell| (cell, solution[cell.index(n)]));
            broken.extend(check_different(&cage.name, cells, n));
        }
    }
    check_sums(n, rules, solution, &mut broken);
    check_marks(grid, solution, &mut broken);
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

fn check_givens(grid: &Grid, solution: &[u8], broken: &mut Vec<GridViolation>) {
    for (i, (&given, &digit)) in grid.givens.iter().zip(solution).enumerate() {
        if given != 0 && given != digit {
            let cell = Cell::of_index(i, grid.layout.n());
            broken.push(GridViolation::GivenChanged { cell, given, digit });
        }
    }
}

fn check_lines(grid: &Grid, solution: &[u8], broken: &mut Vec<GridViolation>) {
    let n = grid.layout.n();
    let at = |row: usize, column: usize| (Cell::new(row, column), solution[row * n + column]);
    for row in 0..n {
        let cells = (0..n).map(|column| at(row, column));
        broken.extend(check_different(&format!("row {}", row + 1), cells, n));
    }
    for column in 0..n {
        let cells = (0..n).map(|row| at(row, column));
        broken.extend(check_different(&format!("column {}", column + 1), cells, n));
    }
    for house in grid.layout.houses() {
        match house.kind {
            HouseKind::MainDiagonal => {
                broken.extend(check_different("main diagonal", (0..n).map(|i| at(i, i)), n));
            }
            HouseKind::AntiDiagonal => {
                let cells = (0..n).map(|i| at(i, n - 1 - i));
                broken.extend(check_different("anti-diagonal", cells, n));
            }
            HouseKind::Row | HouseKind::Column | HouseKind::Region | HouseKind::Group => {}
        }
    }
}

fn check_sums(n: usize, rules: &[Rule], solution: &[u8], broken: &mut Vec<GridViolation>) {
    for Rule::Cells(cage) in rules {
        let digits = cage.cells.iter().map(|cell| solution[cell.index(n)]);
        let found = digits.map(usize::from).sum();
        if found != cage.sum {
            let (rule, expected) = (cage.name.clone(), cage.sum);
            broken.push(GridViolation::WrongSum { rule, expected, found });
        }
    }
}

fn check_marks(grid: &Grid, solution: &[u8], broken: &mut Vec<GridViolation>) {
    let Some(marks) = &grid.marks else { return };
    for (i, (&mask, &digit)) in marks.masks().iter().zip(solution).enumerate() {
        if mask >> (digit - 1) & 1 == 0 {
            let cell = Cell::of_index(i, grid.layout.n());
            broken.push(GridViolation::ExcludedByMarks { cell, digit });
        }
    }
}

/// Returns a violation for each digit from 1 to n that occurs more than once.
fn check_different(
    house: &str,
    cells: impl Iterator<Item = (Cell, u8)>,
    n: usize,
) -> impl Iterator<Item = GridViolation> {
    let mut holders: Vec<Vec<Cell>> = vec![Vec::new(); n + 1];
    for (cell, digit) in cells {
        holders[usize::from(digit)].push(cell);
    }
    (0_u8..).zip(holders).filter(|(_, cells)| cells.len() > 1).map(move |(digit, cells)| {
        GridViolation::Repeated { house: house.to_owned(), digit, cells }
    })
}
