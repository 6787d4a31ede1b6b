//! Sequences of moves.

use super::error::SquareError;
use super::position::Position;

/// A turn of both layers, in slots of 30°, clockwise as seen from outside each layer.
///
/// Both numbers are normalised to −5 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    top: i8,
    bottom: i8,
}

impl Turn {
    /// Returns the turn by these numbers of slots, each taken modulo 12.
    #[must_use]
    pub fn new(top: i32, bottom: i32) -> Self {
        Self { top: reduced(top), bottom: reduced(bottom) }
    }

    /// Returns the turn of the top layer, from −5 to 6.
    #[must_use]
    pub fn top(self) -> i32 {
        self.top.into()
    }

    /// Returns the turn of the bottom layer, from −5 to 6.
    #[must_use]
    pub fn bottom(self) -> i32 {
        self.bottom.into()
    }

    /// Returns whether neither layer turns.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self == Self::default()
    }

    /// Returns the combination of this turn and another one.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        Self::new(self.top() + other.top(), self.bottom() + other.bottom())
    }

    /// Returns the inverse turn.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::new(-self.top(), -self.bottom())
    }

    /// Returns the same turn with the puzzle held upside down: top and bottom exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { top: self.bottom, bottom: self.top }
    }
}

/// Returns the number from −5 to 6 that is congruent to `n` modulo 12.
fn reduced(n: i32) -> i8 {
    let n = n.rem_euclid(12);
    i8::try_from(if n > 6 { n - 12 } else { n }).expect("a number from -5 to 6 fits")
}

/// One move of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Turns the top and bottom layers.
    Turn(Turn),
    /// Turns the right half over; it may be blocked.
    Twist,
    /// Turns the whole puzzle upside down (see [`Position::flipped`]).
    Flip,
}

/// A sequence of moves, independent of any notation.
///
/// Its twists may be blocked, depending on the position to which it is [applied](Position::apply).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    moves: Vec<Move>,
}

impl Sequence {
    /// Returns the moves in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves in order.
    #[must_use]
    pub fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    /// Returns the number of twists: the length of the sequence in the twist metric.
    #[must_use]
    pub fn twists(&self) -> usize {
        self.moves.iter().filter(|&&it| it == Move::Twist).count()
    }

    /// Returns the inverse sequence.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let undone = |step: &Move| match *step {
            Move::Turn(turn) => Move::Turn(turn.inverse()),
            other => other,
        };
        self.moves.iter().rev().map(undone).collect()
    }

    /// Returns an equivalent sequence without cancelling moves: consecutive turns are combined,
    /// identity turns and pairs of consecutive twists are removed, and flips are combined into at
    /// most one, the last move.
    ///
    /// Wherever the original can be applied, the result can, with the same resulting position. The
    /// converse does not hold: a cancelled twist may have been blocked.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::square1::{Notation, Sequence};
    ///
    /// let sequence = Sequence::parse("(1,2)(2,1)/!(3,0)(0,0)!", Notation::Cube21).unwrap();
    /// assert_eq!(sequence.normalised().write(Notation::Cube21), "(3,3)/(0,3)");
    /// ```
    #[must_use]
    pub fn normalised(&self) -> Self {
        let mut moves: Vec<Move> = Vec::with_capacity(self.moves.len());
        let mut flipped = false;
        for &next in &self.moves {
            match (next, moves.last().copied()) {
                (Move::Flip, _) => flipped = !flipped,
                (Move::Twist, Some(Move::Twist)) => drop(moves.pop()),
                (Move::Twist, _) => moves.push(Move::Twist),
                (Move::Turn(turn), last) => {
                    let mut turn = if flipped { turn.swapped() } else { turn };
                    if let Some(Move::Turn(before)) = last {
                        moves.pop();
                        turn = before.then(turn);
                    }
                    if !turn.is_identity() {
                        moves.push(Move::Turn(turn));
                    }
                }
            }
        }
        if flipped {
            moves.push(Move::Flip);
        }
        Self { moves }
    }

    /// Returns an equivalent [normalised](Self::normalised) sequence without flips.
    ///
    /// A flip after a twist is equivalent to turns: `/!` is `(6,6)/(6,6)`. So the number of twists
    /// does not change unless it is 0: then a flip becomes `/(6,6)/(6,6)` at the beginning, and the
    /// result can be applied only if a twist is possible there.
    #[must_use]
    pub fn without_flips(&self) -> Self {
        let mut moves = self.normalised().moves;
        if moves.last() != Some(&Move::Flip) {
            return Self { moves };
        }
        moves.pop();
        let half = Move::Turn(Turn::new(6, 6));
        // Commute the flip with the turn after the last twist.
        if let Some(Move::Turn(turn)) = moves.last_mut() {
            *turn = turn.swapped();
        }
        match moves.iter().rposition(|&step| step == Move::Twist) {
            Some(last) => {
                moves.splice(last..=last, [half, Move::Twist, half]);
            }
            None => {
                moves.splice(0..0, [Move::Twist, half, Move::Twist, half]);
            }
        }
        Self { moves }.normalised()
    }

    /// Returns the positions along the sequence: `start`, then the position after each move.
    ///
    /// # Errors
    ///
    /// [`SquareError::BlockedTwist`] for the first blocked twist.
    pub fn replay(&self, start: &Position) -> Result<Vec<Position>, SquareError> {
        let mut passed = vec![*start];
        start.apply_and_visit(self, |position| passed.push(*position))?;
        Ok(passed)
    }
}

impl From<Vec<Move>> for Sequence {
    fn from(moves: Vec<Move>) -> Self {
        Self { moves }
    }
}

impl FromIterator<Move> for Sequence {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self { moves: moves.into_iter().collect() }
    }
}
