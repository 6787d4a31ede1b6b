//! Golden Waste, the pencil puzzle also known as Goishi Hiroi: pick up every coin in one walk.
//!
//! A walk goes along rows and columns from coin to coin. It picks up every coin it comes to, so it
//! cannot pass over one that still lies there; where a coin has been picked up, it goes on as over
//! an empty place. At each coin it goes straight on or turns left or right, but never back the way
//! it came.

mod board;
mod check;
mod parse;

pub use board::Goishi;
pub use check::WalkViolation;

pub(crate) use parse::read;
