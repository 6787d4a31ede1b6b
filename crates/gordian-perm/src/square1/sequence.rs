//! Sequences of moves.

use super::error::SquareError;
use super::position::Position;

/// A turn of both layers, in slots of 30°, clockwise as seen from outside each layer.
///
/// Both numbers are kept between −5 and 6.
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

    /// Returns by how much the top layer turns, from −5 to 6.
    #[must_use]
    pub fn top(self) -> i32 {
        self.top.into()
    }

    /// Returns by how much the bottom layer turns, from −5 to 6.
    #[must_use]
    pub fn bottom(self) -> i32 {
        self.bottom.into()
    }

    /// Returns whether nothing moves.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self == Self::default()
    }

    /// Returns this turn and another one made as one.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        Self::new(self.top() + other.top(), self.bottom() + other.bottom())
    }

    /// Returns the turn that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::new(-self.top(), -self.bottom())
    }

    /// Returns what this turn is called when the puzzle is held upside down.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { top: self.bottom, bottom: self.top }
    }
}

/// Returns the number from −5 to 6 that differs from `n` by a multiple of 12.
fn reduced(n: i32) -> i8 {
    let n = n.rem_euclid(12);
    i8::try_from(if n > 6 { n - 12 } else { n }).expect("a number from -5 to 6 fits")
}

/// One step of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Turns the layers.
    Turn(Turn),
    /// Turns the right half over; not always possible.
    Twist,
    /// Holds the whole puzzle upside down (see [`Position::flipped`]).
    Flip,
}

/// A sequence of moves, free of any notation.
///
/// It says nothing about whether its twists are possible: that depends on the position to which it
/// is [applied](Position::apply).
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

    /// Returns the sequence that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let undone = |step: &Move| match *step {
            Move::Turn(turn) => Move::Turn(turn.inverse()),
            other => other,
        };
        self.moves.iter().rev().map(undone).collect()
    }

    /// Returns the same sequence without what cancels: turns in a row become one, turns by
    /// nothing and twists in a row go away, and all flips become at most one, the last step.
    ///
    /// Where the original can be applied, the result can, and both lead to the same position. (The
    /// result can sometimes be applied where the original cannot: what cancelled may have been
    /// blocked.)
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

    /// Returns a sequence without flips that does the same, [normalised](Self::normalised)
    /// otherwise.
    ///
    /// What a flip does after a twist, turns do as well: `/!` is `(6,6)/(6,6)`. So it takes no more
    /// twists, except where there is none: then a flip takes two of them, `/(6,6)/(6,6)`, at the
    /// beginning, and the result can be applied only where a twist is possible.
    #[must_use]
    pub fn without_flips(&self) -> Self {
        let mut moves = self.normalised().moves;
        if moves.last() != Some(&Move::Flip) {
            return Self { moves };
        }
        moves.pop();
        let half = Move::Turn(Turn::new(6, 6));
        // The flip moves forward to right after the last twist, past the turn in between.
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

    /// Returns the positions that the sequence passes: `start`, then the one after each step.
    ///
    /// # Errors
    ///
    /// [`SquareError::BlockedTwist`] for the first twist that is not possible.
    pub fn replay(&self, start: &Position) -> Result<Vec<Position>, SquareError> {
        let mut passed = vec![*start];
        start.pass(self, |position| passed.push(*position))?;
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
