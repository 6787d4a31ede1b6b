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
mod truth;
mod weight;

pub use cases::{Verdict, judge};
pub use draw::{Drawing, Role};
pub use explainer::{ExplainerRating, ExplainerRule, ExplainerStep, Tenths, explainer_rating};
pub use explanation::Sentence;
pub use generate::{Fulfilled, Wish, Wished, generate_as_wished};
pub use rating::{HodokuRating, Rating};
pub use solver::{Config, Position, Solved};
pub use step::{Branch, Candidate, Link, Mark, Node, Pattern, Set, Step};
pub use technique::{Hodoku, Level, Technique, UnknownTechnique};
pub use truth::Truth;
