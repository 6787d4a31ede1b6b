//! Grids: the choice of the search.
//!
//! [`GridSearch`] is the only place where a search for solutions of a grid is chosen: depth first
//! with a node budget that depends on the size of the grid, then clause learning. The answer names
//! the engine. Grids with cages, and requests for the engine `model`, go through the compiler.

mod search;
mod true_candidates;

pub use search::{GridEngine, GridQuery, GridSearch, GridSolutions, UsedEngine};
pub use true_candidates::true_candidates;
