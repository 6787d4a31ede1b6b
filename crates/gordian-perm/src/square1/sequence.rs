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
pub enum Step {
    /// Turns the layers.
    Turn(Turn),
    /// Turns the right half over; not always possible.
    Twist,
    /// Holds the whole puzzle upside down (see [`Position::flipped`]).
    Flip,
}

/// A sequence of steps, free of any notation.
///
/// It says nothing about whether its twists are possible: that depends on the position to which it
/// is [applied](Position::apply).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    steps: Vec<Step>,
}

impl Sequence {
    /// Returns the steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the steps in order.
    #[must_use]
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Returns the number of twists: the length of the sequence in the twist metric.
    #[must_use]
    pub fn twists(&self) -> usize {
        self.steps.iter().filter(|&&step| step == Step::Twist).count()
    }

    /// Returns the sequence that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let undone = |step: &Step| match *step {
            Step::Turn(turn) => Step::Turn(turn.inverse()),
            other => other,
        };
        self.steps.iter().rev().map(undone).collect()
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
        let mut steps: Vec<Step> = Vec::with_capacity(self.steps.len());
        let mut flipped = false;
        for &step in &self.steps {
            match (step, steps.last().copied()) {
                (Step::Flip, _) => flipped = !flipped,
                (Step::Twist, Some(Step::Twist)) => drop(steps.pop()),
                (Step::Twist, _) => steps.push(Step::Twist),
                (Step::Turn(turn), last) => {
                    let mut turn = if flipped { turn.swapped() } else { turn };
                    if let Some(Step::Turn(before)) = last {
                        steps.pop();
                        turn = before.then(turn);
                    }
                    if !turn.is_identity() {
                        steps.push(Step::Turn(turn));
                    }
                }
            }
        }
        if flipped {
            steps.push(Step::Flip);
        }
        Self { steps }
    }

    /// Returns a sequence without flips that does the same, [normalised](Self::normalised)
    /// otherwise.
    ///
    /// What a flip does after a twist, turns do as well: `/!` is `(6,6)/(6,6)`. So it takes no more
    /// twists, except where there is none: then a flip takes two of them, `/(6,6)/(6,6)`, at the
    /// beginning, and the result can be applied only where a twist is possible.
    #[must_use]
    pub fn without_flips(&self) -> Self {
        let mut steps = self.normalised().steps;
        if steps.last() != Some(&Step::Flip) {
            return Self { steps };
        }
        steps.pop();
        let half = Step::Turn(Turn::new(6, 6));
        // The flip moves forward to right after the last twist, past the turn in between.
        if let Some(Step::Turn(turn)) = steps.last_mut() {
            *turn = turn.swapped();
        }
        match steps.iter().rposition(|&step| step == Step::Twist) {
            Some(last) => {
                steps.splice(last..=last, [half, Step::Twist, half]);
            }
            None => {
                steps.splice(0..0, [Step::Twist, half, Step::Twist, half]);
            }
        }
        Self { steps }.normalised()
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

impl From<Vec<Step>> for Sequence {
    fn from(steps: Vec<Step>) -> Self {
        Self { steps }
    }
}

impl FromIterator<Step> for Sequence {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}
