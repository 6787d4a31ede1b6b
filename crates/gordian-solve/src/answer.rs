//! Answers about problems: those about models, with solutions of puzzles.

use gordian_model::Expr;
use gordian_puzzles::Solution;
use gordian_search::{ModelSolution, SolutionForm};
use serde_json::Value;

use crate::cube3::CubeMoves;

/// The answer to a request about a problem.
pub type Answer = gordian_search::Answer<SolutionData>;

/// What is determined: the same in all solutions.
pub type Determined = gordian_search::Determined<SolutionData>;

/// A checked solution, as it is found.
pub type FoundSolution = gordian_search::FoundSolution<SolutionData>;

/// What is known before the work ends.
pub(crate) type SolveEvent = gordian_search::SolveEvent<SolutionData>;

/// Receives what is known before the work ends.
pub(crate) type EventCallback<'a> = gordian_search::EventCallback<'a, SolutionData>;

/// A solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionData {
    /// A solution of a puzzle.
    Puzzle(Solution),
    /// A solution of a model.
    Model(ModelSolution),
}

impl SolutionData {
    /// Returns the solution in the shape that `docs/formats/solution-json.md` describes.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Puzzle(solution) => solution.to_json(),
            Self::Model(solution) => solution.to_json(),
        }
    }
}

impl SolutionForm for SolutionData {
    type Details = PuzzleDetails;

    fn values_of(&self, exprs: &[Expr]) -> Option<Vec<i64>> {
        match self {
            Self::Puzzle(_) => None,
            Self::Model(solution) => solution.values_of(exprs),
        }
    }
}

/// What only answers about puzzles have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleDetails {
    /// The turns that solve a Sudoku Cube, if they were requested and found.
    pub moves: Option<CubeMoves>,
}
