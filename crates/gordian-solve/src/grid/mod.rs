//! Grids: which engine answers, and the way there and back.
//!
//! A grid without cages is searched by `gordian-sudoku`: depth first, and where that gives up after a
//! number of nodes that a grid of this size is worth, by the search that learns from what failed. The
//! answer says which of them it was. Only a grid with cages goes through the compiler, or one for
//! which the model is asked for.

mod convert;
mod find;
mod rules;

pub use convert::{UnsupportedCages, sudoku_from_grid};
pub(crate) use find::search;
pub use rules::SolutionChecker;
pub(crate) use rules::{excluded_by_marks, grid_from_layout};
