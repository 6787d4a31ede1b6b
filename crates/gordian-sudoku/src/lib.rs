//! Sudoku at any size: grids, the fast searches, counting, generation, text formats.
//!
//! This crate has layouts of houses ([`Layout`]), puzzles on them ([`Puzzle`]), searches that find
//! and count solutions, tasks that build on these searches, and readers and writers of text
//! formats. It does not have human solving techniques, models, SAT solvers, puzzle files (TOML) or
//! terminal output.

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
