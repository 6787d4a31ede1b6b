//! The rules of a grid, by plain loops over the solution.
//!
//! No code is shared with solvers, not even [`Grid::houses`]: otherwise a mistake in the list of houses
//! would affect both and remain undetected.

use thiserror::Error;

use super::{Diagonal, Grid, Rule};
use crate::board::cell::{Cell, joined_with_and, times_word};

/// A rule of a grid that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridViolation {
    /// The solution does not have one digit for each cell.
    #[error("the grid has {expected} cells, the solution {found}")]
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
}

impl Grid {
    /// Checks a solution by the rules of the puzzle.
    ///
    /// *Shape*: n·n digits, row by row. *Cost*: proportional to the number of cells times n.
    ///
    /// # Errors
    ///
    /// Returns every rule that the solution breaks. For a solution of the wrong length or with values out
    /// of range, returns only these errors.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{Grid, parse};
    ///
    /// let puzzle = parse("kind = 'grid'\nsize = 2\nregions = 'none'").unwrap();
    /// let grid = puzzle.as_kind::<Grid>().unwrap();
    /// assert!(grid.check(&[1, 2, 2, 1]).is_ok());
    /// let broken = grid.check(&[1, 2, 1, 2]).unwrap_err();
    /// assert_eq!(broken[0].to_string(), "column 1 has 1 twice, at r1c1 and r2c1");
    /// ```
    pub fn check(&self, solution: &[u8]) -> Result<(), Vec<GridViolation>> {
        let n = self.n;
        if solution.len() != n * n {
            let (expected, found) = (n * n, solution.len());
            return Err(vec![GridViolation::WrongNumberOfCells { expected, found }]);
        }
        let mut broken = Vec::new();
        for row in 0..n {
            for column in 0..n {
                let (cell, digit) = (Cell::new(row, column), solution[row * n + column]);
                if digit == 0 || usize::from(digit) > n {
                    broken.push(GridViolation::OutOfRange { cell, digit, n });
                }
            }
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        self.check_givens(solution, &mut broken);
        self.check_lines(solution, &mut broken);
        let mut different = |name: &str, cells: &[Cell]| {
            check_different(name, cells.iter().map(|&cell| (cell, solution[cell.index(n)])), n)
                .for_each(|violation| broken.push(violation));
        };
        for region in &self.regions {
            different(&region.name, &region.cells);
        }
        for group in &self.groups {
            different(&group.name, &group.cells);
        }
        for Rule::Cells(cage) in &self.rules {
            if cage.distinct {
                different(&cage.name, &cage.cells);
            }
        }
        self.check_sums(solution, &mut broken);
        if broken.is_empty() { Ok(()) } else { Err(broken) }
    }

    fn check_givens(&self, solution: &[u8], broken: &mut Vec<GridViolation>) {
        for (i, (&given, &digit)) in self.givens.iter().zip(solution).enumerate() {
            if given != 0 && given != digit {
                let cell = Cell::new(i / self.n, i % self.n);
                broken.push(GridViolation::GivenChanged { cell, given, digit });
            }
        }
    }

    fn check_lines(&self, solution: &[u8], broken: &mut Vec<GridViolation>) {
        let n = self.n;
        let at = |row: usize, column: usize| (Cell::new(row, column), solution[row * n + column]);
        for row in 0..n {
            let cells = (0..n).map(|column| at(row, column));
            broken.extend(check_different(&format!("row {}", row + 1), cells, n));
        }
        for column in 0..n {
            let cells = (0..n).map(|row| at(row, column));
            broken.extend(check_different(&format!("column {}", column + 1), cells, n));
        }
        for diagonal in &self.diagonals {
            let name = diagonal.name();
            match diagonal {
                Diagonal::Main => {
                    broken.extend(check_different(name, (0..n).map(|i| at(i, i)), n));
                }
                Diagonal::Anti => {
                    broken.extend(check_different(name, (0..n).map(|i| at(i, n - 1 - i)), n));
                }
            }
        }
    }

    fn check_sums(&self, solution: &[u8], broken: &mut Vec<GridViolation>) {
        for Rule::Cells(cage) in &self.rules {
            let digits = cage.cells.iter().map(|cell| solution[cell.index(self.n)]);
            let found = digits.map(usize::from).sum();
            if found != cage.sum {
                let (rule, expected) = (cage.name.clone(), cage.sum);
                broken.push(GridViolation::WrongSum { rule, expected, found });
            }
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
