//! The shortest ways: exhaustive enumeration of puzzles into tables, questions to the tables, and
//! searches that are guided by them.
//!
//! - [`orbit`], [`Graph`], [`Enumeration`]: all states of a puzzle whose state is shape ×
//!   permutation × permutation, hundreds at a time, level by level.
//! - [`square1`]: Square-1 with it: the database of all distances, shortest solutions in three
//!   metrics, how many there are, and the level tables of every model.
//!
//! It is not: a simulator (that is `gordian-perm`, which shares no code with what is here and checks
//! every solution), nor a file format (`gordian-table`).
//!
//! # Example
//!
//! ```
//! use gordian_atlas::square1::{BidirectionalSearch, Model, ShortestPaths};
//! use gordian_core::Cancel;
//! use gordian_perm::square1::{Colours, Notation, Position};
//!
//! // Solved but for the middle layer, of the two-colour puzzle.
//! let position: Position = "01034547-F898BCDC,K".parse()?;
//! let model = Model::new(Colours::Silver);
//! let state = model.state(&position);
//! let cancel = Cancel::new();
//! let meet = BidirectionalSearch::search(model, &state, 1, 100_000, &cancel)?.expect("it is near");
//! assert_eq!(meet.distance(), 3);
//!
//! let mut ways = ShortestPaths::new(&meet, &cancel);
//! assert_eq!(ways.count(&state, 1, 3)?, 32);
//! let way = ways.shortest(&state, 1)?;
//! let solution = Model::new(Colours::Silver).to_moves(&position, &way).expect("a way from there");
//! assert_eq!(position.apply(&solution.sequence), Ok(Position::solved(Colours::Silver)));
//! # let _ = solution.sequence.write(Notation::Wca);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cube3;
mod enumerate;
mod error;
mod graph;
mod map;
pub mod orbit;
mod plan;
mod simd;
pub mod square1;

pub use enumerate::{EnumerateConfig, Enumeration, LevelCounts};
pub use error::AtlasError;
pub use gordian_core::SimdLevel;
pub use graph::{Graph, GraphShape, Link};
pub use map::{Block, Group, Plane};
