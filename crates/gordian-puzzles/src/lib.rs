//! Puzzle files: parsing, rule checkers and drawings.
//!
//! It is: [`parse`], which reads a puzzle file and reports all errors; one type per kind of puzzle
//! ([`Grid`], [`Goishi`], [`SudokuCube`], [`Square1`], [`Cube3`]) with a `check` that returns the rules
//! that a solution breaks, in the vocabulary of the puzzle, and a `draw`; and [`Solution`], the form in
//! which solutions are written and read.
//!
//! It is not: a solver. No rule here shares code with a solver, so that a mistake in one of them is
//! detected by the other.
//!
//! # Example
//!
//! ```
//! use gordian_puzzles::{Solution, check, parse};
//!
//! let puzzle = parse(
//!     "kind = 'grid'
//!      title = 'A small one'
//!      givens = '''
//!      1...
//!      ..2.
//!      .3..
//!      ...4
//!      '''",
//! )
//! .unwrap();
//! let solution = Solution::parse(puzzle.kind(), "1243\n3421\n4312\n2134").unwrap();
//! assert!(check(&puzzle, &solution).is_ok());
//!
//! let wrong = Solution::parse(puzzle.kind(), "1243\n3421\n4312\n2143").unwrap();
//! let broken = check(&puzzle, &wrong).unwrap_err();
//! assert_eq!(broken[0].to_string(), "r4c4 holds 3, but 4 is given there");
//! ```
//!
//! The formats are described in `docs/formats/puzzle-files.md` and `docs/formats/solution-json.md`.

pub mod board;
pub mod cube;
pub mod cube3;
mod diagnostic;
pub mod goishi;
pub mod grid;
pub mod link;
mod puzzle;
mod schema;
mod solution;
pub mod square1;

pub use board::Cell;
pub use cube::SudokuCube;
pub use cube3::Cube3;
pub use diagnostic::{Diagnostic, line_column};
pub use goishi::Goishi;
pub use grid::Grid;
pub use puzzle::{Kind, MAX_FILE_BYTES, Metadata, Puzzle, parse};
pub use schema::check_schema;
pub use solution::{Solution, Violation, check};
pub use square1::Square1;
