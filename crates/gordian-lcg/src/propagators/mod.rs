//! The constraints.

mod all_different;
mod function;
mod linear;
mod product;

pub use all_different::AllDifferent;
pub use function::Function;
pub use linear::{Linear, LinearNotEqual, Term};
pub use product::Product;
