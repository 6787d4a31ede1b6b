//! Rules that solutions break.

use thiserror::Error;

use crate::board::{Cell, Size};

/// A rule that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Violation {
    /// The stable name of the rule within its kind, such as `given-changed`.
    pub rule: &'static str,
    /// What is wrong and where, as a lower-case fragment without a final stop.
    pub message: String,
    /// The cells of the board that it concerns, if they are known.
    pub cells: Vec<Cell>,
}

impl Violation {
    /// Returns a violation that concerns `cells`.
    #[must_use]
    pub fn new(rule: &'static str, message: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { rule, message: message.into(), cells }
    }

    /// Returns the violation for a solution whose board has another size than the puzzle's.
    pub(crate) fn other_size(board: Size, solution: Size) -> Self {
        let message = format!("the board has {board}, the solution {solution}");
        Self::new("wrong-size", message, Vec::new())
    }

    /// Returns the violation for a solution of another kind than the puzzle.
    pub(crate) fn other_kind(puzzle: &str, solution: &str) -> Self {
        let message =
            format!("the puzzle is of the kind `{puzzle}`, the solution of the kind `{solution}`");
        Self::new("other-kind", message, Vec::new())
    }
}

/// Converts the violations of a kind.
pub(crate) fn violations<V: Into<Violation>>(broken: Vec<V>) -> Vec<Violation> {
    broken.into_iter().map(Into::into).collect()
}
