//! Sudoku at any size: the fast searches, counting, generation, text formats.
//!
//! This crate has searches that find and count the solutions of grids
//! ([`Grid`](gordian_grid::Grid)), tasks that build on these searches, and readers and writers of
//! text formats. It does not have human solving techniques, models, SAT solvers, puzzle files
//! (TOML) or terminal output.

mod engine;
mod estimate;
mod finder;
mod general;
mod learn;
mod parallel;

pub mod classic;
pub mod formats;
pub mod tasks;

pub use engine::{SearchLimits, SearchSummary};
pub use estimate::{Estimate, estimate};
pub use finder::Finder;
pub use learn::LearningFinder;
pub use parallel::ParallelFinder;
