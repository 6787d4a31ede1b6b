//! The constraints.

mod all_different;
mod linear;

pub use all_different::AllDifferent;
pub use linear::Linear;
