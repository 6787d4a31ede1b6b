//! Large grids: a search with clause learning.
//!
//! A grid is an *exact cover* problem: exactly one candidate of each cell is true, and exactly one
//! place of each digit in each house. The search decides single candidates, propagates, and
//! analyses conflicts. From each conflict it learns a clause (one of these candidates is true, or
//! one of those false), which it uses from then on like a rule of the grid. This is how SAT solvers
//! work, with one difference: the rules of the grid are not clauses. A house of 25 cells would need
//! 7500 clauses; here it is 25 words of 64 bits.
//!
//! ```text
//! lit        variables and literals            state     assignment and propagation
//! cover      variables, groups of variables    analysis  learns a clause from a conflict
//! clause_db  memory of the learnt clauses      cdcl      one search: decide, learn, delete
//!                                              finder    several searches, solutions
//! ```
//!
//! `docs/background/sudoku-large.md` has measurements, and alternatives that were tried and
//! rejected.

mod analysis;
mod cdcl;
mod clause_db;
mod cover;
mod finder;
mod lit;
mod state;

pub use finder::LearningFinder;
