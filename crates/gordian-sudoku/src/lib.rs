//! Sudoku at any size: grids, the fast searches, counting, generation, text formats.
//!
//! It is: layouts of houses ([`Layout`]) with puzzles on them ([`Puzzle`]), searches that find and
//! count solutions, and the questions that are answered by searching. It is not: human techniques,
//! models or solvers of clauses, puzzle files (TOML), or anything that prints.

mod candidates;
mod engine;
mod estimate;
mod finder;
mod general;
mod layout;
mod learn;
mod parallel;
mod puzzle;

pub mod classic;
pub mod formats;
pub mod tasks;

pub use candidates::Candidates;
pub use engine::{SearchLimits, SearchSummary};
pub use estimate::{Estimate, estimate};
pub use finder::Finder;
pub use layout::{House, HouseKind, Layout, LayoutError};
pub use learn::LearningFinder;
pub use parallel::ParallelFinder;
pub use puzzle::Puzzle;
