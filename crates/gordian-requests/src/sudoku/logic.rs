//! `sudoku/hint`, `sudoku/explain`, `sudoku/rate`: human solving techniques.

use gordian_core::Limit;
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::document::StepDocument;
use gordian_logic::{Position, Rating, Step};
use gordian_sudoku::formats::digits_to_line;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{candidate_lists, position};
use crate::puzzle::{SudokuPosition, parse_position};
use crate::{ErrorDetail, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::sudoku_batch::{
    Explanation, LogicAnswer, LogicResult, Operation, RatingDocument, Scale, TechniqueOrder,
};

/// The largest grid that is explained without a job.
const MAX_SIZE: usize = 12;

/// The puzzle of the examples.
const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The grid whose next step is wanted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    /// A grid in any text format, or a puzzle file, with placed digits and pencil marks.
    pub puzzle: String,
    /// The digits placed by a player, row by row; 0: none. They replace those of the text.
    pub placed: Option<Vec<u8>>,
    /// The pencil marks of each cell, row by row; in a cell without marks, every digit is possible.
    /// They replace those of the text.
    pub marks: Option<Vec<Vec<u8>>>,
    /// The order in which techniques are tried: `all` by default.
    pub order: Option<TechniqueOrder>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// The grid to explain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// A grid in any text format, or a puzzle file, with placed digits and pencil marks.
    pub puzzle: String,
    /// The digits placed by a player, row by row; 0: none. They replace those of the text.
    pub placed: Option<Vec<u8>>,
    /// The pencil marks of each cell, row by row; in a cell without marks, every digit is possible.
    /// They replace those of the text.
    pub marks: Option<Vec<Vec<u8>>>,
    /// The order in which techniques are tried: `all` by default.
    pub order: Option<TechniqueOrder>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// The grid to rate, and the scale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateRequest {
    /// A grid in any text format, or a puzzle file. Placed digits are ignored.
    pub puzzle: String,
    /// The scale: `gordian` by default.
    pub scale: Option<Scale>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// What solving by techniques established.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogicStatus {
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether the solution is unique; null: not decided, or no solution.
    pub unique: Option<bool>,
    /// Whether there are steps and each was verified against all solutions.
    pub checked: bool,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
}

/// The position that was examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogicPosition {
    /// Cells whose placed digit is wrong.
    pub wrong: Vec<String>,
    /// Further remarks.
    pub notes: Vec<String>,
    /// The position before the first step.
    pub start: PositionDocument,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionDocument {
    /// The digits, row by row; 0: empty.
    pub values: Vec<u8>,
    /// The candidates of each cell; empty for cells with a digit.
    pub candidates: Vec<Vec<u8>>,
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HintResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    #[serde(flatten)]
    pub status: LogicStatus,
    /// The step; null if there is none: see `outcome` and `limit`.
    pub step: Option<StepDocument>,
    /// The position that was examined.
    #[serde(flatten)]
    pub position: LogicPosition,
}

/// The steps that are possible in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepsResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    #[serde(flatten)]
    pub status: LogicStatus,
    /// The steps, the easiest technique first.
    pub steps: Vec<StepDocument>,
    /// Whether there may be more, which fewer techniques would list.
    pub more: bool,
    /// The position that was examined.
    #[serde(flatten)]
    pub position: LogicPosition,
}

/// The solution, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    #[serde(flatten)]
    pub status: LogicStatus,
    /// The solution, as one line; null unless the steps lead to it.
    pub solution: Option<String>,
    /// The rating on Gordian's scale; null unless the steps lead to the solution.
    pub rating: Option<Rating>,
    /// The steps, in order.
    pub steps: Vec<StepDocument>,
    /// The position that was examined.
    #[serde(flatten)]
    pub position: LogicPosition,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RateResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    #[serde(flatten)]
    pub status: LogicStatus,
    /// The scale.
    pub scale: Scale,
    /// The rating; null if there is none: see `outcome` and `unique`.
    pub rating: Option<RatingDocument>,
}

impl HintResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &LogicAnswer) -> Self {
        let step = match &answer.result {
            LogicResult::Hint { step, start, .. } => Some(step.document(start.layout())),
            _ => None,
        };
        let (status, position) = (LogicStatus::new(answer), LogicPosition::new(answer));
        Self { schema: SchemaVersion, status, step, position }
    }
}

impl StepsResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &LogicAnswer) -> Self {
        let (steps, more) = match &answer.result {
            LogicResult::Steps { found, start } => {
                (documents(&found.steps, start.layout()), found.has_more)
            }
            _ => (Vec::new(), false),
        };
        let (status, position) = (LogicStatus::new(answer), LogicPosition::new(answer));
        Self { schema: SchemaVersion, status, steps, more, position }
    }
}

impl ExplainResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &LogicAnswer) -> Self {
        let (status, position) = (LogicStatus::new(answer), LogicPosition::new(answer));
        let schema = SchemaVersion;
        let LogicResult::Explanation(Explanation { solved, .. }) = &answer.result else {
            let (solution, rating, steps) = (None, None, Vec::new());
            return Self { schema, status, solution, rating, steps, position };
        };
        let layout = solved.end.layout();
        let is_solved = solved.end.is_solved();
        let solution = is_solved.then(|| digits_to_line(layout.n(), solved.end.values()));
        let steps = documents(&solved.steps, layout);
        Self { schema, status, solution, rating: solved.rating(), steps, position }
    }
}

impl RateResponse {
    /// Returns the document of an answer on a scale.
    #[must_use]
    pub fn new(answer: &LogicAnswer, scale: Scale) -> Self {
        let rating = match &answer.result {
            LogicResult::Rating(rating) => Some(rating.clone()),
            _ => None,
        };
        Self { schema: SchemaVersion, status: LogicStatus::new(answer), scale, rating }
    }
}

fn documents(steps: &[Step], layout: &Layout) -> Vec<StepDocument> {
    steps.iter().map(|step| step.document(layout)).collect()
}

impl RequestKind for HintRequest {
    const NAME: &'static str = "sudoku/hint";
    const SUMMARY: &'static str = "Finds the easiest next step, with its reason; if a placed digit is wrong, \
                                   names it instead.";
    type Response = HintResponse;

    fn example() -> Self {
        Self { puzzle: EXAMPLE.to_owned(), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<HintResponse, RequestError> {
        let Self { puzzle, placed, marks, order, time_limit } = self;
        let position = position::read(puzzle, placed.as_deref(), marks.as_deref(), ctx)?;
        let answer = examine(Operation::Hint, position, *order, *time_limit, ctx)?;
        Ok(HintResponse::new(&answer))
    }
}

impl RequestKind for ExplainRequest {
    const NAME: &'static str = "sudoku/explain";
    const SUMMARY: &'static str = "Solves a grid step by step with human techniques; every step is verified \
                                   against all solutions.";
    type Response = ExplainResponse;

    fn example() -> Self {
        Self { puzzle: EXAMPLE.to_owned(), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ExplainResponse, RequestError> {
        let Self { puzzle, placed, marks, order, time_limit } = self;
        let position = position::read(puzzle, placed.as_deref(), marks.as_deref(), ctx)?;
        let answer = examine(Operation::Explain, position, *order, *time_limit, ctx)?;
        Ok(ExplainResponse::new(&answer))
    }
}

impl RequestKind for RateRequest {
    const NAME: &'static str = "sudoku/rate";
    const SUMMARY: &'static str = "Rates how hard a grid with one solution is, on Gordian's scale, HoDoKu's or \
                                   Sudoku Explainer's.";
    type Response = RateResponse;

    fn example() -> Self {
        Self { puzzle: EXAMPLE.to_owned(), scale: None, time_limit: None }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<RateResponse, RequestError> {
        let SudokuPosition { puzzle, .. } = parse_position(&self.puzzle, ctx)?;
        check_size(&puzzle, ctx)?;
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let scale = self.scale.unwrap_or_default();
        scale.check_applies_to(&puzzle)?;
        let operation = Operation::Rate(scale);
        let answer = LogicAnswer::find(operation, &puzzle, &[], &scale.techniques(), &cancel)?;
        Ok(RateResponse::new(&answer, scale))
    }
}

/// Answers a position by logic.
fn examine(
    operation: Operation,
    SudokuPosition { puzzle, placed }: SudokuPosition,
    order: Option<TechniqueOrder>,
    time_limit: Option<f64>,
    ctx: &RequestContext<'_>,
) -> Result<LogicAnswer, RequestError> {
    check_size(&puzzle, ctx)?;
    let cancel = ctx.cancel_with_time_limit(time_limit)?;
    let techniques = order.unwrap_or_default().techniques();
    Ok(LogicAnswer::find(operation, &puzzle, &placed, &techniques, &cancel)?)
}

impl LogicStatus {
    fn new(answer: &LogicAnswer) -> Self {
        Self {
            outcome: answer.outcome(),
            unique: answer.unique,
            checked: answer.checked,
            limit: answer.limit(),
        }
    }
}

/// Rejects large grids outside of jobs: they need minutes, which a request does not have.
fn check_size(puzzle: &Grid, ctx: &RequestContext<'_>) -> Result<(), ErrorDetail> {
    let n = puzzle.layout.n();
    if n <= MAX_SIZE || ctx.job_folder.is_some() || ctx.max_time.is_none() {
        return Ok(());
    }
    let message = format!("a grid of {n} rows is too large; the limit is {MAX_SIZE} rows");
    Err(ErrorDetail::new("request.too-large", message)
        .hint("submit a job of the kind `explain` or `rate`"))
}

impl LogicPosition {
    fn new(answer: &LogicAnswer) -> Self {
        Self {
            wrong: answer.wrong().to_vec(),
            notes: answer.notes().map(str::to_owned).collect(),
            start: PositionDocument::new(&answer.position),
        }
    }
}

impl PositionDocument {
    fn new(position: &Position) -> Self {
        let layout = position.layout();
        let masks = (0..layout.n_cells()).map(|cell| position.mask(cell)).collect();
        let candidates = candidate_lists(&Candidates::from_masks(masks), layout);
        Self { values: position.values().to_vec(), candidates }
    }
}
