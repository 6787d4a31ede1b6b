//! Large grids: a search that learns from its dead ends.
//!
//! A grid is an *exact cover*: of the candidates of each cell exactly one is taken, and of the places
//! of each digit in each house, too. The search decides single candidates, draws conclusions, and
//! when two of them exclude each other, finds out which of its decisions are to blame. What it finds
//! is a clause (one of these candidates must be taken, or one of those left), which it keeps and
//! uses from then on like a rule of the grid. This is how SAT solvers work, with one difference: the
//! rules of the grid are not clauses. A house of 25 cells would be 7500 of them; here it is 25 words
//! of 64 bits.
//!
//! ```text
//! lit       choices and literals             order     which choice is decided next
//! cover     choices, groups of choices       analysis  a clause from a conflict
//! clauses   memory of the learnt clauses     learner   one search: decide, learn, forget
//! state     what is decided and follows      finder    several searches, solutions
//! ```
//!
//! `docs/sudoku-large.md` says what was measured, and what was tried and left out.

mod analysis;
mod clauses;
mod cover;
mod finder;
mod learner;
mod lit;
mod order;
mod state;

pub use finder::LearningFinder;
