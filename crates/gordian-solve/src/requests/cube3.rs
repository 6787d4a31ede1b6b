//! `cube/…`: the 3×3×3 cube, with or without centres.

use std::time::Duration;

use gordian_atlas::cube3::CentreGoal;
use gordian_core::Random;
use gordian_perm::cube3::{
    LowercaseMeaning, Metric, Position, Sequence, is_stickers, random_position,
};
use gordian_puzzles::cube3::{parse_state, state_to_json};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::context::Clock;
use super::{ErrorDetail, Operation, RequestContext, RequestError, input, schema};
use crate::cube3::{DEFAULT_TIME_LIMIT, Query, scramble_in_text};

/// The largest `max_length`; the search finds no longer solutions.
const MAX_LENGTH: usize = 60;

pub(super) const SOLVE: Operation = Operation {
    name: "cube/solve",
    summary: "Finds a short solution of the 3×3×3, with or without centres, or a shortest one if the time \
              suffices to prove it.",
    input: schema::of_request::<SolveInput>,
    output: solve_output,
    example: || json!({"position": "R U F2", "time_limit": 0.1}),
    handler: solve,
};

pub(super) const APPLY: Operation = Operation {
    name: "cube/apply",
    summary: "Applies moves to a position.",
    input: schema::of_request::<ApplyInput>,
    output: || position_schema(&[]),
    example: || json!({"position": "R U", "moves": "F2"}),
    handler: apply,
};

pub(super) const SCRAMBLE: Operation = Operation {
    name: "cube/scramble",
    summary: "Returns a random position, uniformly distributed, with a sequence that leads to it.",
    input: schema::of_request::<ScrambleInput>,
    output: || {
        position_schema(&[
            (
                "sequence",
                schema::optional_text(
                    "moves from the solved cube to the position; null: a limit was reached",
                ),
            ),
            ("seed", schema::number("the seed that reproduces this result")),
        ])
    },
    example: || json!({"centres": true, "seed": 1}),
    handler: scramble,
};

pub(super) const CHECK: Operation = Operation {
    name: "cube/check",
    summary: "Checks whether a position is possible; if not, the error gives the reasons.",
    input: schema::of_request::<CheckInput>,
    output: || position_schema(&[("possible", json!({"const": true}))]),
    example: || json!({"position": "R U R' U'"}),
    handler: check,
};

/// The metric.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MetricName {
    /// Every turn of a face counts as one move.
    #[default]
    Htm,
    /// A half turn counts as two moves.
    Qtm,
}

/// A position and the kind of solution to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveInput {
    /// Stickers (54 letters in the order U R F D L B, optionally followed by `,` and six directions of
    /// centres), a net, or the sequence that leads to the position.
    position: String,
    /// Whether the centres must be solved too.
    #[serde(default)]
    centres: bool,
    /// The metric.
    #[serde(default)]
    metric: MetricName,
    /// Search until a shortest solution is proved.
    #[serde(default)]
    optimal: bool,
    /// Stop at a solution of at most this length.
    #[schemars(range(min = 1, max = 60))]
    max_length: Option<usize>,
    /// How long to search for a solution and improve it, in seconds: 1 by default.
    #[schemars(range(min = 0.001))]
    time_limit: Option<f64>,
}

/// A position and moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ApplyInput {
    /// Stickers, a net, or the sequence that leads to the position.
    position: String,
    /// The moves.
    moves: String,
}

/// The cube to scramble.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScrambleInput {
    /// Whether to scramble the directions of the centres too.
    #[serde(default)]
    centres: bool,
    /// The seed: equal seeds give equal positions. Chosen at random if left out.
    seed: Option<u64>,
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckInput {
    /// Stickers, a net, or the sequence that leads to the position.
    position: String,
}

fn read(text: &str) -> Result<Position, RequestError> {
    parse_state(text, LowercaseMeaning::default()).map_err(|diagnostics| {
        let fault = |diagnostic| ErrorDetail::of_diagnostic(diagnostic, text);
        RequestError::new(diagnostics.into_iter().map(fault).collect())
    })
}

fn solve_output() -> Value {
    let document = schema::document(&[
        ("position", schema::text("the position")),
        ("metric", json!({"enum": ["htm", "qtm"]})),
        ("outcome", schema::outcome()),
        ("solution", schema::optional_text("the moves, verified by replay")),
        ("length", schema::optional_number("the number of moves")),
        ("lower_bound", schema::number("no solution is shorter than this")),
        ("checked", schema::flag("whether there is a solution; it was verified by replay")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(document, &[("notes", schema::texts("further remarks"))])
}

fn position_schema(fields: &[(&str, Value)]) -> Value {
    let mut all = vec![
        ("position", schema::text("stickers and directions of the centres, in one line")),
        ("facelets", schema::text("the stickers, in the order U R F D L B")),
    ];
    all.extend_from_slice(fields);
    let centres = json!({
        "type": "object",
        "description": "clockwise quarter turns of the centres; null: not known",
    });
    schema::with_optional(schema::document(&all), &[("centres", centres)])
}

fn position_json(position: &Position) -> Value {
    let mut document = json!({"schema": 1, "position": position.to_string()});
    if let (Value::Object(document), Value::Object(fields)) =
        (&mut document, state_to_json(position))
    {
        document.extend(fields);
    }
    document
}

fn solve(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let clock = Clock::start();
    let input: SolveInput = input::read(text)?;
    let position = read(&input.position)?;
    if input.centres && position.centres().iter().any(Option::is_none) {
        let message = "the position does not give the direction of every centre";
        let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter \
                    turns of each centre, 0 to 3; or leave out `centres`";
        return Err(ErrorDetail::new("cube3.centres-not-known", message).hint(hint).into());
    }
    if let Some(length) = input.max_length.filter(|length| !(1..=MAX_LENGTH).contains(length)) {
        let message = format!("`max_length` is {length}, not between 1 and {MAX_LENGTH}");
        return Err(ErrorDetail::new("request.out-of-range", message).into());
    }
    let default = if input.optimal { None } else { Some(DEFAULT_TIME_LIMIT.as_secs_f64()) };
    let time_limit: Option<Duration> = ctx.time_limit(input.time_limit.or(default))?;
    let goal = if input.centres { CentreGoal::Exact } else { CentreGoal::Any };
    let query = Query {
        metric: match input.metric {
            MetricName::Htm => Metric::HalfTurn,
            MetricName::Qtm => Metric::QuarterTurn,
        },
        centres: [goal; 6],
        max_length: input.max_length.unwrap_or(0),
        optimal: input.optimal,
        scramble: scramble_in_text(&input.position, LowercaseMeaning::default(), &position),
        time_limit,
        ..Query::default()
    };
    let mut solver = ctx.resources.cube3(&query, ctx.progress)?;
    let answer = solver.solve(&position, &query, ctx.cancel, ctx.progress)?;
    Ok(answer.to_json(clock.seconds()))
}

fn apply(text: &str, _ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let input: ApplyInput = input::read(text)?;
    let position = read(&input.position)?;
    if is_stickers(&input.moves) {
        // Some sticker letters would be valid moves.
        return Err(ErrorDetail::new("cube3.not-a-sequence", "`moves` are stickers, not moves")
            .hint("stickers go into `position`")
            .into());
    }
    let moves = Sequence::parse(&input.moves, LowercaseMeaning::default())
        .map_err(|error| ErrorDetail::of_cube(&error, &input.moves))?;
    Ok(position_json(&position.apply(&moves)))
}

fn scramble(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let ScrambleInput { centres, seed } = input::read(text)?;
    let seed = seed.unwrap_or_else(|| ctx.resources.fresh_seed());
    let position = random_position(&mut Random::new(seed), centres);
    // Short enough to be applied by hand.
    let query = Query {
        centres: [if centres { CentreGoal::Exact } else { CentreGoal::Any }; 6],
        max_length: if centres { 25 } else { 21 },
        time_limit: ctx.time_limit(None)?,
        deterministic: true,
        ..Query::default()
    };
    let mut solver = ctx.resources.cube3(&query, ctx.progress)?;
    let answer = solver.solve(&position, &query, ctx.cancel, ctx.progress)?;
    let mut document = position_json(&position);
    document["sequence"] = json!(answer.solution.map(|solution| solution.inverse().to_string()));
    document["seed"] = json!(seed);
    Ok(document)
}

fn check(text: &str, _ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let CheckInput { position } = input::read(text)?;
    let mut document = position_json(&read(&position)?);
    document["possible"] = json!(true);
    Ok(document)
}
