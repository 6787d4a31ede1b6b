//! The grid as data: cells, houses, givens and pencil marks.
//!
//! Puzzle files, checkers, searches and human techniques work on the same grids: a [`Layout`] is
//! the size of a grid with its [`House`]s and their names, [`Candidates`] are the digits that each
//! cell can still hold, and a [`Grid`] is a layout with givens and pencil marks.
//!
//! This crate has data only. It does not have searches, checkers, propagation, or text formats: a
//! checker and the search that it checks may share a data type, but no algorithm.

mod candidates;
mod grid;
mod layout;

pub use candidates::{Candidate, Candidates};
pub use grid::Grid;
pub use layout::{House, HouseKind, Layout, LayoutError};
