//! Uniqueness: a puzzle that has one solution never comes to a *deadly pattern*, cells whose digits
//! could be exchanged without anybody noticing.
//!
//! All of these hold only for puzzles with exactly one solution, and only where the exchange leaves
//! every house as it was: in a jigsaw or with diagonals far fewer rectangles are deadly.

mod avoidable;
mod grave;
mod rectangle;
mod types;

pub(super) use avoidable::find as avoidable;
pub(super) use grave::find as grave;
pub(crate) use rectangle::{Rectangle, rectangles};
pub(super) use types::find as rectangle;
