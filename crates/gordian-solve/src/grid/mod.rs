//! Grids: the choice of an engine, and conversions between the grid types.
//!
//! A grid without cages is searched by `gordian-sudoku`: first depth-first with a node budget that
//! depends on the size of the grid, then by the clause-learning search. The answer names the engine.
//! Grids with cages, and requests for the engine `model`, go through the compiler.

mod convert;
mod rules;
mod search;

pub use convert::{UnsupportedCages, sudoku_from_grid};
pub use rules::SolutionChecker;
pub(crate) use rules::{excluded_by_marks, grid_from_layout};
pub(crate) use search::search;
