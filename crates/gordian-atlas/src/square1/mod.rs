//! Square-1: the database of all shortest solutions.
//!
//! # The model
//!
//! A position consists of a shape (one of 90, up to turns and flips), eight big and eight small
//! pieces on the places of the shape, and a middle layer, square or kite. One move, a *twist*, is
//! any turn of the two layers followed by `/`; it is possible if no big piece lies across the cut.
//! Positions are counted up to turns and up to flipping the puzzle over; [`CountModel`] lists the
//! models in use.
//!
//! # The middle layer
//!
//! The program of 2007 ignored the middle layer, and its author suspected that some of its
//! solutions are one twist too short. They are. Every twist toggles the middle layer, so its state
//! is the parity of the distance. Let `d` be the distance without the middle layer. Then the true
//! distance is
//!
//! - `d`, if the parity of `d` agrees with the middle layer;
//! - `d + 1` otherwise, except for the solved layers with a kite middle, which need 3.
//!
//! *Proof.* The true distance is at least `d` and has the middle's parity, which gives the lower
//! bounds. `/` and `(0,6)/(0,6)/` are the same up to turns of the layers: with the halves of the
//! top `A B` and of the bottom `C D`, the right ones first, twisting exchanges the right ones, and
//! `(0,6)` exchanges the halves of the bottom:
//!
//! ```text
//!             /                   (0,6)      /      (0,6)      /
//!   top     A B  →  C B          A B     D B      D B     C B
//!   bottom  C D     A D          D C     A C      C A     D A  =  A D, turned by six slots
//! ```
//!
//! So each edge of the graph lies in a triangle: any one twist of a path can be replaced by two
//! others, which makes the path longer by one. This requires a path with at least one twist. The
//! path of the solved layers, `d = 0`, has none, and their shortest path with an odd number of
//! twists is `/(0,6)/(0,6)/`, three twists. ∎
//!
//! The enumeration does not use this result: it counts both middle layers separately, and the tests
//! compare.
//!
//! # From the planes to a solution
//!
//! [`Database`] keeps bit 1 of each distance; bit 0 is the middle layer; neighbours differ by
//! exactly one, so a descent to the solved position is simple. Searches obtain distances from a
//! [`PruningTable`]: exact ones from a database, exact ones near one position from a
//! [`BidirectionalSearch`], and lower bounds for six colours from the silver database
//! ([`SilverViews`]). With any of them, [`ShortestPaths`] finds, counts and lists shortest paths,
//! [`shortest_in_metric`] also counts turns, and [`Model::to_moves`] converts a path to a sequence
//! of moves.

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
pub use levels::{ByModel, CountModel, LevelTable, Levels, ShapeLevels};
pub use metric::{Metric, MetricSolution, shortest_in_metric};
pub use model::{Model, State, middle_parity};
pub use path_moves::PathMoves;
pub use paths::ShortestPaths;
pub use pruning_table::{PruningTable, SilverViews};
