//! Puzzle files: parsing, rule checkers and drawings.
//!
//! It is: [`parse`], which reads a puzzle file and reports all errors; one module per kind of
//! puzzle ([`kinds`]), with its reader, its rules as a checker, its drawing and the form of its
//! solutions, behind one trait ([`PuzzleKind`]); and [`Puzzle`] and [`Solution`], which hold a
//! puzzle and a solution of any kind.
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
mod diagnostic;
mod document;
pub mod kinds;
pub mod link;
mod metadata;
pub mod pencil;
mod pencil_board;
mod puzzle;
mod schema;
mod violation;

pub use board::{Cell, MAX_NAME_CHARS, Reader, name_problem, nearest_name};
pub use diagnostic::{Diagnostic, line_column};
pub use document::MAX_FILE_BYTES;
pub use kinds::cube3::{self, Cube3};
pub use kinds::goishi::{self, Goishi, Walk};
pub use kinds::grid::{self, GridPuzzle};
pub use kinds::square1::{self, Square1};
pub use kinds::sudoku_cube::{self as cube, SudokuCube};
pub use metadata::Metadata;
pub use pencil_board::rules;
pub use puzzle::{
    Kind, KindOption, OptionError, Puzzle, PuzzleKind, Solution, SolutionForm, check, parse,
    parse_link, parse_link_with_notes,
};
pub use schema::check_schema;
pub use violation::Violation;
