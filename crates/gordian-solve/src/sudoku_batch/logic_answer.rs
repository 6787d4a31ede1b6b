//! Answers by logic in a batch: the next step, all steps, the whole solution, ratings.

use std::fmt;

use gordian_core::Limit;
use gordian_logic::document::StepDocument;
use gordian_logic::{Drawing, Position, Rating, Step};
use gordian_sudoku::formats::ParsedPuzzle;
use serde::{Serialize, Serializer};

use super::answer::{AnswerData, PuzzleAnswer, Status};
use super::batch::{Batch, ChunkResult};
use super::explanation::Explanation;
use super::logic::{Analysis, ExplanationDocument, NoAnalysis, RatingDocument};
use super::options::Operation;
use crate::requests::{ErrorDetail, LimitName, OutcomeName};

/// The answer of an operation by logic.
#[derive(Clone, Debug)]
pub struct LogicAnswer {
    /// The operation.
    pub operation: Operation,
    /// The result.
    pub result: LogicResult,
    /// Whether the solution is unique; `None` if that is unknown or there is no solution.
    pub unique: Option<bool>,
    /// Whether every step was compared with all solutions.
    pub checked: bool,
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
        /// The steps, the easiest technique first.
        steps: Vec<Step>,
        /// The limit that stopped the search.
        stopped: Option<Limit>,
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
            Self::Undecided(_) | Self::Stuck => OutcomeName::Stopped,
            Self::Several | Self::NoStep => OutcomeName::Feasible,
            Self::Solved => OutcomeName::Solved,
            Self::NotSolvable { .. } => OutcomeName::Infeasible,
        }
    }

    fn limit(&self) -> Option<LimitName> {
        match self {
            Self::Undecided(limit) => Some((*limit).into()),
            Self::Stuck => Some(LimitName::Techniques),
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
    let operation = batch.options.operation;
    let answer = |result, unique, checked, status, solved| {
        let answer = LogicAnswer { operation, result, unique, checked };
        PuzzleAnswer { data: AnswerData::Logic(Box::new(answer)), status, solved }
    };
    let missing = |why: NoAnswer, unique| {
        let status = why.status();
        Ok(answer(LogicResult::Missing(why), unique, false, status, false))
    };
    let (puzzle, cancel) = (&read.puzzle, batch.puzzle_cancel());
    let scale = match operation {
        Operation::Rate(scale) => Some(scale),
        _ => None,
    };
    // A rating ignores digits that the player has placed.
    let placed = if scale.is_some() { &[][..] } else { &read.placed[..] };
    let analysis = match Analysis::new(puzzle, placed, &batch.options.techniques, &cancel) {
        Ok(analysis) => analysis,
        Err(NoAnalysis::Stopped(limit)) => return missing(NoAnswer::Undecided(limit), None),
        Err(NoAnalysis::NotSolvable { wrong, givens_are_solvable }) => {
            let is_contradictory = wrong.is_empty() && givens_are_solvable && !placed.is_empty();
            return missing(NoAnswer::NotSolvable { wrong, is_contradictory }, None);
        }
    };
    let unique = Some(analysis.truth.is_unique());
    if analysis.start.is_solved() {
        return missing(NoAnswer::Solved, unique);
    }
    if scale.is_some() && unique == Some(false) {
        return missing(NoAnswer::Several, unique);
    }
    if analysis.excludes_uniqueness {
        chunk_result.notes.insert(
            "techniques that assume a unique solution are not used for puzzles with several solutions"
                .to_owned(),
        );
    }
    let mut checked = |steps: &[Step]| {
        let checked = analysis.confirms(steps);
        if !checked {
            let note = "there are too many solutions to check every step against all of them";
            chunk_result.notes.insert(note.to_owned());
        }
        checked
    };
    if let Some(scale) = scale {
        let rated = analysis.rate(scale)?;
        let checked = checked(rated.solution.as_ref().map_or(&[], |solved| &solved.steps));
        return match (rated.stopped, rated.rating) {
            (Some(limit), _) => missing(NoAnswer::Undecided(limit), unique),
            (None, None) => missing(NoAnswer::Stuck, unique),
            (None, Some(rating)) => {
                Ok(answer(LogicResult::Rating(rating), unique, checked, Status::Found, true))
            }
        };
    }
    match operation {
        Operation::Hint => {
            let Some(step) = analysis.hint()? else { return missing(NoAnswer::NoStep, unique) };
            let checked = checked(std::slice::from_ref(&step));
            let start = analysis.start;
            let drawing = start.draw(Some(&step));
            let result = LogicResult::Hint { drawing, step: Box::new(step), start };
            Ok(answer(result, unique, checked, Status::Found, false))
        }
        Operation::Steps => {
            let (steps, stopped) = analysis.steps()?;
            let checked = checked(&steps);
            let status = match stopped {
                Some(limit) => Status::of_limit(limit),
                None if steps.is_empty() => Status::None,
                None => Status::Found,
            };
            let result = LogicResult::Steps { steps, stopped, start: analysis.start };
            Ok(answer(result, unique, checked, status, false))
        }
        _ => {
            let solved = analysis.explain()?;
            let checked = checked(&solved.steps);
            let is_solved = solved.end.is_solved();
            let status = match solved.stopped {
                Some(limit) => Status::of_limit(limit),
                None if is_solved => Status::Found,
                None => Status::None,
            };
            let is_unique = unique == Some(true);
            let start = analysis.start;
            let result = LogicResult::Explanation(Explanation { start, solved, is_unique });
            Ok(answer(result, unique, checked, status, is_solved))
        }
    }
}

/// The document of an answer by logic.
#[derive(Serialize)]
struct LogicDocument<'a> {
    outcome: OutcomeName,
    unique: Option<bool>,
    checked: bool,
    limit: Option<LimitName>,
    #[serde(flatten)]
    fields: LogicFields<'a>,
    /// The cells whose placed digits are wrong, if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<&'a [String]>,
}

/// The fields of one operation.
#[derive(Serialize)]
#[serde(untagged)]
enum LogicFields<'a> {
    Hint { step: Option<Box<StepDocument>> },
    Steps { steps: Option<Vec<StepDocument>> },
    Explanation { solution: Option<String>, rating: Option<Rating>, steps: Vec<StepDocument> },
    NoExplanation { steps: (), solution: (), rating: () },
    Rating { rating: Option<&'a RatingDocument> },
}

impl LogicAnswer {
    fn document(&self) -> LogicDocument<'_> {
        let mut document = LogicDocument {
            outcome: OutcomeName::Solved,
            unique: self.unique,
            checked: self.checked,
            limit: None,
            fields: LogicFields::NoExplanation { steps: (), solution: (), rating: () },
            wrong: None,
        };
        match &self.result {
            LogicResult::Missing(why) => {
                document.outcome = why.outcome();
                document.limit = why.limit();
                match self.operation {
                    Operation::Hint => document.fields = LogicFields::Hint { step: None },
                    Operation::Steps => document.fields = LogicFields::Steps { steps: None },
                    Operation::Rate(_) => document.fields = LogicFields::Rating { rating: None },
                    _ => {}
                }
                if let NoAnswer::NotSolvable { wrong, .. } = why {
                    document.wrong = Some(wrong);
                }
            }
            LogicResult::Hint { step, start, .. } => {
                document.fields =
                    LogicFields::Hint { step: Some(Box::new(step.document(start.layout()))) };
            }
            LogicResult::Steps { steps, stopped, start } => {
                if let Some(limit) = *stopped {
                    document.outcome = OutcomeName::Stopped;
                    document.limit = Some(limit.into());
                }
                let steps = steps.iter().map(|step| step.document(start.layout())).collect();
                document.fields = LogicFields::Steps { steps: Some(steps) };
            }
            LogicResult::Explanation(explanation) => {
                let ExplanationDocument { outcome, limit, solution, rating, steps } =
                    explanation.document();
                document.outcome = outcome;
                document.limit = limit;
                document.fields = LogicFields::Explanation { solution, rating, steps };
            }
            LogicResult::Rating(rating) => {
                document.fields = LogicFields::Rating { rating: Some(rating) };
            }
        }
        document
    }
}

impl Serialize for LogicAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(serializer)
    }
}
