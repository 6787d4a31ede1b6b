//! The 3×3×3 cube: a position, and the moves that solve it.
//!
//! Pieces, positions, moves and their notation are defined in [`gordian_perm::cube3`] and
//! `docs/guides/cube.md`. A solution is a sequence of moves after which every corner and every edge
//! is in place and, if the puzzle requires it, every centre has the direction of the solved cube.
//! The final orientation of the whole cube and the number of moves do not matter.

mod check;
mod draw;
mod kind;
mod parse;
mod solution;
mod state;

use gordian_perm::cube3::{Position, Sequence};

use crate::metadata::Metadata;

pub use check::TurnsViolation;
use parse::lower_case_of;
pub use state::{parse_state, state_to_json};

/// A cube to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube3 {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The position.
    pub position: Position,
    /// Whether the centres must also have the directions of the solved cube. The parser ensures
    /// that their directions are known then; a puzzle constructed without them has no solution.
    pub centres: bool,
    /// The sequence that leads from the solved cube to the position, if the file gives one. Its
    /// inverse is a solution, so no answer needs to be longer.
    pub scramble: Option<Sequence>,
}
