//! Square-1: chooses an engine for a query about a position, and returns the answer as data.
//!
//! The engines are in `gordian-atlas`; this module chooses one, runs it and checks its solutions. A
//! [`Solver`] uses, in this order,
//!
//! 1. the table that the caller names, of the silver or of the six-colour puzzle;
//! 2. a table that is already open or in the cache folder: the table of the position's own colours
//!    has every distance; the silver table is a lower bound for six colours, which makes an optimal
//!    search take less than a millisecond;
//! 3. a bidirectional search without a table, within about 60 ms;
//! 4. the silver table, built in one or two seconds, and stored in the cache folder.
//!
//! So no preparation is needed, and the longest wait happens only once.
//!
//! Positions are considered up to turns of the layers and up to flipping the puzzle, the middle
//! layer included; [`gordian_atlas::square1`] explains the model. Every sequence is replayed on the
//! plain simulator of `gordian-perm`, which shares no code with the engines, before it is returned.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::square1::{Config, Notation, Position, Query, Solver};
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
mod search;
mod solver;
mod tables;
mod text;

pub use answer::Answer;
pub use gordian_atlas::square1::Metric;
pub use gordian_perm::square1::{
    Colours, Notation, Position, Sequence, parse_position_or_sequence,
};
pub use solver::{Config, Query, Solver};
pub use tables::table_file;
pub use text::{facts, twist_span};
