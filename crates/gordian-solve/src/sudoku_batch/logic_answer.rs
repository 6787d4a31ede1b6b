//! Answers by logic in a batch: the next step, all steps, the whole solution, ratings.

use std::fmt;

use gordian_core::{Cancel, Limit};
use gordian_grid::Grid;
use gordian_logic::{Config, Drawing, Position, Step};
use gordian_sudoku::formats::ParsedPuzzle;

use super::answer::{AnswerData, PuzzleAnswer, Status};
use super::batch::{Batch, ChunkResult};
use super::explanation::Explanation;
use super::logic::{Analysis, NoAnalysis, PossibleSteps, RatingDocument};
use super::options::Operation;
use crate::ErrorDetail;
use crate::document::OutcomeName;

/// The answer of an operation by logic.
#[derive(Clone, Debug)]
pub struct LogicAnswer {
    /// The position: the puzzle with the digits that the player has placed, if they count.
    pub position: Position,
    /// The result.
    pub result: LogicResult,
    /// Whether the solution is unique; `None` if that is unknown or there is no solution.
    pub unique: Option<bool>,
    /// Whether there are steps and each was compared with all solutions.
    pub checked: bool,
    /// Whether techniques were excluded because they assume a unique solution.
    pub excludes_uniqueness: bool,
}

/// The result of an operation by logic.
#[derive(Clone, Debug)]
pub enum LogicResult {
    /// There is none.
    Missing(NoAnswer),
    /// The next step.
    Hint {
        /// The position with the step.
        drawing: Drawing,
        /// The step.
        step: Box<Step>,
        /// The position.
        start: Position,
    },
    /// All steps.
    Steps {
        /// The steps.
        found: PossibleSteps,
        /// The position.
        start: Position,
    },
    /// The whole solution.
    Explanation(Explanation),
    /// The rating.
    Rating(RatingDocument),
}

/// Why there is no answer by logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A limit was reached.
    Undecided(Limit),
    /// The grid is full.
    Solved,
    /// A puzzle with several solutions has no rating.
    Several,
    /// No technique has a step.
    NoStep,
    /// The techniques do not solve the puzzle.
    Stuck,
    /// There is no solution.
    NotSolvable {
        /// The cells whose placed digits occur in no solution.
        wrong: Vec<String>,
        /// Whether placed digits that may each be right contradict each other.
        is_contradictory: bool,
    },
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided(_) => "undecided",
            Self::Solved => "solved already",
            Self::Several => "several",
            Self::NoStep => "no step",
            Self::Stuck => "stuck",
            Self::NotSolvable { .. } => "none",
        })
    }
}

impl NoAnswer {
    fn outcome(&self) -> OutcomeName {
        match self {
            Self::Undecided(_) | Self::NoStep | Self::Stuck => OutcomeName::Stopped,
            Self::Several => OutcomeName::Feasible,
            Self::Solved => OutcomeName::Solved,
            Self::NotSolvable { .. } => OutcomeName::Infeasible,
        }
    }

    fn limit(&self) -> Option<Limit> {
        match self {
            Self::Undecided(limit) => Some(*limit),
            Self::NoStep | Self::Stuck => Some(Limit::Techniques),
            _ => None,
        }
    }

    fn status(&self) -> Status {
        match self {
            Self::Undecided(limit) => Status::of_limit(*limit),
            Self::Solved => Status::Found,
            _ => Status::None,
        }
    }
}

/// Answers a puzzle by logic.
pub(super) fn answer(
    batch: &Batch,
    read: &ParsedPuzzle,
    chunk_result: &mut ChunkResult,
) -> Result<PuzzleAnswer, ErrorDetail> {
    chunk_result.engines.insert("logic".to_owned());
    let options = &batch.options;
    let answer = LogicAnswer::find(
        options.operation,
        &read.puzzle,
        &read.placed,
        &options.techniques,
        &batch.puzzle_cancel(),
    )?;
    chunk_result.notes.extend(answer.notes().map(str::to_owned));
    let (status, solved) = (answer.status(), answer.is_solved());
    Ok(PuzzleAnswer::new(AnswerData::Logic(Box::new(answer)), status, solved))
}

impl LogicAnswer {
    /// Answers a puzzle with the digits that a player has placed, as (cell, digit). A rating
    /// ignores them.
    ///
    /// # Errors
    ///
    /// Fails if the scale does not apply to the puzzle, and (a bug) if a step contradicts the
    /// solutions.
    pub fn find(
        operation: Operation,
        puzzle: &Grid,
        placed: &[(usize, u8)],
        techniques: &Config,
        cancel: &Cancel,
    ) -> Result<Self, ErrorDetail> {
        let scale = match operation {
            Operation::Rate(scale) => Some(scale),
            _ => None,
        };
        let placed = if scale.is_some() { &[][..] } else { placed };
        let mut answer = Self {
            position: Position::new(puzzle, placed),
            result: LogicResult::Missing(NoAnswer::NoStep),
            unique: None,
            checked: false,
            excludes_uniqueness: false,
        };
        let analysis = match Analysis::new(puzzle, placed, techniques, cancel) {
            Ok(analysis) => analysis,
            Err(NoAnalysis::Stopped(limit)) => {
                answer.result = LogicResult::Missing(NoAnswer::Undecided(limit));
                return Ok(answer);
            }
            Err(NoAnalysis::NotSolvable { wrong, givens_are_solvable }) => {
                let is_contradictory =
                    wrong.is_empty() && givens_are_solvable && !placed.is_empty();
                let why = NoAnswer::NotSolvable { wrong, is_contradictory };
                answer.result = LogicResult::Missing(why);
                return Ok(answer);
            }
        };
        let is_unique = analysis.truth.is_unique();
        answer.unique = Some(is_unique);
        let is_explanation =
            !matches!(operation, Operation::Hint | Operation::Steps | Operation::Rate(_));
        if analysis.start.is_solved() && !is_explanation {
            answer.result = LogicResult::Missing(NoAnswer::Solved);
            return Ok(answer);
        }
        if scale.is_some() && !is_unique {
            answer.result = LogicResult::Missing(NoAnswer::Several);
            return Ok(answer);
        }
        answer.excludes_uniqueness = analysis.excludes_uniqueness;
        answer.result = match operation {
            Operation::Rate(scale) => {
                let rated = analysis.rate(scale)?;
                match (rated.stopped, rated.rating) {
                    (Some(limit), _) => LogicResult::Missing(NoAnswer::Undecided(limit)),
                    (None, None) => LogicResult::Missing(NoAnswer::Stuck),
                    (None, Some(rating)) => {
                        // Its steps were compared with the only solution.
                        answer.checked = true;
                        LogicResult::Rating(rating)
                    }
                }
            }
            Operation::Hint => match analysis.hint()? {
                Ok(Some(step)) => {
                    answer.checked = analysis.confirms(std::slice::from_ref(&step));
                    let start = analysis.start;
                    let drawing = start.draw(Some(&step));
                    LogicResult::Hint { drawing, step: Box::new(step), start }
                }
                Ok(None) => LogicResult::Missing(NoAnswer::NoStep),
                Err(limit) => LogicResult::Missing(NoAnswer::Undecided(limit)),
            },
            Operation::Steps => {
                let found = analysis.steps()?;
                answer.checked = analysis.confirms(&found.steps);
                LogicResult::Steps { found, start: analysis.start }
            }
            _ => {
                let solved = analysis.explain()?;
                answer.checked = analysis.confirms(&solved.steps);
                LogicResult::Explanation(Explanation { start: analysis.start, solved, is_unique })
            }
        };
        Ok(answer)
    }

    /// Returns what was established.
    #[must_use]
    pub fn outcome(&self) -> OutcomeName {
        match &self.result {
            LogicResult::Missing(why) => why.outcome(),
            LogicResult::Hint { .. } | LogicResult::Rating(_) => OutcomeName::Solved,
            LogicResult::Steps { found, .. } => match found.limit() {
                None if !found.steps.is_empty() => OutcomeName::Solved,
                _ => OutcomeName::Stopped,
            },
            LogicResult::Explanation(Explanation { solved, .. }) if solved.end.is_solved() => {
                OutcomeName::Solved
            }
            LogicResult::Explanation(_) => OutcomeName::Stopped,
        }
    }

    /// Returns the limit that stopped the work.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match &self.result {
            LogicResult::Missing(why) => why.limit(),
            LogicResult::Hint { .. } | LogicResult::Rating(_) => None,
            LogicResult::Steps { found, .. } => match found.limit() {
                Some(limit) => Some(limit),
                None => found.steps.is_empty().then_some(Limit::Techniques),
            },
            LogicResult::Explanation(Explanation { solved, .. }) => match solved.stopped {
                Some(limit) => Some(limit),
                None if solved.end.is_solved() => None,
                None => Some(Limit::Techniques),
            },
        }
    }

    /// Returns the whole solution, if that was asked and there is one.
    #[must_use]
    pub fn explanation(&self) -> Option<&Explanation> {
        match &self.result {
            LogicResult::Explanation(explanation) => Some(explanation),
            _ => None,
        }
    }

    /// Returns the cells whose placed digits are wrong, if there is no solution.
    #[must_use]
    pub fn wrong(&self) -> &[String] {
        match &self.result {
            LogicResult::Missing(NoAnswer::NotSolvable { wrong, .. }) => wrong,
            _ => &[],
        }
    }

    /// Returns remarks on the answer.
    pub fn notes(&self) -> impl Iterator<Item = &'static str> + use<> {
        let n_steps = match &self.result {
            LogicResult::Hint { .. } => 1,
            LogicResult::Steps { found, .. } => found.steps.len(),
            LogicResult::Explanation(explanation) => explanation.solved.steps.len(),
            LogicResult::Missing(_) | LogicResult::Rating(_) => 0,
        };
        let excludes = self.excludes_uniqueness.then_some(
            "techniques that assume a unique solution are not used for puzzles with several solutions",
        );
        let unchecked = (n_steps > 0 && !self.checked)
            .then_some("there are too many solutions to check every step against all of them");
        excludes.into_iter().chain(unchecked)
    }

    fn status(&self) -> Status {
        match &self.result {
            LogicResult::Missing(why) => why.status(),
            LogicResult::Hint { .. } | LogicResult::Rating(_) => Status::Found,
            LogicResult::Steps { found, .. } => match found.limit() {
                Some(limit) => Status::of_limit(limit),
                None if found.steps.is_empty() => Status::None,
                None => Status::Found,
            },
            LogicResult::Explanation(Explanation { solved, .. }) => match solved.stopped {
                Some(limit) => Status::of_limit(limit),
                None if solved.end.is_solved() => Status::Found,
                None => Status::None,
            },
        }
    }

    fn is_solved(&self) -> bool {
        match &self.result {
            LogicResult::Rating(_) => true,
            LogicResult::Explanation(Explanation { solved, .. }) => {
                solved.end.is_solved() && !solved.steps.is_empty()
            }
            _ => false,
        }
    }
}
