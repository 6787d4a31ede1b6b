//! Uniqueness: a puzzle with one solution has no *deadly pattern*, a set of cells whose digits
//! could be exchanged to give a second solution.
//!
//! These techniques are valid only for puzzles with exactly one solution, and only if the exchange
//! keeps the digits of every house: in jigsaws or with diagonals far fewer rectangles are deadly.

mod avoidable;
mod bug;
mod rectangle;
mod types;

pub(super) use avoidable::find as avoidable;
pub(super) use bug::find as bug;
pub(crate) use rectangle::{Rectangle, rectangles};
pub(super) use types::find as rectangle;
