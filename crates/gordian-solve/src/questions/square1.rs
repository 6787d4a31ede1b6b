//! `square1/…`: shortest solutions, distances, and what the hand does.

use std::ops::ControlFlow;

use gordian_atlas::square1::report::{Report, ReportFormat};
use gordian_atlas::square1::{Database, Metric};
use gordian_core::{Limit, Outcome, Random};
use gordian_perm::square1::{
    Colours, Notation, Position, Sequence, SquareError, Step, draw, parse_position_or_sequence,
    random_position,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::Clock;
use super::{Asked, Fault, Question, Refusal, input, schema};
use crate::SolveError;
use crate::square1::Question as Wanted;

pub(super) const SOLVE: Question = Question {
    name: "square1/solve",
    summary: "Finds a shortest solution of a Square-1, how many there are, and the distance in the model \
              of 2007, which leaves the middle layer out.",
    input: schema::of::<SolveInput>,
    output: solve_output,
    example: || json!({"position": "01034547-F898BCDC,K"}),
    answer: solve,
};

pub(super) const DISTANCES: Question = Question {
    name: "square1/distances",
    summary: "Looks many positions up: distances in twists, in both models, and shortest solutions.",
    input: schema::of::<DistancesInput>,
    output: distances_output,
    example: || json!({"positions": ["01034547-F898BCDC,K", "01034547-F898BCDC,S"]}),
    answer: distances,
};

pub(super) const APPLY: Question = Question {
    name: "square1/apply",
    summary: "Says to which position moves lead, and through which.",
    input: schema::of::<ApplyInput>,
    output: || {
        schema::document(&[
            ("position", schema::text("where the moves lead")),
            (
                "positions",
                schema::texts("the positions after each step, turns and twists, one by one"),
            ),
            ("steps", schema::texts("the steps")),
        ])
    },
    example: || json!({"position": "01234567-F89ABCDE,S", "moves": "(1,0)/(-1,-1)/"}),
    answer: apply,
};

pub(super) const SCRAMBLE: Question = Question {
    name: "square1/scramble",
    summary: "Draws a position, all being equally likely, with a shortest sequence that leads to it.",
    input: schema::of::<ScrambleInput>,
    output: || {
        schema::document(&[
            ("position", schema::text("the position")),
            (
                "sequence",
                schema::optional_text(
                    "moves that lead to it from the solved puzzle; null: a limit came first",
                ),
            ),
            ("seed", schema::number("the seed that gives the same again")),
        ])
    },
    example: || json!({"seed": 1}),
    answer: scramble,
};

pub(super) const CHECK: Question = Question {
    name: "square1/check",
    summary: "Says whether a position is possible; why not is the error.",
    input: schema::of::<CheckInput>,
    output: || {
        schema::document(&[
            ("position", schema::text("the position")),
            ("possible", json!({"const": true})),
            ("colours", json!({"enum": ["six", "silver"]})),
            ("can_twist", schema::flag("whether no big piece lies across the cut")),
            ("drawing", schema::text("both layers drawn as text")),
        ])
    },
    example: || json!({"position": "(1,0)/(-1,-1)/(0,1)"}),
    answer: check,
};

pub(super) const REPORT: Question = Question {
    name: "square1/report",
    summary: "Counts the positions at each distance, for all shapes, in both models.",
    input: schema::of::<ReportInput>,
    output: || {
        schema::document(&[(
            "puzzle",
            schema::text("whose table it is: `square1` or `square1-silver`"),
        )])
    },
    example: || json!({"colours": "silver"}),
    answer: report,
};

/// How pieces are told apart.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Coloured {
    /// Every piece is different.
    #[default]
    Six,
    /// Small pieces are equal in pairs.
    Silver,
}

impl From<Coloured> for Colours {
    fn from(colours: Coloured) -> Self {
        match colours {
            Coloured::Six => Self::Six,
            Coloured::Silver => Self::Silver,
        }
    }
}

/// How sequences are written.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Written {
    /// `(x,y)/`, clockwise as seen from outside.
    #[default]
    Wca,
    /// As in 2007: positive is anticlockwise, `!` turns the whole puzzle over.
    Cube21,
}

impl From<Written> for Notation {
    fn from(written: Written) -> Self {
        match written {
            Written::Wca => Self::Wca,
            Written::Cube21 => Self::Cube21,
        }
    }
}

/// What counts as a move.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Counted {
    /// `/` is one, turns are free.
    #[default]
    Twist,
    /// `/` is one, `(x,y)` is one.
    Wca,
    /// `/` is one, `(x,0)` and `(0,y)` are one each.
    Face,
}

impl From<Counted> for Metric {
    fn from(counted: Counted) -> Self {
        match counted {
            Counted::Twist => Self::Twist,
            Counted::Wca => Self::Wca,
            Counted::Face => Self::Face,
        }
    }
}

/// A position, and what is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveInput {
    /// A position such as `01034547-F898BCDC,K`, or the sequence that leads to it.
    position: String,
    /// The puzzle that a sequence is applied to; a position tells its own colours.
    #[serde(default)]
    colours: Coloured,
    /// What counts as a move.
    #[serde(default)]
    metric: Counted,
    /// How sequences are written, those that go in and those that come out.
    #[serde(default)]
    notation: Written,
    /// List so many shortest solutions; in twists only.
    all: Option<usize>,
    /// How long it may take, in seconds.
    #[schemars(range(min = 0.001))]
    time_limit: Option<f64>,
}

/// Positions.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DistancesInput {
    /// Positions, or sequences that lead to them.
    positions: Vec<String>,
    /// The puzzle that a sequence is applied to.
    #[serde(default)]
    colours: Coloured,
    /// How sequences are written.
    #[serde(default)]
    notation: Written,
    /// Whether a shortest solution of each is wanted too.
    #[serde(default)]
    solutions: bool,
    /// How long it may take, in seconds.
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
    /// The puzzle that a sequence is applied to.
    #[serde(default)]
    colours: Coloured,
    /// How sequences are written.
    #[serde(default)]
    notation: Written,
}

/// What kind of puzzle.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScrambleInput {
    /// How pieces are told apart.
    #[serde(default)]
    colours: Coloured,
    /// How sequences are written.
    #[serde(default)]
    notation: Written,
    /// The same seed gives the same position; one is chosen if left out.
    seed: Option<u64>,
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckInput {
    /// A position, or the sequence that leads to it.
    position: String,
    /// The puzzle that a sequence is applied to.
    #[serde(default)]
    colours: Coloured,
    /// How sequences are written.
    #[serde(default)]
    notation: Written,
}

/// Whose figures.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportInput {
    /// `silver` if left out. Six colours need a table, which a job builds.
    colours: Option<Coloured>,
}

fn read(text: &str, colours: Coloured, notation: Written) -> Result<Position, Fault> {
    parse_position_or_sequence(text, colours.into(), notation.into())
        .map_err(|error| Fault::of_square1(&error, text))
}

fn solve_output() -> Value {
    let document = schema::document(&[
        ("position", schema::text("the position")),
        ("metric", json!({"enum": ["twist", "wca", "face"]})),
        ("outcome", schema::outcome()),
        (
            "distance",
            schema::optional_number(
                "the length of the solution; the distance if `outcome` is `optimal`",
            ),
        ),
        (
            "distance_ignoring_middle",
            schema::optional_number("in the model of 2007, whose levels are this and 1"),
        ),
        ("lower_bound", schema::optional_number("no solution is shorter")),
        ("shortest_solutions", schema::optional_number("how many there are")),
        ("notation", schema::text("how the sequences are written")),
        ("solution", schema::optional_text("a shortest solution, replayed")),
        ("solutions", schema::texts("as many as `all` asked for")),
        ("flipped", schema::flag("whether the solved puzzle lies upside down in the end")),
        ("checked", schema::flag("whether there is a solution; each was replayed")),
        ("engine", schema::optional_text("who answered")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(document, &[("notes", schema::texts("what to know beside"))])
}

fn solve(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let clock = Clock::start();
    let input: SolveInput = input::read(text)?;
    let position = read(&input.position, input.colours, input.notation)?;
    let metric = Metric::from(input.metric);
    if input.all.is_some() && metric != Metric::Twist {
        let message = format!("`all` means nothing in the metric `{}`", metric.name());
        return Err(Fault::new("request.not-applicable", message)
            .hint("shortest solutions are listed and counted in the metric `twist`")
            .into());
    }
    asked.allow("solutions", input.all.unwrap_or(0))?;
    let mut solver = asked.resources.square1(asked.progress)?;
    let cancel = asked.limited(input.time_limit)?;
    let question = Wanted { metric, count: true };
    let mut answer = solver.solve(&position, &question, &cancel, asked.progress)?;
    if let (Some(n), Outcome::Optimal) = (input.all.filter(|&n| n > 0), answer.outcome) {
        let solutions = &mut answer.solutions;
        let limit = u64::try_from(n).ok();
        let stopped = solver.each(&position, limit, &cancel, asked.progress, &mut |sequence| {
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
        "description": "twists, and twists if the middle layer is left out; null: see `errors`, or the \
                        time was over",
    });
    let error = schema::object(&[
        ("index", schema::number("which position, from 0")),
        ("code", schema::text("a stable name")),
        ("message", schema::text("what is wrong")),
        ("hint", schema::optional_text("what to do about it")),
    ]);
    let document = schema::document(&[
        ("distances", schema::list(&pair, "in the order of the positions")),
        ("errors", schema::list(&error, "positions that are none")),
        ("limit", schema::limit()),
    ]);
    let solutions =
        schema::list(&json!({"type": ["string", "null"]}), "a shortest solution of each, replayed");
    schema::with_optional(document, &[("solutions", solutions)])
}

fn distances(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: DistancesInput = input::read(text)?;
    asked.allow("positions", input.positions.len())?;
    let mut solver = asked.resources.square1(asked.progress)?;
    let cancel = asked.limited(input.time_limit)?;
    let mut found = Vec::with_capacity(input.positions.len());
    let (mut solutions, mut errors) = (Vec::new(), Vec::new());
    let question = Wanted { metric: Metric::Twist, count: false };
    let mut limit: Option<Limit> = None;
    for (index, text) in input.positions.iter().enumerate() {
        let mut pair = None;
        let mut solution = None;
        limit = limit.or(cancel.stopped());
        match read(text, input.colours, input.notation) {
            Ok(_) if limit.is_some() => {}
            Ok(position) if input.solutions => {
                let answer = solver.solve(&position, &question, &cancel, asked.progress)?;
                pair = answer.distance.zip(answer.distance_ignoring_middle);
                let written = |it: &Sequence| it.write(input.notation.into());
                solution = answer.solution.as_ref().map(written);
            }
            Ok(position) => match solver.distances(&position, &cancel, asked.progress) {
                Ok(found) => pair = Some(found),
                Err(SolveError::Atlas(gordian_atlas::AtlasError::Stopped { limit: which })) => {
                    limit = Some(which);
                }
                Err(error) => return Err(error.into()),
            },
            Err(Fault { code, message, hint, .. }) => {
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

fn apply(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: ApplyInput = input::read(text)?;
    let notation = Notation::from(input.notation);
    let mut position = read(&input.position, input.colours, input.notation)?;
    let moves = Sequence::parse(&input.moves, notation)
        .map_err(|error| Fault::of_square1(&error, &input.moves))?;
    asked.allow("steps", moves.steps().len())?;
    let (mut positions, mut steps) = (Vec::new(), Vec::new());
    for &step in moves.steps() {
        let one: Sequence = std::iter::once(step).collect();
        position = position.apply(&one).map_err(|error| blocked(&error, &input.moves, &steps))?;
        positions.push(position.to_string());
        steps.push(one.write(notation));
    }
    let (position, positions) = (position.to_string(), positions);
    Ok(json!({"schema": 1, "position": position, "positions": positions, "steps": steps}))
}

/// Returns the fault of a twist that is not possible, at its place in the moves; `done` are the steps
/// before it.
fn blocked(error: &SquareError, moves: &str, done: &[String]) -> Fault {
    let fault = Fault::new("square1.blocked", format!("after {} steps: {error}", done.len()))
        .hint("turn a layer so that no big piece lies across the cut");
    let n_twists = done.iter().filter(|step| step.contains('/')).count();
    match moves.match_indices('/').nth(n_twists) {
        Some((at, slash)) => fault.at(moves, &(at..at + slash.len())),
        None => fault,
    }
}

fn scramble(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: ScrambleInput = input::read(text)?;
    let seed = input.seed.unwrap_or_else(|| asked.resources.fresh_seed());
    let position = random_position(&mut Random::new(seed), input.colours.into());
    let cancel = asked.limited(None)?;
    let mut solver = asked.resources.square1(asked.progress)?;
    let question = Wanted { metric: Metric::Twist, count: false };
    let answer = solver.solve(&position, &question, &cancel, asked.progress)?;
    let sequence = answer.solution.map(|solution| {
        // To the upside-down solved puzzle one does not come by turns.
        let flip = answer.flipped.then_some(Step::Flip);
        let way: Sequence = flip.into_iter().chain(solution.inverse().into_steps()).collect();
        way.write(input.notation.into())
    });
    Ok(json!({
        "schema": 1,
        "position": position.to_string(),
        "sequence": sequence,
        "seed": seed,
    }))
}

fn check(text: &str, _asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: CheckInput = input::read(text)?;
    let position = read(&input.position, input.colours, input.notation)?;
    let colours = match position.colours() {
        Colours::Six => "six",
        Colours::Silver => "silver",
    };
    Ok(json!({
        "schema": 1,
        "position": position.to_string(),
        "possible": true,
        "colours": colours,
        "can_twist": position.can_twist(),
        "drawing": draw(&position),
    }))
}

fn report(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let ReportInput { colours } = input::read(text)?;
    let colours = Colours::from(colours.unwrap_or(Coloured::Silver));
    let cancel = asked.limited(None)?;
    let solver = asked.resources.square1(asked.progress)?;
    let table: &Database = solver.table(colours).ok_or_else(|| {
        Fault::new("square1.no-table", "there is no table of six colours")
            .hint("start a job of the kind `build-table` with `{\"puzzle\": \"square1\"}`")
    })?;
    let document = asked.resources.report(colours, || {
        let files = Report::new(table, &cancel)?.files(ReportFormat::Json);
        Ok::<_, gordian_atlas::AtlasError>(
            files.into_iter().map(|file| file.text).collect::<String>(),
        )
    })?;
    serde_json::from_str(&document)
        .map_err(|error| Fault::new("internal.report", error.to_string()).into())
}
