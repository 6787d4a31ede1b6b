//! Permutation puzzles from definitions: shortest solutions of states, random states with sequences
//! that lead to them, and which puzzles are the 3×3×3 or the Square-1, whose own solvers are
//! faster.
//!
//! A definition is recognised by what its moves do. The names of moves and pieces, their order, and
//! the directions of turns and orientations are its own.

mod as_cube3;
mod as_square1;
mod scramble;
mod solve;
mod solver;

use crate::ErrorDetail;
use gordian_atlas::AtlasError;
use gordian_atlas::optimal::SolverError;
use gordian_core::Limit;
use gordian_perm::definition::{Definition, MoveSet};

use crate::SolveError;
pub use as_cube3::CubeMap;
pub use as_square1::SquareMap;
pub use scramble::{Scramble, Scrambler};
pub use solver::{Solved, StateSolver};

/// A puzzle with a solver of its own.
#[derive(Clone, Debug)]
pub enum KnownPuzzle {
    /// The 3×3×3, with or without orientations of centres.
    Cube3(CubeMap),
    /// The Square-1 in six colours.
    Square1(SquareMap),
}

impl KnownPuzzle {
    /// Recognises a puzzle with these moves; `None` for all others.
    #[must_use]
    pub fn of(definition: &Definition, moves: &MoveSet) -> Option<Self> {
        let cube3 = || CubeMap::new(definition, moves).map(Self::Cube3);
        let square1 = || SquareMap::new(definition, moves).map(Self::Square1);
        cube3().or_else(square1)
    }
}

/// Why work on a permutation puzzle fails.
#[derive(Debug, thiserror::Error)]
pub enum PermError {
    /// The puzzle has no solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A solver of a known puzzle fails.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The states are too many to be drawn or solved.
    #[error("the puzzle has too many states for random ones to be drawn and solved")]
    TooManyStates,
}

impl From<AtlasError> for PermError {
    fn from(error: AtlasError) -> Self {
        Self::Solver(error.into())
    }
}

impl PermError {
    /// Returns the limit that stopped the work, if one did.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        match self {
            Self::Solver(error) => error.stopped(),
            Self::Solve(_) | Self::TooManyStates => None,
        }
    }
}

/// What to do if no random state can be had.
pub const RANDOM_MOVES_HINT: &str = "ask for a number of random moves";

impl From<PermError> for ErrorDetail {
    fn from(error: PermError) -> Self {
        match error {
            PermError::Solve(error) => error.into(),
            PermError::TooManyStates => {
                Self::new("perm.no-random-state", error.to_string()).hint(RANDOM_MOVES_HINT)
            }
            PermError::Solver(SolverError::Atlas(error)) => error.into(),
            PermError::Solver(SolverError::Group(error)) => {
                Self::new("perm.group", error.to_string()).hint("give a puzzle with fewer pieces")
            }
        }
    }
}
