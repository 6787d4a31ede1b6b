//! How a person solves a Sudoku: techniques that explain every step, and ratings.
//!
//! It is: positions with candidates, techniques as ordered rules that yield steps ([`Step`]), whole
//! solutions by logic, ratings. It is not: a fast search (those of `gordian-sudoku` are thousands of
//! times as fast and explain nothing), or anything that prints.

mod als;
mod board;
mod cases;
mod cells;
mod commons;
mod context;
mod draw;
mod explainer;
mod explanation;
mod generate;
mod json;
mod links;
mod placing;
mod rating;
mod reach;
mod reason;
mod solver;
mod step;
mod technique;
mod techniques;
mod text;
mod topology;
mod true_candidates;
mod weight;

pub use cases::{CaseVerdict, check_case};
pub use draw::{Drawing, Role};
pub use explainer::{ExplainerRating, ExplainerRule, ExplainerStep, Tenths, explainer_rating};
pub use explanation::Sentence;
pub use generate::{Criteria, MatchingPuzzle, MatchingSearch, generate_matching};
pub use rating::{HodokuRating, Rating};
pub use solver::{Config, Position, SolutionPath};
pub use step::{Branch, Candidate, Link, Mark, Node, Pattern, Set, Step};
pub use technique::{HodokuEntry, Level, Technique, UnknownTechnique};
pub use true_candidates::TrueCandidates;
