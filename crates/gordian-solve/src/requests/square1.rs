//! `square1/…`: shortest solutions, distances, moves, scrambles and statistics.

use std::ops::ControlFlow;

use gordian_atlas::square1::report::{Report, ReportFormat};
use gordian_atlas::square1::{Database, Metric};
use gordian_core::{Limit, Outcome, Random};
use gordian_perm::square1::{
    Colours, Move, Notation, Position, Sequence, SquareError, draw, parse_position_or_sequence,
    random_position,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::context::Clock;
use super::{
    ErrorDetail, Operation, RequestContext, RequestError, RequestKind, SchemaVersion, input, schema,
};
use crate::SolveError;
use crate::square1::Query;

pub(super) const SOLVE: Operation = Operation {
    name: "square1/solve",
    summary: "Finds a shortest solution of a Square-1, the number of shortest solutions, and the distance \
              in the model of 2007, which ignores the middle layer.",
    input: schema::of_request::<SolveInput>,
    output: solve_output,
    example: || json!({"position": "01034547-F898BCDC,K"}),
    handler: solve,
};

pub(super) const DISTANCES: Operation = Operation {
    name: "square1/distances",
    summary: "Looks up many positions: distances in twists, in both models, and shortest solutions.",
    input: schema::of_request::<DistancesInput>,
    output: distances_output,
    example: || json!({"positions": ["01034547-F898BCDC,K", "01034547-F898BCDC,S"]}),
    handler: distances,
};

pub(super) const APPLY: Operation = Operation {
    name: "square1/apply",
    summary: "Applies moves to a position and returns the position after each step.",
    input: schema::of_request::<ApplyInput>,
    output: || {
        schema::document(&[
            ("position", schema::text("the position after all moves")),
            ("positions", schema::texts("the position after each step, a turn or a twist")),
            ("steps", schema::texts("the steps")),
        ])
    },
    example: || json!({"position": "01234567-F89ABCDE,S", "moves": "(1,0)/(-1,-1)/"}),
    handler: apply,
};

pub(super) const SCRAMBLE: Operation = Operation {
    name: "square1/scramble",
    summary: "Returns a random position, uniformly distributed, with a shortest sequence that leads to it.",
    input: schema::of_request::<ScrambleInput>,
    output: || {
        schema::document(&[
            ("position", schema::text("the position")),
            (
                "sequence",
                schema::optional_text(
                    "moves from the solved puzzle to the position; null: a limit was reached",
                ),
            ),
            ("seed", schema::number("the seed that reproduces this result")),
        ])
    },
    example: || json!({"seed": 1}),
    handler: scramble,
};

pub(super) const REPORT: Operation = Operation {
    name: "square1/report",
    summary: "Returns the number of positions at each distance, for every shape, in both models.",
    input: schema::of_request::<ReportInput>,
    output: || {
        schema::document(&[(
            "puzzle",
            schema::text("the puzzle of the table: `square1` or `square1-silver`"),
        )])
    },
    example: || json!({"colours": "silver"}),
    handler: report,
};

/// The colours of the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColoursName {
    /// All pieces differ.
    #[default]
    Six,
    /// Small pieces are equal in pairs.
    Silver,
}

impl From<ColoursName> for Colours {
    fn from(colours: ColoursName) -> Self {
        match colours {
            ColoursName::Six => Self::Six,
            ColoursName::Silver => Self::Silver,
        }
    }
}

impl From<Colours> for ColoursName {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Six => Self::Six,
            Colours::Silver => Self::Silver,
        }
    }
}

/// The notation of sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotationName {
    /// `(x,y)/`, clockwise as seen from outside.
    #[default]
    Wca,
    /// The notation of 2007: positive is anticlockwise, `!` flips the whole puzzle over.
    Cube21,
}

impl From<NotationName> for Notation {
    fn from(notation: NotationName) -> Self {
        match notation {
            NotationName::Wca => Self::Wca,
            NotationName::Cube21 => Self::Cube21,
        }
    }
}

/// The metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MetricName {
    /// `/` counts as one move, turns are free.
    #[default]
    Twist,
    /// `/` and `(x,y)` count as one move each.
    Wca,
    /// `/`, `(x,0)` and `(0,y)` count as one move each.
    Face,
}

impl From<MetricName> for Metric {
    fn from(metric: MetricName) -> Self {
        match metric {
            MetricName::Twist => Self::Twist,
            MetricName::Wca => Self::Wca,
            MetricName::Face => Self::Face,
        }
    }
}

/// A position and the kind of solution to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveInput {
    /// A position such as `01034547-F898BCDC,K`, or the sequence that leads to it.
    position: String,
    /// The colours of the puzzle that a sequence is applied to; a position implies its colours.
    #[serde(default)]
    colours: ColoursName,
    /// The metric.
    #[serde(default)]
    metric: MetricName,
    /// The notation of sequences in the request and in the response.
    #[serde(default)]
    notation: NotationName,
    /// List up to this many shortest solutions; in the metric `twist` only.
    all: Option<usize>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    time_limit: Option<f64>,
}

/// The positions to look up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DistancesInput {
    /// Positions, or sequences that lead to them.
    positions: Vec<String>,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    colours: ColoursName,
    /// The notation of sequences.
    #[serde(default)]
    notation: NotationName,
    /// Whether to return a shortest solution of each position too.
    #[serde(default)]
    solutions: bool,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    time_limit: Option<f64>,
}

/// A position and moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ApplyInput {
    /// A position, or the sequence that leads to it.
    position: String,
    /// The moves.
    moves: String,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    colours: ColoursName,
    /// The notation of sequences.
    #[serde(default)]
    notation: NotationName,
}

/// The puzzle to scramble.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScrambleInput {
    /// The colours of the puzzle.
    #[serde(default)]
    colours: ColoursName,
    /// The notation of sequences.
    #[serde(default)]
    notation: NotationName,
    /// The seed: equal seeds give equal positions. Chosen at random if left out.
    seed: Option<u64>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// A position, or the sequence that leads to it.
    pub position: String,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    pub colours: ColoursName,
    /// The notation of sequences.
    #[serde(default)]
    pub notation: NotationName,
}

/// What is known of a position without a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The position.
    pub position: String,
    /// Whether the position is possible: always true, because an impossible one is an error.
    #[schemars(extend("const" = true))]
    pub possible: bool,
    /// The colours of the puzzle.
    pub colours: ColoursName,
    /// Whether a twist is possible: no large piece lies across the cut.
    pub can_twist: bool,
    /// A text drawing of both layers.
    pub drawing: String,
}

impl RequestKind for CheckRequest {
    const NAME: &'static str = "square1/check";
    const SUMMARY: &'static str =
        "Checks whether a position is possible; if not, the error gives the reason.";
    type Response = CheckResponse;

    fn example() -> Self {
        Self {
            position: "(1,0)/(-1,-1)/(0,1)".to_owned(),
            colours: ColoursName::default(),
            notation: NotationName::default(),
        }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<CheckResponse, RequestError> {
        let position = read(&self.position, self.colours, self.notation)?;
        Ok(CheckResponse {
            schema: SchemaVersion,
            position: position.to_string(),
            possible: true,
            colours: position.colours().into(),
            can_twist: position.can_twist(),
            drawing: draw(&position),
        })
    }
}

/// The puzzle to report on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportInput {
    /// The colours: `silver` by default. `six` needs a table, which a job builds.
    colours: Option<ColoursName>,
}

fn read(text: &str, colours: ColoursName, notation: NotationName) -> Result<Position, ErrorDetail> {
    parse_position_or_sequence(text, colours.into(), notation.into())
        .map_err(|error| ErrorDetail::of_square1(&error, text))
}

fn solve_output() -> Value {
    let document = schema::document(&[
        ("position", schema::text("the position")),
        ("metric", json!({"enum": ["twist", "wca", "face"]})),
        ("outcome", schema::outcome()),
        (
            "distance",
            schema::optional_number(
                "the length of the solution; the distance of the position if `outcome` is `optimal`",
            ),
        ),
        (
            "distance_ignoring_middle",
            schema::optional_number(
                "the distance in the model of 2007; its levels are this number plus 1",
            ),
        ),
        ("lower_bound", schema::optional_number("no solution is shorter than this")),
        ("shortest_solutions", schema::optional_number("the number of shortest solutions")),
        ("notation", schema::text("the notation of the sequences")),
        ("solution", schema::optional_text("a shortest solution, verified by replay")),
        ("solutions", schema::texts("shortest solutions, up to `all` of them")),
        ("flipped", schema::flag("whether the solved puzzle ends upside down")),
        ("checked", schema::flag("whether there is a solution; each was verified by replay")),
        ("engine", schema::optional_text("the engine that answered")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(document, &[("notes", schema::texts("further remarks"))])
}

fn solve(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let clock = Clock::start();
    let input: SolveInput = input::read(text)?;
    let position = read(&input.position, input.colours, input.notation)?;
    let metric = Metric::from(input.metric);
    if input.all.is_some() && metric != Metric::Twist {
        let message = format!("`all` has no effect in the metric `{}`", metric.name());
        return Err(ErrorDetail::new("request.not-applicable", message)
            .hint("shortest solutions are listed and counted in the metric `twist`")
            .into());
    }
    ctx.check_max_items("solutions", input.all.unwrap_or(0))?;
    let mut solver = ctx.resources.square1(ctx.progress)?;
    let cancel = ctx.cancel_with_time_limit(input.time_limit)?;
    let query = Query { metric, count: true };
    let mut answer = solver.solve(&position, &query, &cancel, ctx.progress)?;
    if let (Some(n), Outcome::Optimal) = (input.all.filter(|&n| n > 0), answer.outcome) {
        let solutions = &mut answer.solutions;
        let limit = u64::try_from(n).ok();
        let stopped =
            solver.for_each_solution(&position, limit, &cancel, ctx.progress, &mut |sequence| {
                solutions.push(sequence);
                ControlFlow::Continue(())
            })?;
        answer.limit = answer.limit.or(stopped);
    }
    Ok(answer.to_json(input.notation.into(), clock.seconds()))
}

fn distances_output() -> Value {
    let pair = json!({
        "type": ["array", "null"],
        "items": {"type": "integer"},
        "description": "the distance in twists, with and without the middle layer; null: see `errors`, \
                        or the time limit was reached",
    });
    let error = schema::object(&[
        ("index", schema::number("the index of the position, from 0")),
        ("code", schema::text("a stable code")),
        ("message", schema::text("what is wrong")),
        ("hint", schema::optional_text("how to fix it")),
    ]);
    let document = schema::document(&[
        ("distances", schema::list(&pair, "in the order of the positions")),
        ("errors", schema::list(&error, "invalid positions")),
        ("limit", schema::limit()),
    ]);
    let solutions = schema::list(
        &json!({"type": ["string", "null"]}),
        "a shortest solution of each position, verified by replay",
    );
    schema::with_optional(document, &[("solutions", solutions)])
}

fn distances(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let input: DistancesInput = input::read(text)?;
    ctx.check_max_items("positions", input.positions.len())?;
    let mut solver = ctx.resources.square1(ctx.progress)?;
    let cancel = ctx.cancel_with_time_limit(input.time_limit)?;
    let mut found = Vec::with_capacity(input.positions.len());
    let (mut solutions, mut errors) = (Vec::new(), Vec::new());
    let query = Query { metric: Metric::Twist, count: false };
    let mut limit: Option<Limit> = None;
    for (index, text) in input.positions.iter().enumerate() {
        let mut pair = None;
        let mut solution = None;
        limit = limit.or(cancel.stopped());
        match read(text, input.colours, input.notation) {
            Ok(_) if limit.is_some() => {}
            Ok(position) if input.solutions => {
                let answer = solver.solve(&position, &query, &cancel, ctx.progress)?;
                pair = answer.distance.zip(answer.distance_ignoring_middle);
                let written = |it: &Sequence| it.write(input.notation.into());
                solution = answer.solution.as_ref().map(written);
            }
            Ok(position) => match solver.distances(&position, &cancel, ctx.progress) {
                Ok(found) => pair = Some(found),
                Err(SolveError::Atlas(gordian_atlas::AtlasError::Stopped { limit: which })) => {
                    limit = Some(which);
                }
                Err(error) => return Err(error.into()),
            },
            Err(ErrorDetail { code, message, hint, .. }) => {
                errors
                    .push(json!({"index": index, "code": code, "message": message, "hint": hint}));
            }
        }
        found.push(pair);
        solutions.push(solution);
    }
    let mut document = json!({
        "schema": 1,
        "distances": found,
        "errors": errors,
        "limit": limit.map(Limit::name),
    });
    if input.solutions {
        document["solutions"] = json!(solutions);
    }
    Ok(document)
}

fn apply(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let input: ApplyInput = input::read(text)?;
    let notation = Notation::from(input.notation);
    let mut position = read(&input.position, input.colours, input.notation)?;
    let moves = Sequence::parse(&input.moves, notation)
        .map_err(|error| ErrorDetail::of_square1(&error, &input.moves))?;
    ctx.check_max_items("steps", moves.moves().len())?;
    let (mut positions, mut steps) = (Vec::new(), Vec::new());
    for &step in moves.moves() {
        let one: Sequence = std::iter::once(step).collect();
        position =
            position.apply(&one).map_err(|error| blocked_twist(&error, &input.moves, &steps))?;
        positions.push(position.to_string());
        steps.push(one.write(notation));
    }
    let (position, positions) = (position.to_string(), positions);
    Ok(json!({"schema": 1, "position": position, "positions": positions, "steps": steps}))
}

/// Returns the error of a blocked twist, with its position in the text; `done` are the steps before it.
fn blocked_twist(error: &SquareError, moves: &str, done: &[String]) -> ErrorDetail {
    let fault = ErrorDetail::new("square1.blocked", format!("after {} steps: {error}", done.len()))
        .hint("turn a layer so that no large piece lies across the cut");
    let n_twists = done.iter().filter(|step| step.contains('/')).count();
    match moves.match_indices('/').nth(n_twists) {
        Some((at, slash)) => fault.at(moves, &(at..at + slash.len())),
        None => fault,
    }
}

fn scramble(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let input: ScrambleInput = input::read(text)?;
    let seed = input.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
    let position = random_position(&mut Random::new(seed), input.colours.into());
    let cancel = ctx.cancel_with_time_limit(None)?;
    let mut solver = ctx.resources.square1(ctx.progress)?;
    let query = Query { metric: Metric::Twist, count: false };
    let answer = solver.solve(&position, &query, &cancel, ctx.progress)?;
    let sequence = answer.solution.map(|solution| {
        // Moves do not reach the upside-down solved puzzle, so the scramble begins with a flip.
        let flip = answer.flipped.then_some(Move::Flip);
        let sequence: Sequence = flip.into_iter().chain(solution.inverse().into_moves()).collect();
        sequence.write(input.notation.into())
    });
    Ok(json!({
        "schema": 1,
        "position": position.to_string(),
        "sequence": sequence,
        "seed": seed,
    }))
}

fn report(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let ReportInput { colours } = input::read(text)?;
    let colours = Colours::from(colours.unwrap_or(ColoursName::Silver));
    let cancel = ctx.cancel_with_time_limit(None)?;
    let solver = ctx.resources.square1(ctx.progress)?;
    let table: &Database = solver.table(colours).ok_or_else(|| {
        ErrorDetail::new("square1.no-table", "the table of six colours is not built yet")
            .hint("submit a job of the kind `build-table` with `{\"puzzle\": \"square1\"}`")
    })?;
    let document = ctx.resources.report(colours, || {
        let files = Report::new(table, &cancel)?.files(ReportFormat::Json);
        Ok::<_, gordian_atlas::AtlasError>(
            files.into_iter().map(|file| file.text).collect::<String>(),
        )
    })?;
    serde_json::from_str(&document)
        .map_err(|error| ErrorDetail::new("internal.report", error.to_string()).into())
}
