//! Checks a sequence of moves by replaying it on the plain simulator.

use gordian_perm::square1::{Position, Sequence, SquareError, Turn};
use thiserror::Error;

use super::Square1;

/// Why a sequence of moves is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MovesViolation {
    /// A twist that a big piece prevents.
    #[error("{0}")]
    Blocked(SquareError),
    /// Everything is in place but a layer is not turned as it should be.
    #[error(
        "the moves lead to {reached}: what is missing is the turn ({},{}) in the WCA notation",
        turn.top(), turn.bottom()
    )]
    LayersMisaligned {
        /// The last position.
        reached: Position,
        /// The turn that solves it.
        turn: Turn,
    },
    /// The pieces of both layers are in place, but the middle layer is a kite.
    #[error("the moves lead to {reached}: the layers are solved, but the middle is a kite")]
    MiddleIsKite {
        /// The last position.
        reached: Position,
    },
    /// The puzzle is not solved.
    #[error("the moves lead to {reached}, which is not solved")]
    NotSolved {
        /// The last position.
        reached: Position,
    },
}

impl Square1 {
    /// Checks that a sequence of moves leads to the solved puzzle.
    ///
    /// The puzzle may end upside down, because flipping it over is not a move.
    ///
    /// # Errors
    ///
    /// Returns the rule that is broken.
    pub fn check(&self, moves: &Sequence) -> Result<(), Vec<MovesViolation>> {
        let reached = self.position.apply(moves);
        let reached = reached.map_err(|error| vec![MovesViolation::Blocked(error)])?;
        let solved = Position::solved(reached.colours());
        if reached == solved || reached == solved.flipped() {
            return Ok(());
        }
        let turns = || (-5..=6).flat_map(|top| (-5..=6).map(move |bottom| Turn::new(top, bottom)));
        let turn = |goal: Position| turns().find(|&turn| reached.turned(turn) == goal);
        if let Some(turn) = turn(solved).or_else(|| turn(solved.flipped())) {
            return Err(vec![MovesViolation::LayersMisaligned { reached, turn }]);
        }
        let same_layers = |goal: &Position| {
            let layers =
                |position: &Position| (position.top().canonical(), position.bottom().canonical());
            layers(&reached) == layers(goal)
        };
        if same_layers(&solved) || same_layers(&solved.flipped()) {
            return Err(vec![MovesViolation::MiddleIsKite { reached }]);
        }
        Err(vec![MovesViolation::NotSolved { reached }])
    }
}
