//! One puzzle alone, as soon as possible.

mod engine;
mod portable;
mod search;

pub use engine::{BadCharacter, Single};
