//! Square-1: the database of all shortest solutions.
//!
//! # The model
//!
//! A position is a shape (90 of them, up to turns and flips) with eight big and eight small pieces on
//! its places, and a middle layer, square or kite. One move, a *twist*, is any turn of the two layers
//! followed by `/`; it is possible where no big piece lies across a cut. Positions are counted up to
//! turns and up to flipping the puzzle over; [`CountModel`] lists the models that are in use.
//!
//! # The middle layer
//!
//! The program of 2007 left the middle layer out, and its author suspected that some of its ways are
//! one twist short. This is how it is. Every twist toggles the middle layer, so its state is the
//! parity of the distance. Let `d` be the distance without it. Then the true distance is
//!
//! - `d`, if the parity of `d` agrees with the middle layer;
//! - else `d + 1`, except for the solved layers with a kite middle, which need 3.
//!
//! *Proof.* The true distance is at least `d` and has the middle's parity, which gives the lower
//! bounds. `/` and `(0,6)/(0,6)/` are the same up to turns of the layers: with the halves of the top
//! `A B` and of the bottom `C D`, the right ones first, twisting exchanges the right ones, and `(0,6)`
//! exchanges the halves of the bottom:
//!
//! ```text
//!             /                   (0,6)      /      (0,6)      /
//!   top     A B  →  C B          A B     D B      D B     C B
//!   bottom  C D     A D          D C     A C      C A     D A  =  A D, turned by six slots
//! ```
//!
//! So each edge of the graph lies in a triangle: any one twist of a way may be replaced by two others,
//! which makes the way longer by one. That needs a way with a twist in it; the solved layers,
//! `d = 0`, have none, and their shortest way with an odd number of twists is `/(0,6)/(0,6)/`, three. ∎
//!
//! The enumeration does not use this: it counts both middle layers on their own, and the tests
//! compare.
//!
//! # From the planes to a solution
//!
//! [`Database`] keeps bit 1 of each distance; bit 0 is the middle layer; neighbours differ by exactly
//! one, so walking down is easy. [`PruningTable`] is what searches know of distances: exactly from a database,
//! exactly but only near one position from two balls that meet ([`BidirectionalSearch`]), as a lower bound for six
//! colours from the silver database ([`SilverViews`]). [`ShortestPaths`] finds, counts and lists shortest ways
//! with any of them, [`shortest_in_metric`] counts turns as well, and [`Model::to_moves`] makes moves of
//! the hand out of a way, on the plain simulator.

mod antipodes;
mod bidirectional;
mod build;
mod database;
mod levels;
mod metric;
mod model;
mod packed;
mod path_moves;
mod paths;
pub mod prove;
mod pruning_table;
pub mod report;
mod shapes;

pub use antipodes::Antipode;
pub use bidirectional::BidirectionalSearch;
pub use build::{BuildConfig, count_levels, memory_needed};
pub use database::{Database, label};
pub use levels::{CountModel, LevelTable, Levels, ShapeLevels};
pub use metric::{Metric, MetricSolution, shortest_in_metric};
pub use model::{Model, State, middle_parity};
pub use path_moves::PathMoves;
pub use paths::ShortestPaths;
pub use pruning_table::{PruningTable, SilverViews};
