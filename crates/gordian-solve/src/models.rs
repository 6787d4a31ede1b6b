//! The catalogue: each kind of puzzle as a naive model.
//!
//! The models use integers, all-different, remainders, conditions and implications, and are not tuned:
//! making them fast is the task of the compiler. `--report` and `--conflict` show the names of
//! constraints, so these use the vocabulary of the puzzle.

use std::fmt;

use gordian_model::{Assignment, Model};
use gordian_puzzles::{Puzzle, Solution};

use crate::kind::{self, Decoder};

/// The model of a puzzle, with a decoder for its assignments.
pub struct PuzzleModel {
    model: Model,
    decoder: Decoder<Solution>,
}

impl fmt::Debug for PuzzleModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleModel").field("model", &self.model).finish_non_exhaustive()
    }
}

impl PuzzleModel {
    /// Returns the naive model of `puzzle`; `None` for kinds such as `square1` and `cube3`, whose solutions
    /// are sequences of moves and not states.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (mut model, decoder) = kind::of(puzzle).model(puzzle)?;
        if let Some(title) = puzzle.title() {
            model.set_title(title);
        }
        Some(Self { model, decoder })
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Decodes an assignment of the model to a solution.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        (self.decoder)(values)
    }
}
