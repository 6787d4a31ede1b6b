//! Grids: which engine answers, and the way there and back.
//!
//! A grid without cages is searched by `gordian-sudoku`. Where its search gives up after a number of
//! nodes that a grid of this size is worth, the naive model goes on through the compiler, whose SAT
//! engines learn from what failed. The answer says which of them it was.

mod convert;
mod find;

pub use convert::{CagesLeft, puzzle_of};
pub(crate) use find::search;
