//! Golden Waste, the pencil puzzle also known as Goishi Hiroi: pick up every coin in one walk.
//!
//! A walk goes along rows and columns from coin to coin. It picks up every coin that it reaches, so
//! it cannot pass over a remaining coin; places of coins that were picked up before count as empty.
//! At each coin the walk continues straight ahead or turns left or right; it never reverses.

mod board;
mod check;
mod kind;
mod link;
mod parse;
mod solution;

pub use board::{Goishi, Walk};
pub use check::WalkViolation;
