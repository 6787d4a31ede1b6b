//! The turns of a Sudoku Cube, as `gordian cube solve` reports them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OutcomeName, SchemaVersion};
use gordian_solve::{Answer, CubeMovesFacts, Seconds};

/// The turns that solve a Sudoku Cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SudokuCubeResponse {
    /// Turns were found.
    Solved {
        /// Further remarks.
        notes: Vec<String>,
        /// What is known about the turns.
        #[serde(flatten)]
        facts: CubeMovesFacts,
        /// The version of this document format.
        schema: SchemaVersion,
        /// The puzzle file.
        file: String,
        /// What was established about the grid.
        outcome: OutcomeName,
        /// The turns.
        solution: String,
        /// The time that the answer took.
        seconds: Seconds,
    },
    /// No turns were found.
    Unsolved {
        /// The version of this document format.
        schema: SchemaVersion,
        /// The puzzle file.
        file: String,
        /// What was established about the grid.
        outcome: OutcomeName,
        /// Further remarks.
        notes: Vec<String>,
        /// Always null.
        solution: Option<String>,
        /// Always false.
        checked: bool,
        /// The time that the answer took.
        seconds: Seconds,
    },
}

impl SudokuCubeResponse {
    /// Returns the document of an answer to a request for moves.
    #[must_use]
    pub fn new(file: &str, answer: &Answer, seconds: Seconds) -> Self {
        let (schema, file) = (SchemaVersion, file.to_owned());
        let (outcome, notes) = (answer.outcome.into(), answer.notes.clone());
        let Some(moves) = &answer.details.moves else {
            let (solution, checked) = (None, false);
            return Self::Unsolved { schema, file, outcome, notes, solution, checked, seconds };
        };
        let solution = moves.sequence.to_string();
        Self::Solved { notes, facts: moves.into(), schema, file, outcome, solution, seconds }
    }
}
