//! Any grid.
