//! Square-1: a position, and the moves that solve it.
//!
//! What the pieces, positions and moves are, and how they are written, is in
//! [`gordian_perm::square1`] and `docs/guides/square1.md`. A solution is a sequence of moves after
//! which the puzzle is solved: the layers, the middle, and the turn of each layer. A solution need
//! not be shortest.

mod check;
mod draw;
mod kind;
mod parse;
mod solution;

use gordian_perm::square1::Position;

use crate::metadata::Metadata;

pub use check::MovesViolation;
use parse::notation_of;

/// A Square-1 to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square1 {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The position.
    pub position: Position,
}
