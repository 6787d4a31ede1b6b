//! The parts of a grid: regions, diagonals, groups, cages and houses.

use crate::board::cell::Cell;
use crate::puzzle::Metadata;

/// A square puzzle in which every row and every column holds the digits 1 to n.
///
/// A grid constructed in code must satisfy the invariants of the fields; the functions of this crate may
/// panic otherwise. A grid that was read from a file satisfies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The number of rows, of columns and of digits: 1 to [`Grid::MAX_SIZE`].
    pub n: usize,
    /// The regions: either none, or n regions of n cells that cover the grid.
    pub regions: Vec<Region>,
    /// The diagonals on which no digit repeats.
    pub diagonals: Vec<Diagonal>,
    /// Further sets of cells in which no digit repeats.
    pub groups: Vec<Group>,
    /// The digits that are given, row by row: n·n numbers from 0 (not given) to n.
    pub givens: Vec<u8>,
    /// The variant rules.
    pub rules: Vec<Rule>,
}

/// A set of n cells that holds every digit once, such as a box of a Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The name in messages: `region A` for a region drawn with the letter A, `box 3` for the
    /// third box. Different from the names of the other regions.
    pub name: String,
    /// The cells, row by row. They need not touch each other.
    pub cells: Vec<Cell>,
}

/// One of the two main diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diagonal {
    /// From the top left to the bottom right.
    Main,
    /// From the top right to the bottom left.
    Anti,
}

impl Diagonal {
    /// Returns the name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main diagonal",
            Self::Anti => "anti-diagonal",
        }
    }
}

/// A set of cells in which no digit repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in messages, different from the other groups' and rules' names.
    pub name: String,
    /// The cells, each once, in the order of the file. More than n cells cannot all differ: such a
    /// grid has no solution.
    pub cells: Vec<Cell>,
}

/// A variant rule.
///
/// Ignoring a rule would change the puzzle. So every `match` over rules is exhaustive without a
/// wildcard, and a new rule does not compile until every user of rules handles it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `type = "cells"`: a set of cells with a condition, known as a killer cage.
    Cells(Cage),
}

/// A set of cells whose digits add up to a given sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The name in messages, different from the other groups' and rules' names.
    pub name: String,
    /// The cells, each once, in the order of the file.
    pub cells: Vec<Cell>,
    /// The sum of the digits.
    pub sum: usize,
    /// Whether digits must not repeat, as is usual in killer Sudoku.
    pub distinct: bool,
}

/// A set of cells in which no digit repeats, of any origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// The name in messages: `row 3`, `column 5`, `region A`, `box 3`, `main diagonal`,
    /// `anti-diagonal`, or the name of a group or of a cage.
    pub name: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// The largest number of rows.
    pub const MAX_SIZE: usize = 64;

    /// Returns every house in a fixed order: rows, columns, regions, diagonals, groups, and the
    /// cages without repetition.
    ///
    /// It is meant for solvers; [`Grid::check`] does not use it.
    #[must_use]
    pub fn houses(&self) -> Vec<House> {
        let n = self.n;
        let line = |name: String, cell: &dyn Fn(usize) -> Cell| House {
            name,
            cells: (0..n).map(cell).collect(),
        };
        let mut houses = Vec::new();
        for row in 0..n {
            houses.push(line(format!("row {}", row + 1), &|i| Cell::new(row, i)));
        }
        for column in 0..n {
            houses.push(line(format!("column {}", column + 1), &|i| Cell::new(i, column)));
        }
        for region in &self.regions {
            houses.push(House { name: region.name.clone(), cells: region.cells.clone() });
        }
        for &diagonal in &self.diagonals {
            houses.push(line(diagonal.name().to_owned(), &|i| match diagonal {
                Diagonal::Main => Cell::new(i, i),
                Diagonal::Anti => Cell::new(i, n - 1 - i),
            }));
        }
        for group in &self.groups {
            houses.push(House { name: group.name.clone(), cells: group.cells.clone() });
        }
        for Rule::Cells(cage) in &self.rules {
            if cage.distinct {
                houses.push(House { name: cage.name.clone(), cells: cage.cells.clone() });
            }
        }
        houses
    }

    /// Returns the digit given at `cell`.
    ///
    /// # Panics
    ///
    /// Panics if the cell is not on the grid.
    #[must_use]
    pub fn given(&self, cell: Cell) -> Option<u8> {
        assert!(cell.row < self.n && cell.column < self.n, "{cell} is not on the grid");
        Some(self.givens[cell.index(self.n)]).filter(|&digit| digit != 0)
    }
}
