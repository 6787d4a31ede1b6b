//! Sequences of moves.

use std::fmt;

use super::moves::{FaceTurn, Metric, Move};

/// A sequence of moves. It can be applied to every position.
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

    /// Returns the length in a metric.
    #[must_use]
    pub fn length(&self, metric: Metric) -> usize {
        self.moves.iter().map(|step| step.length(metric)).sum()
    }

    /// Returns the inverse sequence.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::cube3::{LowercaseMeaning, Sequence};
    ///
    /// let sequence = Sequence::parse("R U2 F' x", LowercaseMeaning::Wide).unwrap();
    /// assert_eq!(sequence.inverse().to_string(), "x' F U2 R'");
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.moves.iter().rev().map(|step| step.inverse()).collect()
    }
}

/// Writes the moves separated by blanks, such as `R U2 F'`; the empty sequence as the empty text.
/// The result has the same meaning under every [`LowercaseMeaning`](super::LowercaseMeaning).
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.moves.iter().enumerate() {
            let blank = if number == 0 { "" } else { " " };
            write!(f, "{blank}{step}")?;
        }
        Ok(())
    }
}

impl From<Vec<Move>> for Sequence {
    fn from(moves: Vec<Move>) -> Self {
        Self { moves }
    }
}

impl From<Vec<FaceTurn>> for Sequence {
    fn from(turns: Vec<FaceTurn>) -> Self {
        turns.into_iter().collect()
    }
}

impl<M: Into<Move>> FromIterator<M> for Sequence {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self { moves: moves.into_iter().map(Into::into).collect() }
    }
}
