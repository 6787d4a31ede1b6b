//! A puzzle of the kind `grid`: a grid with its houses, and variant rules.

use gordian_grid::{Grid, Layout};

use crate::board::cell::Cell;
use crate::metadata::Metadata;

/// A square puzzle in which every row and every column holds the digits 1 to n.
///
/// The grid has the other houses (regions, diagonals, groups) with their names, the givens, and the
/// pencil marks, which puzzle files cannot hold.
///
/// A puzzle constructed in code must satisfy the invariants of the fields; the functions of this
/// crate may panic otherwise. A puzzle that was read from a file satisfies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPuzzle {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The houses, the givens and the pencil marks.
    pub grid: Grid,
    /// The variant rules.
    pub rules: Vec<Rule>,
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

impl GridPuzzle {
    /// The largest number of rows.
    pub const MAX_SIZE: usize = Layout::MAX_SIZE;

    /// Returns the puzzle without title and variant rules.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        Self { metadata: Metadata::default(), grid, rules: Vec::new() }
    }

    /// Returns the number of rows, of columns and of digits.
    #[must_use]
    pub fn n(&self) -> usize {
        self.grid.layout.n()
    }

    /// Returns the digit given at `cell`.
    ///
    /// # Panics
    ///
    /// Panics if the cell is not on the grid.
    #[must_use]
    pub fn given(&self, cell: Cell) -> Option<u8> {
        let n = self.n();
        assert!(cell.row < n && cell.column < n, "{cell} is not on the grid");
        Some(self.grid.givens[cell.index(n)]).filter(|&digit| digit != 0)
    }
}
