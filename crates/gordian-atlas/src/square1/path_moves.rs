//! Conversion of paths to sequences of moves.
//!
//! A path is a sequence of positions up to turns of the layers and flips. The conversion tracks the
//! alignment of the layers, finds each twist among those that the shape allows, and produces a
//! sequence that ends with the puzzle solved, both layers aligned, and not flipped.

use gordian_perm::square1::{Move, Position, Sequence};

use super::model::{Model, State};
use super::packed::{PackedPosition, SLOTS, to_turn};

/// The moves along a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMoves {
    /// The moves.
    pub sequence: Sequence,
    /// Whether the puzzle ends solved but flipped over; only possible if the path has no twist.
    pub flipped: bool,
}

impl Model {
    /// Returns the moves from `position` along `path`, with a final turn that aligns the solved
    /// layers. Returns `None` if the path does not begin at `position` or does not end at the
    /// solved position.
    #[must_use]
    pub fn to_moves(&self, position: &Position, path: &[State]) -> Option<PathMoves> {
        let straight = self.to_moves_with(position, path, 0)?;
        if straight.flipped && !path.is_empty() {
            // A twist of the other half equals a twist and a flip.
            return self.to_moves_with(position, path, SLOTS / 2);
        }
        Some(straight)
    }

    fn to_moves_with(&self, position: &Position, path: &[State], extra: u32) -> Option<PathMoves> {
        let mut packed = PackedPosition::new(position);
        let mut steps = Vec::with_capacity(2 * path.len() + 1);
        for (index, target) in path.iter().enumerate() {
            // At the last twist, so that the other moves stay the same.
            let extra = if index + 1 == path.len() { extra } else { 0 };
            let turn = self.turn_towards(packed, target, extra)?;
            if turn != (0, 0) {
                steps.push(Move::Turn(to_turn(turn)));
            }
            steps.push(Move::Twist);
            packed = packed.twisted(turn);
        }
        let solved = Position::solved(self.colours());
        let (turn, flipped) = match packed.turn_to(PackedPosition::new(&solved)) {
            Some(turn) => (turn, false),
            None => (packed.turn_to(PackedPosition::new(&solved.flipped()))?, true),
        };
        if turn != (0, 0) {
            steps.push(Move::Turn(to_turn(turn)));
        }
        Some(PathMoves { sequence: Sequence::from(steps), flipped })
    }

    /// Returns the turn after which a twist leads to `target`.
    fn turn_towards(
        &self,
        position: PackedPosition,
        target: &State,
        extra: u32,
    ) -> Option<(u32, u32)> {
        let (state, reading) = position.read(self);
        let target = self.canonical(target);
        let moves = self.shapes()[usize::from(state.shape)].moves.iter();
        let step = moves.zip(self.neighbours(&state)).find(|(_, neighbour)| {
            neighbour.shape == target.shape && self.canonical(neighbour) == target
        });
        let cut = step?.0.cut;
        let turn = |word: usize| {
            (u32::from(reading.first_slot[word]) + u32::from(cut[word]) + extra) % SLOTS
        };
        Some(if reading.exchanged { (turn(1), turn(0)) } else { (turn(0), turn(1)) })
    }
}
