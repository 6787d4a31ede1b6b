//! Grids of any size with any houses.

mod search;

pub use search::General;
