//! `sudoku/hint`, `sudoku/explain`, `sudoku/rate`: human solving techniques.

use gordian_core::{Cancel, Limit};
use gordian_grid::Grid;
use gordian_logic::{
    Candidate, Config, Position, Step, Technique, TrueCandidates, explainer_rating,
};
use gordian_puzzles::Cell;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{ErrorDetail, Operation, RequestContext, RequestError, input, puzzle, schema};
use crate::grid::true_candidates;

pub(in super::super) const HINT: Operation = Operation {
    name: "sudoku/hint",
    summary: "Finds the easiest next step, with its reason; if a placed digit is wrong, names it instead.",
    input: schema::of_request::<Input>,
    output: || {
        let step =
            json!({"type": ["object", "null"], "description": "the step, as in `sudoku/explain`"});
        with_start(&[("step", step)])
    },
    example,
    handler: |text, ctx| logic(text, ctx, hint),
};

pub(in super::super) const EXPLAIN: Operation = Operation {
    name: "sudoku/explain",
    summary: "Solves a grid step by step with human techniques; every step is verified against all \
              solutions.",
    input: schema::of_request::<Input>,
    output: || {
        with_start(&[
            ("solution", schema::optional_text("the solution, as one line")),
            (
                "rating",
                json!({"type": ["object", "null"], "description": "the rating on Gordian's scale"}),
            ),
            ("steps", schema::list(&step_schema(), "the steps, in order")),
        ])
    },
    example,
    handler: |text, ctx| logic(text, ctx, explain),
};

pub(in super::super) const RATE: Operation = Operation {
    name: "sudoku/rate",
    summary: "Rates how hard a grid with one solution is, on Gordian's scale, HoDoKu's or Sudoku \
              Explainer's.",
    input: schema::of_request::<RateInput>,
    output: || {
        schema::document(&[
            ("outcome", schema::outcome()),
            ("unique", schema::optional_flag("whether the solution is unique")),
            ("limit", schema::limit()),
            ("scale", json!({"enum": ["gordian", "hodoku", "explainer"]})),
            (
                "rating",
                json!({"type": ["object", "null"], "description": "the rating; null if there is none: see `outcome` and `unique`"}),
            ),
        ])
    },
    example,
    handler: rate,
};

/// The largest grid that is explained without a job.
const MAX_SIZE: usize = 12;

fn example() -> Value {
    json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"})
}

/// The order in which techniques are tried.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Order {
    /// All techniques, the easiest on Gordian's scale first.
    #[default]
    All,
    /// The techniques of HoDoKu, in its order.
    Hodoku,
}

impl Order {
    fn config(self) -> Config {
        match self {
            Self::All => Config::all(),
            Self::Hodoku => Config::hodoku(),
        }
    }
}

/// The grid to explain.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Input {
    /// A grid in any text format, or a puzzle file, with placed digits and pencil marks.
    puzzle: String,
    /// The order in which techniques are tried: `all` by default.
    order: Option<Order>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

/// The scale of a rating.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Scale {
    #[default]
    Gordian,
    Hodoku,
    Explainer,
}

/// The grid to rate, and the scale.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RateInput {
    /// A grid in any text format, or a puzzle file. Placed digits are ignored.
    puzzle: String,
    /// The scale: `gordian` by default.
    scale: Option<Scale>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

/// A solvable grid with its solutions and the techniques to apply.
struct SolvableGrid {
    start: Position,
    truth: TrueCandidates,
    config: Config,
    cancel: Cancel,
}

fn logic(
    text: &str,
    ctx: &RequestContext<'_>,
    respond: fn(&SolvableGrid) -> Result<Value, RequestError>,
) -> Result<Value, RequestError> {
    let Input { puzzle, order, time_limit } = input::read(text)?;
    let puzzle::SudokuPosition { puzzle, placed } = puzzle::parse_position(&puzzle)?;
    check_size(&puzzle, ctx)?;
    let cancel = ctx.cancel_with_time_limit(time_limit)?;
    let start = Position::new(&puzzle, &placed);
    let mut document = json!({
        "schema": 1,
        "outcome": "stopped",
        "unique": null,
        "checked": false,
        "limit": null,
    });
    let (mut notes, mut wrong) = (Vec::new(), Vec::new());
    match true_candidates(&puzzle, &placed, &cancel) {
        Err(limit) => document["limit"] = json!(limit.name()),
        Ok(truth) if !truth.is_solvable() => {
            document["outcome"] = json!("infeasible");
            wrong = wrongly_placed(&puzzle, &placed, &cancel);
        }
        Ok(truth) => {
            document["unique"] = json!(truth.is_unique());
            let config = order.unwrap_or_default().config();
            let allowed = config.clone().valid_for(&truth);
            if allowed.techniques.len() < config.techniques.len() {
                notes.push("techniques that assume a unique solution are not used: the grid has several solutions");
            }
            let grid = SolvableGrid { start: start.clone(), truth, config: allowed, cancel };
            if let (Value::Object(document), Value::Object(fields)) =
                (&mut document, respond(&grid)?)
            {
                document.extend(fields);
            }
        }
    }
    for field in ["step", "solution", "rating"] {
        if document.get(field).is_none() {
            document[field] = Value::Null;
        }
    }
    if document.get("steps").is_none() {
        document["steps"] = json!([]);
    }
    document["wrong"] = json!(wrong);
    document["notes"] = json!(notes);
    document["start"] = position_json(&start);
    Ok(document)
}

/// Rejects large grids outside of jobs: a single technique may take minutes on them, and the time limit
/// is not checked within a technique.
fn check_size(puzzle: &Grid, ctx: &RequestContext<'_>) -> Result<(), ErrorDetail> {
    let n = puzzle.layout.n();
    if n <= MAX_SIZE || ctx.job_folder.is_some() || ctx.max_time.is_none() {
        return Ok(());
    }
    let message = format!("a grid of {n} rows is too large; the limit is {MAX_SIZE} rows");
    Err(ErrorDetail::new("request.too-large", message)
        .hint("submit a job of the kind `explain` or `rate`"))
}

fn hint(grid: &SolvableGrid) -> Result<Value, RequestError> {
    let SolvableGrid { start, truth, config, .. } = grid;
    let layout = start.layout();
    if start.is_solved() {
        return Ok(json!({"outcome": "solved", "checked": true}));
    }
    let Some(step) = start.next_step(config) else {
        return Ok(json!({"outcome": "stopped", "limit": "techniques", "checked": true}));
    };
    verify_step(truth, &step, start)?;
    Ok(json!({
        "outcome": "solved",
        "checked": truth.confirms(&step),
        "step": with_name(&step, step.to_json(layout)),
    }))
}

fn explain(grid: &SolvableGrid) -> Result<Value, RequestError> {
    let SolvableGrid { start, truth, config, cancel } = grid;
    let solved = start.clone().solve_until(config, cancel);
    for step in &solved.steps {
        verify_step(truth, step, start)?;
    }
    let mut document = solved.to_json();
    document["checked"] = json!(solved.steps.iter().all(|step| truth.confirms(step)));
    let steps = solved.steps.iter().map(|step| with_name(step, step.to_json(start.layout())));
    document["steps"] = steps.collect();
    Ok(document)
}

fn rate(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let RateInput { puzzle, scale, time_limit } = input::read(text)?;
    let puzzle::SudokuPosition { puzzle, .. } = puzzle::parse_position(&puzzle)?;
    check_size(&puzzle, ctx)?;
    let cancel = ctx.cancel_with_time_limit(time_limit)?;
    let scale = scale.unwrap_or_default();
    if scale == Scale::Explainer && (!puzzle.layout.is_classic() || puzzle.marks.is_some()) {
        let message = "Sudoku Explainer's scale applies to classic 9×9 puzzles only";
        let hint = "use the scale `gordian` or `hodoku`, which rate any grid";
        return Err(ErrorDetail::new("sudoku.not-classic", message).hint(hint).into());
    }
    let respond =
        |outcome: &str, unique: Option<bool>, limit: Option<&str>, rating: Option<Value>| {
            let scale = match scale {
                Scale::Gordian => "gordian",
                Scale::Hodoku => "hodoku",
                Scale::Explainer => "explainer",
            };
            json!({
                "schema": 1,
                "outcome": outcome,
                "unique": unique,
                "limit": limit,
                "scale": scale,
                "rating": rating,
            })
        };
    let truth = match true_candidates(&puzzle, &[], &cancel) {
        Err(limit) => return Ok(respond("stopped", None, Some(limit.name()), None)),
        Ok(truth) if !truth.is_solvable() => return Ok(respond("infeasible", None, None, None)),
        Ok(truth) if !truth.is_unique() => return Ok(respond("feasible", Some(false), None, None)),
        Ok(truth) => truth,
    };
    let stopped = || cancel.stopped().unwrap_or(Limit::Effort).name();
    if scale == Scale::Explainer {
        return Ok(match explainer_rating(&puzzle, &cancel) {
            Some(rating) => respond("solved", Some(true), None, Some(rating.to_json())),
            None => respond("stopped", Some(true), Some(stopped()), None),
        });
    }
    let config = if scale == Scale::Hodoku { Config::hodoku() } else { Config::all() };
    let start = Position::new(&puzzle, &[]);
    let solved = start.clone().solve_until(&config, &cancel);
    for step in &solved.steps {
        verify_step(&truth, step, &start)?;
    }
    let rating = match scale {
        Scale::Hodoku => solved.hodoku_rating_json(),
        _ => solved.rating_json(),
    };
    Ok(match (rating, solved.stopped) {
        (_, Some(limit)) => respond("stopped", Some(true), Some(limit.name()), None),
        (Some(rating), None) => respond("solved", Some(true), None, Some(rating)),
        (None, None) if solved.end.is_solved() => respond("solved", Some(true), None, None),
        (None, None) => respond("stopped", Some(true), Some("techniques"), None),
    })
}

/// Fails if a step contradicts the solutions.
fn verify_step(truth: &TrueCandidates, step: &Step, start: &Position) -> Result<(), ErrorDetail> {
    let Some(at) = truth.refutes(step) else { return Ok(()) };
    let layout = start.layout();
    let place = cell_name(at.cell, layout.n());
    let message = format!("a step is wrong at {place}: {}", step.sentence(layout));
    Err(ErrorDetail::new("logic.unsound", message)
        .hint("this is a bug in Gordian: please report it with the puzzle"))
}

/// Returns the cells whose placed digits occur in no solution.
fn wrongly_placed(puzzle: &Grid, placed: &[(usize, u8)], cancel: &Cancel) -> Vec<String> {
    let truth = true_candidates(puzzle, &[], cancel).ok().filter(TrueCandidates::is_solvable);
    let Some(truth) = truth else { return Vec::new() };
    let wrong = placed.iter().filter(|&&(cell, digit)| !truth.allows(Candidate::new(cell, digit)));
    wrong.map(|&(cell, _)| cell_name(cell, puzzle.layout.n())).collect()
}

fn cell_name(cell: usize, n: usize) -> String {
    Cell::new(cell / n, cell % n).to_string()
}

/// Adds the display name of the technique.
fn with_name(step: &Step, mut document: Value) -> Value {
    let technique: Technique = step.technique;
    document["name"] = json!(technique.to_string());
    document
}

/// Returns a position as JSON: digits and candidates before the first step.
fn position_json(position: &Position) -> Value {
    let n_cells = position.layout().n_cells();
    let all = u8::try_from(position.layout().n()).unwrap_or(u8::MAX);
    let digits = |cell| -> Vec<u8> {
        let mask = position.mask(cell);
        (1..=all).filter(|digit| mask >> (digit - 1) & 1 == 1).collect()
    };
    let candidates: Vec<Vec<u8>> = (0..n_cells).map(digits).collect();
    json!({"values": position.values(), "candidates": candidates})
}

fn with_start(fields: &[(&str, Value)]) -> Value {
    let start = schema::object(&[
        ("values", schema::list(&json!({"type": "integer"}), "the digits, row by row; 0: empty")),
        ("candidates", schema::candidates("candidates of each cell; empty for cells with a digit")),
    ]);
    let mut all = vec![
        ("outcome", schema::outcome()),
        (
            "unique",
            schema::optional_flag(
                "whether the solution is unique; null: not decided, or no solution",
            ),
        ),
        ("checked", schema::flag("whether every step was verified against all solutions")),
        ("limit", schema::limit()),
        ("wrong", schema::texts("cells whose placed digit is wrong")),
        ("notes", schema::texts("further remarks")),
        ("start", start),
    ];
    all.extend_from_slice(fields);
    schema::document(&all)
}

fn step_schema() -> Value {
    let sentence = schema::with_optional(
        schema::object(&[(
            "text",
            schema::text("a sentence; numbers in brackets refer to other sentences"),
        )]),
        &[
            ("case", schema::number("the case that the sentence belongs to, from 1")),
            ("links", schema::list(&json!({"type": "integer"}), "the links it follows, from 0")),
            ("sets", schema::list(&json!({"type": "integer"}), "the sets it refers to, from 0")),
            (
                "candidates",
                schema::list(
                    &json!({"type": "object"}),
                    "other candidates it refers to: `cell`, `digit`",
                ),
            ),
        ],
    );
    let branch = schema::object(&[
        ("assumed", json!({"type": "object", "description": "a node of a link"})),
        ("holds", schema::flag("whether the node is assumed to be true")),
        ("links", schema::list(&json!({"type": "integer"}), "the links of the branch, from 0")),
    ]);
    let step = schema::object(&[
        ("technique", schema::text("the technique, in lower case with hyphens")),
        ("name", schema::text("the display name of the technique")),
        ("text", schema::text("the step as a sentence")),
        ("eureka", schema::text("the step in Eureka notation")),
    ]);
    schema::with_optional(
        step,
        &[
            (
                "weight",
                json!({"type": "number", "description": "the difficulty on Gordian's scale"}),
            ),
            ("explanation", schema::list(&sentence, "the step sentence by sentence")),
            ("branches", schema::list(&branch, "the branches of a forcing chain or net")),
        ],
    )
}
