//! From puzzles to answers: which engine answers which puzzle, and the answer as data.
//!
//! It is: the catalogue's naive [`models`], the searches made for one puzzle each ([`goishi`]),
//! the [`requests`] that a service asks as documents,
//! the choice of who fills a grid ([`grid`]) or finds a
//! shortest way ([`square1`], [`cube3`]), [`solve`], which picks one of them and checks what it finds, and [`Answer`], with its JSON form.
//! It is not: the rules of the puzzles, which live in `gordian-puzzles` and share nothing with the
//! finders, so that every answer found here is judged from outside before it is returned.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::{Problem, Request, solve};
//!
//! let puzzle = gordian_puzzles::parse(
//!     "kind = 'grid'
//!      givens = '''
//!      1...
//!      ..2.
//!      .3..
//!      ...4
//!      '''",
//! )
//! .unwrap();
//! let answer =
//!     solve(&Problem::Puzzle(puzzle), &Request::default(), &Cancel::new(), &NoProgress).unwrap();
//! assert_eq!(answer.unique, Some(true));
//! ```

mod answer;
mod conflict;
pub mod cube3;
mod error;
pub mod export;
pub mod goishi;
pub mod grid;
pub mod models;
mod problem;
mod request;
pub mod requests;
mod solve;
pub mod square1;

pub use answer::{Answer, CONFIRMATION_SCOPE, Seconds, SolutionData};
pub use conflict::{ConflictAnswer, explain_conflict};
pub use error::SolveError;
pub use problem::Problem;
pub use request::{Engine, Request, Task, UnknownEngine};
pub use solve::{solve, solve_each};
