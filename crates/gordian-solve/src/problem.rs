//! A problem: a puzzle or a model.

use gordian_model::Model;
use gordian_puzzles::{Puzzle, PuzzleKind};

/// A problem to solve.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A puzzle from a puzzle file.
    Puzzle(Puzzle),
    /// A model written by a user.
    Model(Model),
}

impl Problem {
    /// Returns the kind, as in the JSON of answers.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Puzzle(puzzle) => puzzle.kind().name(),
            Self::Model(_) => "model",
        }
    }

    /// Returns the title, if there is one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::Puzzle(puzzle) => puzzle.title(),
            Self::Model(model) => Some(model.title()).filter(|title| !title.is_empty()),
        }
    }

    /// Returns whether a solution has an objective.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        matches!(self, Self::Model(model) if model.goal().is_some())
    }

    /// Returns the typed puzzle, if the problem is a puzzle of type `P`.
    #[must_use]
    pub fn as_kind<P: PuzzleKind>(&self) -> Option<&P> {
        match self {
            Self::Puzzle(puzzle) => puzzle.as_kind(),
            Self::Model(_) => None,
        }
    }
}
