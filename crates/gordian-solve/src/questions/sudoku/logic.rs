//! `sudoku/hint`, `sudoku/explain`, `sudoku/rate`: how a person solves it.

use gordian_core::{Cancel, Limit};
use gordian_logic::{
    Candidate, Config, Position, Step, Technique, TrueCandidates, explainer_rating,
};
use gordian_puzzles::Cell;
use gordian_sudoku::Puzzle;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{Asked, Fault, Question, Refusal, input, puzzle, schema};

pub(in super::super) const HINT: Question = Question {
    name: "sudoku/hint",
    summary: "Finds the easiest next step, with its reason; a digit that was placed wrongly is named \
              instead.",
    input: schema::of::<Input>,
    output: || {
        let step =
            json!({"type": ["object", "null"], "description": "the step, as in `sudoku/explain`"});
        with_start(&[("step", step)])
    },
    example,
    answer: |text, asked| logic(text, asked, hint),
};

pub(in super::super) const EXPLAIN: Question = Question {
    name: "sudoku/explain",
    summary: "Solves a grid step by step, as a person would find it; every step was compared with all \
              solutions.",
    input: schema::of::<Input>,
    output: || {
        with_start(&[
            ("solution", schema::optional_text("the solution, as one line")),
            ("rating", json!({"type": ["object", "null"], "description": "on Gordian's scale"})),
            ("steps", schema::list(&step_schema(), "the steps, in order")),
        ])
    },
    example,
    answer: |text, asked| logic(text, asked, explain),
};

pub(in super::super) const RATE: Question = Question {
    name: "sudoku/rate",
    summary: "Rates how hard a grid with one solution is, on Gordian's scale, HoDoKu's or Sudoku \
              Explainer's.",
    input: schema::of::<RateInput>,
    output: || {
        schema::document(&[
            ("outcome", schema::outcome()),
            ("unique", schema::optional_flag("whether there is one solution")),
            ("limit", schema::limit()),
            ("scale", json!({"enum": ["gordian", "hodoku", "explainer"]})),
            (
                "rating",
                json!({"type": ["object", "null"], "description": "null if there is none: see `outcome` and `unique`"}),
            ),
        ])
    },
    example,
    answer: rate,
};

/// The largest grid that is explained at once.
const MAX_SIZE: usize = 12;

fn example() -> Value {
    json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"})
}

/// In which order techniques are tried.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Order {
    /// All, the easiest first on Gordian's scale.
    #[default]
    All,
    /// Those of HoDoKu, in its order.
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

/// The grid.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Input {
    /// A grid in any text format, or a puzzle file. Digits that were placed and pencil marks count.
    puzzle: String,
    /// In which order techniques are tried: `all` if left out.
    order: Option<Order>,
    /// How long it may take, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

/// Whose scale it is.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Scale {
    #[default]
    Gordian,
    Hodoku,
    Explainer,
}

/// The grid, and the scale.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RateInput {
    /// A grid in any text format, or a puzzle file. Digits that were placed do not count.
    puzzle: String,
    /// Whose scale: `gordian` if left out.
    scale: Option<Scale>,
    /// How long it may take, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

/// A grid that has a solution, and what is true of it.
struct Explained {
    start: Position,
    truth: TrueCandidates,
    config: Config,
    cancel: Cancel,
}

fn logic(
    text: &str,
    asked: &Asked<'_>,
    tell: fn(&Explained) -> Result<Value, Refusal>,
) -> Result<Value, Refusal> {
    let Input { puzzle, order, time_limit } = input::read(text)?;
    let puzzle::Position { puzzle, placed } = puzzle::position(&puzzle)?;
    refuse_large(&puzzle, asked)?;
    let cancel = asked.limited(time_limit)?;
    let start = Position::new(&puzzle, &placed);
    let mut document = json!({
        "schema": 1,
        "outcome": "stopped",
        "unique": null,
        "checked": false,
        "limit": null,
    });
    let (mut notes, mut wrong) = (Vec::new(), Vec::new());
    match TrueCandidates::find(&puzzle, &placed, &cancel) {
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
                notes.push("techniques that take one solution for granted are left out where there are several");
            }
            let explained = Explained { start: start.clone(), truth, config: allowed, cancel };
            if let (Value::Object(document), Value::Object(told)) =
                (&mut document, tell(&explained)?)
            {
                document.extend(told);
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

/// Refuses at once what one technique alone may look at for longer than anybody waits: within a
/// technique nobody asks whether the time is over.
fn refuse_large(puzzle: &Puzzle, asked: &Asked<'_>) -> Result<(), Fault> {
    let n = puzzle.layout.n();
    if n <= MAX_SIZE || asked.job.is_some() || asked.most_time.is_none() {
        return Ok(());
    }
    let message = format!("a grid of {n} rows is explained by a job, not at once");
    Err(Fault::new("request.too-large", message).hint(format!(
        "submit a job of the kind `explain` or `rate`; at once go up to {MAX_SIZE} rows"
    )))
}

fn hint(explained: &Explained) -> Result<Value, Refusal> {
    let Explained { start, truth, config, .. } = explained;
    let layout = start.layout();
    if start.is_solved() {
        return Ok(json!({"outcome": "solved", "checked": true}));
    }
    let Some(step) = start.next_step(config) else {
        return Ok(json!({"outcome": "stopped", "limit": "techniques", "checked": true}));
    };
    refuse_wrong(truth, &step, start)?;
    Ok(json!({
        "outcome": "solved",
        "checked": truth.confirms(&step),
        "step": named(&step, step.to_json(layout)),
    }))
}

fn explain(explained: &Explained) -> Result<Value, Refusal> {
    let Explained { start, truth, config, cancel } = explained;
    let solved = start.clone().solve_until(config, cancel);
    for step in &solved.steps {
        refuse_wrong(truth, step, start)?;
    }
    let mut document = solved.to_json();
    document["checked"] = json!(solved.steps.iter().all(|step| truth.confirms(step)));
    let steps = solved.steps.iter().map(|step| named(step, step.to_json(start.layout())));
    document["steps"] = steps.collect();
    Ok(document)
}

fn rate(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let RateInput { puzzle, scale, time_limit } = input::read(text)?;
    let puzzle::Position { puzzle, .. } = puzzle::position(&puzzle)?;
    refuse_large(&puzzle, asked)?;
    let cancel = asked.limited(time_limit)?;
    let scale = scale.unwrap_or_default();
    if scale == Scale::Explainer && (!puzzle.layout.is_classic() || puzzle.marks.is_some()) {
        let message = "Sudoku Explainer's scale is for 9×9 puzzles with boxes only";
        let hint = "the scales `gordian` and `hodoku` rate any grid";
        return Err(Fault::new("sudoku.not-classic", message).hint(hint).into());
    }
    let told = |outcome: &str, unique: Option<bool>, limit: Option<&str>, rating: Option<Value>| {
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
    let truth = match TrueCandidates::find(&puzzle, &[], &cancel) {
        Err(limit) => return Ok(told("stopped", None, Some(limit.name()), None)),
        Ok(truth) if !truth.is_solvable() => return Ok(told("infeasible", None, None, None)),
        Ok(truth) if !truth.is_unique() => return Ok(told("feasible", Some(false), None, None)),
        Ok(truth) => truth,
    };
    let stopped = || cancel.stopped().unwrap_or(Limit::Effort).name();
    if scale == Scale::Explainer {
        return Ok(match explainer_rating(&puzzle, &cancel) {
            Some(rating) => told("solved", Some(true), None, Some(rating.to_json())),
            None => told("stopped", Some(true), Some(stopped()), None),
        });
    }
    let config = if scale == Scale::Hodoku { Config::hodoku() } else { Config::all() };
    let start = Position::new(&puzzle, &[]);
    let solved = start.clone().solve_until(&config, &cancel);
    for step in &solved.steps {
        refuse_wrong(&truth, step, &start)?;
    }
    let rating = match scale {
        Scale::Hodoku => solved.hodoku_rating_json(),
        _ => solved.rating_json(),
    };
    Ok(match (rating, solved.stopped) {
        (_, Some(limit)) => told("stopped", Some(true), Some(limit.name()), None),
        (Some(rating), None) => told("solved", Some(true), None, Some(rating)),
        (None, None) if solved.end.is_solved() => told("solved", Some(true), None, None),
        (None, None) => told("stopped", Some(true), Some("techniques"), None),
    })
}

/// Refuses a step that is not true.
fn refuse_wrong(truth: &TrueCandidates, step: &Step, start: &Position) -> Result<(), Fault> {
    let Some(at) = truth.refutes(step) else { return Ok(()) };
    let layout = start.layout();
    let place = name(at.cell, layout.n());
    let message = format!("a step is wrong at {place}: {}", step.sentence(layout));
    Err(Fault::new("logic.unsound", message)
        .hint("this is a bug in Gordian: please report it with the puzzle"))
}

/// Returns the cells whose digits, as placed by a player, no solution has.
fn wrongly_placed(puzzle: &Puzzle, placed: &[(usize, u8)], cancel: &Cancel) -> Vec<String> {
    let truth = TrueCandidates::find(puzzle, &[], cancel).ok().filter(TrueCandidates::is_solvable);
    let Some(truth) = truth else { return Vec::new() };
    let wrong = placed.iter().filter(|&&(cell, digit)| !truth.allows(Candidate::new(cell, digit)));
    wrong.map(|&(cell, _)| name(cell, puzzle.layout.n())).collect()
}

fn name(cell: usize, n: usize) -> String {
    Cell::new(cell / n, cell % n).to_string()
}

/// Adds the name of the technique as people write it.
fn named(step: &Step, mut document: Value) -> Value {
    let technique: Technique = step.technique;
    document["name"] = json!(technique.to_string());
    document
}

/// Returns a position as data: from here the steps can be followed.
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
        ("values", schema::list(&json!({"type": "integer"}), "the digits, row by row; 0: open")),
        ("candidates", schema::candidates("of each cell; of one with a digit, none")),
    ]);
    let mut all = vec![
        ("outcome", schema::outcome()),
        (
            "unique",
            schema::optional_flag("whether there is one solution; null: not decided, or none"),
        ),
        ("checked", schema::flag("whether every step was compared with all solutions")),
        ("limit", schema::limit()),
        ("wrong", schema::texts("cells whose digit, as it was placed, is wrong")),
        ("notes", schema::texts("what to know beside")),
        ("start", start),
    ];
    all.extend_from_slice(fields);
    schema::document(&all)
}

fn step_schema() -> Value {
    let sentence = schema::with_optional(
        schema::object(&[("text", schema::text("a sentence; numbers in brackets are sentences"))]),
        &[
            ("case", schema::number("the number of the case that it belongs to, from 1")),
            ("links", schema::list(&json!({"type": "integer"}), "the links it follows, from 0")),
            ("sets", schema::list(&json!({"type": "integer"}), "the sets it is about, from 0")),
            (
                "candidates",
                schema::list(&json!({"type": "object"}), "what else it is about: `cell`, `digit`"),
            ),
        ],
    );
    let branch = schema::object(&[
        ("assumed", json!({"type": "object", "description": "a node of a link"})),
        ("holds", schema::flag("whether the node is assumed to be true")),
        ("links", schema::list(&json!({"type": "integer"}), "its links, from 0")),
    ]);
    let step = schema::object(&[
        ("technique", schema::text("the technique, in small letters with hyphens")),
        ("name", schema::text("the same as people write it")),
        ("text", schema::text("the step in words")),
        ("eureka", schema::text("the step in Eureka notation")),
    ]);
    schema::with_optional(
        step,
        &[
            ("weight", json!({"type": "number", "description": "how hard, on Gordian's scale"})),
            ("explanation", schema::list(&sentence, "the step sentence by sentence")),
            ("branches", schema::list(&branch, "the cases of a forcing chain and the like")),
        ],
    )
}
