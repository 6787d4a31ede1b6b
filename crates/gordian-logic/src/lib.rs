//! Human Sudoku solving: techniques that explain every step, and difficulty ratings.
//!
//! The crate contains positions with candidates, techniques as ordered rules that yield steps
//! ([`Step`]), solutions by logic, and ratings. It does not search fast (the searches of
//! `gordian-sudoku` are thousands of times faster and explain nothing), and it prints nothing.

mod board;
mod cases;
mod cells;
mod context;
pub mod document;
mod draw;
mod generate;
mod rating;
mod solver;
mod step;
mod technique;
mod techniques;
mod text;
mod topology;
mod true_candidates;
mod weight;

pub use cases::{CaseVerdict, check_case};
pub use context::StepLimits;
pub use draw::{Drawing, Role};
pub use generate::{Criteria, MatchingPuzzle, MatchingSearch, generate_matching};
pub use rating::{HodokuRating, Rating};
pub use solver::{Config, Position, SolutionPath, StepList};
pub use step::{Branch, Link, Mark, Node, Pattern, Set, Step};
pub use technique::{Example, HodokuEntry, Level, Technique, UnknownLevel, UnknownTechnique};
pub use text::Sentence;
pub use true_candidates::TrueCandidates;
