//! Shortest solutions of permutation puzzles: exhaustive enumeration into tables, table lookups,
//! and searches with pruning tables.
//!
//! - [`orbit`], [`Graph`], [`Enumeration`]: breadth-first enumeration of all states of a puzzle
//!   whose state is shape × permutation × permutation, hundreds of states at a time.
//! - [`square1`]: Square-1: the database of all distances, optimal solutions in three metrics and
//!   their number, and the level tables of every counting model.
//! - [`cube3`]: the 3×3×3: short and optimal solutions in two metrics.
//! - [`distances`]: the numbers of states at each distance, for any definition of a permutation
//!   puzzle.
//! - [`optimal`]: shortest solutions of any definition, with pattern databases.
//! - [`cache`]: tables that are built once and kept in a folder.
//!
//! The crate contains no simulator (`gordian-perm` is independent of this crate and checks every
//! solution) and no file format (`gordian-table`).
//!
//! # Example
//!
//! ```
//! use gordian_atlas::square1::{BidirectionalSearch, Model, ShortestPaths};
//! use gordian_core::Cancel;
//! use gordian_perm::square1::{Colours, Notation, Position};
//!
//! // Solved except for the middle layer, silver.
//! let position: Position = "01034547-F898BCDC,K".parse()?;
//! let model = Model::new(Colours::Silver);
//! let state = model.state(&position);
//! let cancel = Cancel::new();
//! let search = BidirectionalSearch::search(model, &state, 1, 100_000, &cancel)?.expect("the distance is small");
//! assert_eq!(search.distance(), 3);
//!
//! let mut paths = ShortestPaths::new(&search, &cancel);
//! assert_eq!(paths.count(&state, 1, 3)?, 32);
//! let path = paths.shortest(&state, 1)?;
//! let solution = Model::new(Colours::Silver).to_moves(&position, &path).expect("a path from there");
//! assert_eq!(position.apply(&solution.sequence), Ok(Position::solved(Colours::Silver)));
//! # let _ = solution.sequence.write(Notation::Wca);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cache;
mod canonical;
mod chain;
mod checkpoint;
pub mod cube3;
pub mod distances;
mod enumerate;
mod error;
mod graph;
mod map;
pub mod optimal;
pub mod orbit;
mod plan;
mod pool;
mod simd;
pub mod square1;

pub use enumerate::{EnumerateConfig, Enumeration, LevelCounts};
pub use error::AtlasError;
pub use gordian_core::SimdLevel;
pub use graph::{Graph, GraphShape, Link};
pub use map::{Block, Group, Plane};
