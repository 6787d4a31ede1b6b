//! The turns of a Sudoku Cube, as `gordian cube solve` reports them.

use gordian_perm::cube3::{Face, Metric};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::MetricName;
use crate::cube3::CubeMoves;
use crate::requests::{OutcomeName, SchemaVersion};
use crate::{Answer, Seconds};

/// The turns that solve a Sudoku Cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SudokuCubeResponse {
    /// Turns were found.
    Solved {
        /// Further remarks.
        notes: Vec<String>,
        /// The number of turns.
        length: usize,
        /// The metric of the length.
        metric: MetricName,
        /// No solution of the grid can be reached in fewer turns; null if some were not examined.
        lower_bound: Option<usize>,
        /// Whether the turns were verified by replay, sticker by sticker: always true.
        checked: bool,
        /// The number of solutions of the grid that were examined.
        goals: usize,
        /// Whether these are all solutions of the grid.
        all_goals: bool,
        /// The faces whose centres had an unknown direction: they may end in any direction.
        unknown_centres: Vec<String>,
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
        let Some(moves) = &answer.moves else {
            let (solution, checked) = (None, false);
            return Self::Unsolved { schema, file, outcome, notes, solution, checked, seconds };
        };
        let &CubeMoves { length, lower_bound, n_goals: goals, all_goals, .. } = moves;
        let unknown = moves.unknown_centres.iter().copied().map(Face::name);
        Self::Solved {
            notes,
            length,
            metric: Metric::HalfTurn.into(),
            lower_bound,
            checked: true,
            goals,
            all_goals,
            unknown_centres: unknown.map(str::to_owned).collect(),
            schema,
            file,
            outcome,
            solution: moves.sequence.to_string(),
            seconds,
        }
    }
}
