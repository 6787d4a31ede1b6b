//! The constraints.

mod all_different;
mod linear;
mod product;

pub use all_different::AllDifferent;
pub use linear::Linear;
pub use product::Product;
