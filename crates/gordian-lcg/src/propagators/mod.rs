//! The constraints.

mod linear;

pub use linear::Linear;
