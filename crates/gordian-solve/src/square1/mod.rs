//! Square-1: which engine answers a question about a position, and the answer as data.
//!
//! The engines live in `gordian-atlas`; here one of them is chosen, asked, and judged. A
//! [`Solver`] takes, in this order,
//!
//! 1. the table that the caller names, of the silver or of the six-colour puzzle;
//! 2. a table that is open already or lies in the cache folder: that of the position's own colours
//!    knows every distance; that of silver is a lower bound for six colours, good enough for an
//!    optimal search of less than a millisecond;
//! 3. a search from both ends that needs no table, within about 60 ms;
//! 4. the silver table, built in a second or two, and kept in the cache folder for the next time.
//!
//! So a fresh machine answers with no preparation, and the longest wait comes once.
//!
//! Positions count up to turns of the layers and up to flipping the puzzle over, the middle layer
//! included; [`gordian_atlas::square1`] explains the model. Every sequence is replayed on the plain
//! simulator of `gordian-perm`, which shares no code with the engines, before it is handed out.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_perm::square1::{Notation, Position};
//! use gordian_solve::square1::{Config, Query, Solver};
//!
//! let position: Position = "01034547-F898BCDC,K".parse().unwrap();
//! let mut solver = Solver::new(Config::default())?;
//! let answer = solver.solve(&position, &Query::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!((answer.distance, answer.distance_ignoring_middle), (Some(3), Some(0)));
//! assert_eq!(answer.shortest_solutions, Some(32));
//!
//! let solution = answer.solution.unwrap();
//! assert_eq!(position.apply(&solution).unwrap().to_string(), "01034547-F898BCDC,S");
//! assert_eq!(solution.write(Notation::Wca).matches('/').count(), 3);
//! # Ok::<(), gordian_solve::SolveError>(())
//! ```

mod answer;
mod find;
mod puzzle;
mod solver;
mod tables;

pub use answer::Answer;
pub use gordian_atlas::square1::Metric;
pub use solver::{Config, Query, Solver};
pub use tables::table_file;

pub(crate) use puzzle::solve_puzzle;
