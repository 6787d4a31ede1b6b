//! The documents of the answers to the puzzles of a file.

use gordian_core::Limit;
use gordian_puzzles::{GridPuzzle, Kind, Solution};
use gordian_solve::document::{OutcomeName, SchemaVersion};
use gordian_solve::sudoku_batch::{
    AnswerData, CanonicalAnswer, EstimateAnswer, MinimisedAnswer, Operation, PuzzleAnswer,
    RedundantAnswer, SearchAnswer,
};
use gordian_solve::{Seconds, SolveResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CandidatesResponse, ExplainResponse, HintResponse, RateResponse, StepsResponse};

/// The document of the answer to a puzzle: that of the request about the same puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PuzzleDocument {
    /// Of [`Operation::Solve`] and [`Operation::Count`].
    Solve(Box<SolveResponse>),
    /// Of [`Operation::Check`].
    Check(Box<CheckResponse>),
    /// Of [`Operation::Estimate`].
    Estimate(EstimateResponse),
    /// Of [`Operation::Candidates`].
    Candidates(CandidatesResponse),
    /// Of [`Operation::Redundant`].
    Redundant(RedundantResponse),
    /// Of [`Operation::Minimise`].
    Minimise(MinimiseResponse),
    /// Of [`Operation::Canonical`].
    Canonical(CanonicalResponse),
    /// Of [`Operation::Hint`].
    Hint(Box<HintResponse>),
    /// Of [`Operation::Steps`].
    Steps(StepsResponse),
    /// Of [`Operation::Explain`].
    Explain(ExplainResponse),
    /// Of [`Operation::Rate`].
    Rate(RateResponse),
}

/// Whether a puzzle has exactly one solution, and whether each given is needed for that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The answer of `solve`.
    #[serde(flatten)]
    pub answer: SolveResponse,
    /// Whether each given is needed; null: not decided, or not asked.
    pub minimal: Option<bool>,
}

/// An estimate of the number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EstimateResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// `solved`: the probes were made; `stopped`: fewer than requested.
    pub outcome: OutcomeName,
    /// The estimate; null without any probe, or if it is too large for a floating-point number.
    pub estimate: Option<f64>,
    /// The standard error of the estimate.
    pub standard_error: Option<f64>,
    /// The decimal logarithm of the estimate.
    pub log10: Option<f64>,
    /// The number of probes.
    pub probes: u64,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
}

/// The redundant givens of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RedundantResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether there is exactly one solution; null: not decided, or no solution.
    pub unique: Option<bool>,
    /// The cells of the givens that can be removed one at a time; null unless there is exactly one
    /// solution.
    pub redundant: Option<Vec<String>>,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
}

/// A puzzle without redundant givens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MinimiseResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether there is exactly one solution; null: not decided, or no solution.
    pub unique: Option<bool>,
    /// The puzzle; null unless there is exactly one solution.
    pub puzzle: Option<String>,
    /// The solution, as one line.
    pub solution: Option<String>,
    /// Whether the solution was checked by the rules.
    pub checked: bool,
    /// The cells of the removed givens.
    pub removed: Option<Vec<String>>,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
}

/// The canonical form of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CanonicalResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// `solved`.
    pub outcome: OutcomeName,
    /// The canonical form.
    pub puzzle: String,
    /// The number of symmetry operations that map the puzzle to itself.
    pub automorphisms: u64,
}

impl PuzzleDocument {
    /// Returns the document of an answer of an operation.
    #[must_use]
    pub fn new(operation: Operation, answer: &PuzzleAnswer) -> Self {
        match &answer.data {
            AnswerData::Search(found) => {
                let solve = solve_response(found, answer.seconds);
                match operation {
                    Operation::Check { .. } => {
                        let minimal = found.minimal.flatten();
                        Self::Check(Box::new(CheckResponse { answer: solve, minimal }))
                    }
                    _ => Self::Solve(Box::new(solve)),
                }
            }
            AnswerData::Estimate(answer) => Self::Estimate(EstimateResponse::new(answer)),
            AnswerData::Candidates(answer) => Self::Candidates(CandidatesResponse::new(answer)),
            AnswerData::Redundant(answer) => Self::Redundant(RedundantResponse::new(answer)),
            AnswerData::Minimised(answer) => Self::Minimise(MinimiseResponse::new(answer)),
            AnswerData::Canonical(answer) => Self::Canonical(CanonicalResponse::new(answer)),
            AnswerData::Logic(answer) => match operation {
                Operation::Hint => Self::Hint(Box::new(HintResponse::new(answer))),
                Operation::Steps => Self::Steps(StepsResponse::new(answer)),
                Operation::Rate(scale) => Self::Rate(RateResponse::new(answer, scale)),
                _ => Self::Explain(ExplainResponse::new(answer)),
            },
        }
    }
}

fn solve_response(found: &SearchAnswer, seconds: Seconds) -> SolveResponse {
    let solution = found.result.first.clone();
    let solution = solution.map(|digits| Solution::of::<GridPuzzle>(digits).to_json());
    SolveResponse {
        outcome: found.outcome,
        unique: found.unique,
        count: found.count,
        checked: solution.is_some(),
        solution,
        limit: found.limit,
        ..SolveResponse::new(Kind::of::<GridPuzzle>().name(), &found.result.engine, seconds)
    }
}

impl EstimateResponse {
    /// Returns the document of an estimate.
    #[must_use]
    pub fn new(answer: &EstimateAnswer) -> Self {
        let found = &answer.found;
        // Without any probe there is no estimate. Numbers that are not finite become null in JSON.
        let known = |number: f64| (found.probes > 0 && number.is_finite()).then_some(number);
        Self {
            schema: SchemaVersion,
            outcome: match found.stopped {
                None => OutcomeName::Solved,
                Some(_) => OutcomeName::Stopped,
            },
            estimate: known(found.mean),
            standard_error: known(found.standard_error),
            log10: known(found.log10_mean),
            probes: found.probes,
            limit: found.stopped,
        }
    }
}

impl RedundantResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &RedundantAnswer) -> Self {
        let RedundantAnswer { redundant, outcome, unique, limit } = answer.clone();
        Self { schema: SchemaVersion, outcome, unique, redundant, limit }
    }
}

impl MinimiseResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &MinimisedAnswer) -> Self {
        let MinimisedAnswer { puzzle, solution, removed, outcome, unique, limit } = answer.clone();
        let checked = solution.is_some();
        Self { schema: SchemaVersion, outcome, unique, puzzle, solution, checked, removed, limit }
    }
}

impl CanonicalResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &CanonicalAnswer) -> Self {
        let CanonicalAnswer { puzzle, automorphisms } = answer.clone();
        Self { schema: SchemaVersion, outcome: OutcomeName::Solved, puzzle, automorphisms }
    }
}
