//! Sudoku and its variants: a square grid with sets of cells in which no digit repeats.
//!
//! Every row and every column of an n×n grid holds the digits 1 to n. A grid may also have regions
//! (the boxes of a Sudoku, or any sets of n cells), diagonals, extra groups in which no digit
//! repeats, and rules such as cages with a sum. The type of the grid is [`gordian_grid::Grid`],
//! which the solvers use too.
//!
//! To add a variant rule: add its variant to [`Rule`], read it in `parse.rs`, check it in
//! `check.rs` by plain loops over the cells, draw it in `draw.rs` and name it in the legend,
//! describe it in `page.md`, and add a test that an invalid solution is rejected.

mod check;
mod classic;
mod draw;
mod kind;
mod link;
mod parse;
mod puzzle;
mod solution;
mod write;

pub use check::{GridViolation, check};
pub use classic::is_classic_solution;
pub use puzzle::{Cage, GridPuzzle, Rule};

use parse::digit;
