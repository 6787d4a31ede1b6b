//! `cube/…`: the 3×3×3, its centres too.

use std::time::Duration;

use gordian_atlas::cube3::CentreGoal;
use gordian_core::Random;
use gordian_perm::cube3::{LowerCase, Metric, Position, Sequence, is_stickers, random_position};
use gordian_puzzles::cube3::{parse_state, state_to_json};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::Clock;
use super::{Asked, Fault, Question, Refusal, input, schema};
use crate::cube3::{Question as Wanted, USUAL_TIME, scramble_in_text};

/// The greatest length that can be asked for; no solution that is looked for is longer.
const MAX_LENGTH: usize = 60;

pub(super) const SOLVE: Question = Question {
    name: "cube/solve",
    summary: "Finds a short solution of the 3×3×3, with its centres or without, or a shortest one where \
              there is time to prove it.",
    input: schema::of::<SolveInput>,
    output: solve_output,
    example: || json!({"position": "R U F2", "time_limit": 0.1}),
    answer: solve,
};

pub(super) const APPLY: Question = Question {
    name: "cube/apply",
    summary: "Says to which position moves lead.",
    input: schema::of::<ApplyInput>,
    output: || position_schema(&[]),
    example: || json!({"position": "R U", "moves": "F2"}),
    answer: apply,
};

pub(super) const SCRAMBLE: Question = Question {
    name: "cube/scramble",
    summary: "Draws a position, all being equally likely, with a sequence that leads to it.",
    input: schema::of::<ScrambleInput>,
    output: || {
        position_schema(&[
            ("sequence", schema::optional_text("moves that lead to it; null: a limit came first")),
            ("seed", schema::number("the seed that gives the same again")),
        ])
    },
    example: || json!({"centres": true, "seed": 1}),
    answer: scramble,
};

pub(super) const CHECK: Question = Question {
    name: "cube/check",
    summary: "Says whether a position is possible; why not is the error.",
    input: schema::of::<CheckInput>,
    output: || position_schema(&[("possible", json!({"const": true}))]),
    example: || json!({"position": "R U R' U'"}),
    answer: check,
};

/// How moves are counted.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Counted {
    /// Any turn of a face is one.
    #[default]
    Htm,
    /// A half turn is two.
    Qtm,
}

/// A position, and what is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveInput {
    /// Stickers (54 letters in the order U R F D L B, and perhaps `,` and six directions of centres),
    /// a net, or the sequence that leads to the position.
    position: String,
    /// Whether centres must be turned as they were too.
    #[serde(default)]
    centres: bool,
    /// How moves are counted.
    #[serde(default)]
    metric: Counted,
    /// Go on until a shortest solution is proved.
    #[serde(default)]
    optimal: bool,
    /// Stop at a solution of at most this length.
    #[schemars(range(min = 1, max = 60))]
    max_length: Option<usize>,
    /// How long a solution is looked for and made better, in seconds: 1 if left out.
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

/// What kind of cube.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScrambleInput {
    /// Whether centres are turned too.
    #[serde(default)]
    centres: bool,
    /// The same seed gives the same position; one is chosen if left out.
    seed: Option<u64>,
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckInput {
    /// Stickers, a net, or the sequence that leads to the position.
    position: String,
}

fn read(text: &str) -> Result<Position, Refusal> {
    parse_state(text, LowerCase::default()).map_err(|diagnostics| {
        let fault = |diagnostic| Fault::of_diagnostic(diagnostic, text);
        Refusal::new(diagnostics.into_iter().map(fault).collect())
    })
}

fn solve_output() -> Value {
    let document = schema::document(&[
        ("position", schema::text("the position")),
        ("metric", json!({"enum": ["htm", "qtm"]})),
        ("outcome", schema::outcome()),
        ("solution", schema::optional_text("the moves, replayed")),
        ("length", schema::optional_number("their number")),
        ("lower_bound", schema::number("no solution is shorter")),
        ("checked", schema::flag("whether there is a solution; it was replayed")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(document, &[("notes", schema::texts("what to know beside"))])
}

fn position_schema(fields: &[(&str, Value)]) -> Value {
    let mut all = vec![
        ("position", schema::text("stickers and directions of centres, in one line")),
        ("facelets", schema::text("the stickers, in the order U R F D L B")),
    ];
    all.extend_from_slice(fields);
    let centres = json!({
        "type": "object",
        "description": "clockwise quarter turns of the centres that are known",
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

fn solve(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let clock = Clock::start();
    let input: SolveInput = input::read(text)?;
    let position = read(&input.position)?;
    if input.centres && position.centres().iter().any(Option::is_none) {
        let message = "the position does not say how all centres are turned";
        let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter \
                    turns of each centre, 0 to 3; or leave out `centres`";
        return Err(Fault::new("cube3.centres-not-known", message).hint(hint).into());
    }
    if let Some(length) = input.max_length.filter(|length| !(1..=MAX_LENGTH).contains(length)) {
        let message = format!("`max_length` is {length}, not between 1 and {MAX_LENGTH}");
        return Err(Fault::new("request.out-of-range", message).into());
    }
    let usual = if input.optimal { None } else { Some(USUAL_TIME.as_secs_f64()) };
    let time: Option<Duration> = asked.time(input.time_limit.or(usual))?;
    let goal = if input.centres { CentreGoal::Exact } else { CentreGoal::Any };
    let question = Wanted {
        metric: match input.metric {
            Counted::Htm => Metric::HalfTurn,
            Counted::Qtm => Metric::QuarterTurn,
        },
        centres: [goal; 6],
        max_length: input.max_length.unwrap_or(0),
        optimal: input.optimal,
        scramble: scramble_in_text(&input.position, LowerCase::default(), &position),
        time,
        ..Wanted::default()
    };
    let mut solver = asked.resources.cube3(&question, asked.progress)?;
    let answer = solver.solve(&position, &question, asked.cancel, asked.progress)?;
    Ok(answer.to_json(clock.seconds()))
}

fn apply(text: &str, _asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: ApplyInput = input::read(text)?;
    let position = read(&input.position)?;
    if is_stickers(&input.moves) {
        // Some letters of stickers could be read as moves.
        return Err(Fault::new("cube3.not-a-sequence", "`moves` are stickers, not moves")
            .hint("the position comes first, then the moves")
            .into());
    }
    let moves = Sequence::parse(&input.moves, LowerCase::default())
        .map_err(|error| Fault::of_cube(&error, &input.moves))?;
    Ok(position_json(&position.after(&moves)))
}

fn scramble(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let ScrambleInput { centres, seed } = input::read(text)?;
    let seed = seed.unwrap_or_else(|| asked.resources.fresh_seed());
    let position = random_position(&mut Random::new(seed), centres);
    // Short enough to be turned by hand.
    let question = Wanted {
        centres: [if centres { CentreGoal::Exact } else { CentreGoal::Any }; 6],
        max_length: if centres { 25 } else { 21 },
        time: asked.time(None)?,
        repeatable: true,
        ..Wanted::default()
    };
    let mut solver = asked.resources.cube3(&question, asked.progress)?;
    let answer = solver.solve(&position, &question, asked.cancel, asked.progress)?;
    let mut document = position_json(&position);
    document["sequence"] = json!(answer.solution.map(|solution| solution.inverse().to_string()));
    document["seed"] = json!(seed);
    Ok(document)
}

fn check(text: &str, _asked: &Asked<'_>) -> Result<Value, Refusal> {
    let CheckInput { position } = input::read(text)?;
    let mut document = position_json(&read(&position)?);
    document["possible"] = json!(true);
    Ok(document)
}
