//! The documents of answers and of conflicts; the order of fields is the documented one.

use gordian_core::{Limit, Outcome, relative_gap};
use gordian_perm::cube3::Metric;
use gordian_search::{CONFIRMATION_SCOPE, ConflictAnswer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Problem;
use crate::answer::{Answer, Determined, SolutionData};
use crate::cube3::CubeMoves;
use crate::document::{OutcomeName, SchemaVersion};
use crate::seconds::Seconds;

/// The answer about a puzzle or a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolveResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The file, on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub file: Option<String>,
    /// The kind of the puzzle, or `model`.
    pub kind: String,
    /// The title.
    pub title: Option<String>,
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether the solution is unique; null: not decided.
    pub unique: Option<bool>,
    /// The number of solutions, with the task `count`; if `limit` is not null, there may be more.
    pub count: Option<u64>,
    /// The first solution, in the form of the puzzle's kind; null if none was found.
    #[schemars(with = "Value")]
    pub solution: Option<Value>,
    /// Whether there is a solution; each was checked by the rules.
    pub checked: bool,
    /// The best objective found, if there is a goal.
    pub objective: Option<i64>,
    /// No solution has a better objective than this.
    pub bound: Option<i64>,
    /// The gap between them: their difference divided by the magnitude of the objective; 0 if it is
    /// optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The engine that answered.
    pub engine: String,
    /// The time that the answer took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// What is the same in all solutions, with the task `determined`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub determined: Option<DeterminedResponse>,
    /// All solutions found, with the task `all`, or if there are several; if `limit` is not null,
    /// there may be more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Value>>,
    /// The turns of a Sudoku Cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<CubeMovesResponse>,
    /// The second engine that confirmed the answer, on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub confirmed_by: Option<String>,
    /// What the confirmation covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub covers: Option<String>,
    /// Further remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What the compiler did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Givens and rules that exclude each other; if any one of them is removed, the others can be
    /// satisfied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Vec<String>>,
}

/// What is the same in all solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Determined")]
pub struct DeterminedResponse {
    /// The part of the solution that is the same in all solutions (proved), in the form of the
    /// puzzle's kind: `?` elsewhere.
    #[schemars(with = "Value")]
    pub part: Value,
    /// The number of its places: cells, lines or borders.
    pub common: usize,
    /// The number of places that differ between two solutions.
    pub varying: usize,
    /// The number of places that are the same in the solutions found, where a limit was reached
    /// before it was decided whether they are the same in all solutions.
    pub undecided: usize,
    /// These places, in the form of `part`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub undecided_part: Option<Value>,
    /// Whether every place is decided.
    pub proved: bool,
}

/// Turns that solve a Sudoku Cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CubeMoves")]
pub struct CubeMovesResponse {
    /// The turns.
    pub sequence: String,
    /// What is known about them.
    #[serde(flatten)]
    pub facts: CubeMovesFacts,
}

/// What is known about turns that solve a Sudoku Cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CubeMovesFacts {
    /// The number of turns.
    pub length: usize,
    /// The metric of the length.
    pub metric: String,
    /// No solution of the grid can be reached in fewer turns; null if some solutions were not
    /// examined.
    pub lower_bound: Option<usize>,
    /// Whether the turns were verified by replay, sticker by sticker: always true.
    pub checked: bool,
    /// The number of solutions of the grid that were examined.
    pub goals: usize,
    /// Whether these are all solutions of the grid.
    pub all_goals: bool,
    /// The faces whose centres had an unknown direction: they may end in any direction.
    pub unknown_centres: Vec<String>,
}

impl From<&CubeMoves> for CubeMovesResponse {
    fn from(moves: &CubeMoves) -> Self {
        Self { sequence: moves.sequence.to_string(), facts: moves.into() }
    }
}

impl From<&CubeMoves> for CubeMovesFacts {
    fn from(moves: &CubeMoves) -> Self {
        let unknown = moves.unknown_centres.iter();
        Self {
            length: moves.length,
            metric: Metric::HalfTurn.name().to_owned(),
            lower_bound: moves.lower_bound,
            checked: true,
            goals: moves.n_goals,
            all_goals: moves.all_goals,
            unknown_centres: unknown.map(|face| face.name().to_owned()).collect(),
        }
    }
}

impl From<&Determined> for DeterminedResponse {
    fn from(determined: &Determined) -> Self {
        let Determined { part, undecided, n_common, n_undecided, n_varying } = determined;
        Self {
            part: part.to_json(),
            common: *n_common,
            varying: *n_varying,
            undecided: *n_undecided,
            undecided_part: undecided.as_ref().map(SolutionData::to_json),
            proved: undecided.is_none(),
        }
    }
}

impl SolveResponse {
    /// Returns the document of an answer that establishes nothing, to be filled in.
    #[must_use]
    pub fn new(kind: &str, engine: &str, seconds: Seconds) -> Self {
        Self {
            schema: SchemaVersion,
            file: None,
            kind: kind.to_owned(),
            title: None,
            outcome: OutcomeName::Stopped,
            unique: None,
            count: None,
            solution: None,
            checked: false,
            objective: None,
            bound: None,
            gap: None,
            engine: engine.to_owned(),
            seconds,
            limit: None,
            determined: None,
            solutions: None,
            moves: None,
            confirmed_by: None,
            covers: None,
            notes: Vec::new(),
            report: None,
            conflict: None,
        }
    }
}

impl SolveResponse {
    /// Returns the document of an answer; `file` is the name of the input as the user wrote it.
    #[must_use]
    pub fn of(answer: &Answer, file: Option<&str>, seconds: Seconds) -> Self {
        let n = answer.solutions.len();
        // Of a list that was passed on solution by solution, the answer keeps only the first one.
        let is_whole_list =
            answer.listed.is_some_and(|listed| usize::try_from(listed).is_ok_and(|it| it <= n));
        let is_list = is_whole_list || n > 1;
        let all = || answer.solutions.iter().map(SolutionData::to_json);
        Self {
            file: file.map(str::to_owned),
            title: answer.title.clone(),
            outcome: answer.outcome.into(),
            unique: answer.unique,
            count: answer.count,
            solution: all().next(),
            checked: answer.is_checked(),
            objective: answer.objective,
            bound: answer.bound,
            gap: answer.objective.zip(answer.bound).map(|(best, bound)| relative_gap(best, bound)),
            limit: answer.limit,
            determined: answer.determined.as_ref().map(Into::into),
            solutions: is_list.then(|| all().collect()),
            moves: answer.details.moves.as_ref().map(Into::into),
            confirmed_by: answer.confirmed_by.map(str::to_owned),
            covers: answer.confirmed_by.map(|_| CONFIRMATION_SCOPE.to_owned()),
            notes: answer.notes.clone(),
            report: answer.report.clone(),
            ..Self::new(answer.kind, &answer.engine, seconds)
        }
    }
}

/// The document of a search for givens and rules that exclude each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConflictResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The file.
    pub file: Option<String>,
    /// The kind of the puzzle, or `model`.
    pub kind: String,
    /// The title.
    pub title: Option<String>,
    /// `solved`: there is a solution; `infeasible`: there is none; or `stopped`.
    pub outcome: OutcomeName,
    /// The givens, rules or constraints that exclude each other.
    pub conflict: Option<Vec<String>>,
    /// Whether the others have a solution if any one of them is removed.
    pub minimal: Option<bool>,
    /// The time that the search took.
    pub seconds: Seconds,
    /// The limit that stopped the search, or the proof of minimality.
    pub limit: Option<Limit>,
}

impl ConflictResponse {
    /// Returns the document of the conflict; `file` is the file name of `problem` as the user wrote
    /// it.
    #[must_use]
    pub fn of(
        answer: &ConflictAnswer,
        problem: &Problem,
        file: Option<&str>,
        seconds: Seconds,
    ) -> Self {
        let (outcome, conflict, minimal, limit): (_, _, _, Option<Limit>) = match answer {
            ConflictAnswer::None => (OutcomeName::Solved, None, None, None),
            ConflictAnswer::Found { names, minimal, limit } => {
                (OutcomeName::Infeasible, Some(names.clone()), Some(*minimal), *limit)
            }
            ConflictAnswer::Stopped(limit) => {
                (Outcome::Stopped(*limit).into(), None, None, Some(*limit))
            }
        };
        Self {
            schema: SchemaVersion,
            file: file.map(str::to_owned),
            kind: problem.kind().to_owned(),
            title: problem.title().map(str::to_owned),
            outcome,
            conflict,
            minimal,
            seconds,
            limit,
        }
    }
}
