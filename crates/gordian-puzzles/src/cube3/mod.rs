//! The 3×3×3 cube: a position, and the moves that solve it.
//!
//! What the pieces, positions and moves are, and how they are written, is in
//! [`gordian_perm::cube3`] and `docs/cube.md`. A solution is a sequence of moves after which every
//! corner and every edge is in place, and, where the puzzle says so, every centre looks as on the
//! solved cube. How the cube is held then does not matter. That a solution is short is no rule of the
//! puzzle.

mod check;
mod draw;
mod parse;
mod state;

use gordian_perm::cube3::Position;

use crate::puzzle::Metadata;

pub use check::TurnsViolation;
pub(crate) use parse::{lower_case_of, read};
pub use state::{parse_state, state_to_json};

/// A cube to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube3 {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The position.
    pub position: Position,
    /// Whether the centres must look as on the solved cube too. A puzzle that was read from a file
    /// with this set knows the directions of all of them; one that does not cannot be solved.
    pub centres: bool,
}
