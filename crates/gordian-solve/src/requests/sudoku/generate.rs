//! `sudoku/generate`: generates puzzles.

use gordian_core::Limit;
use gordian_grid::{Layout, LayoutError};
use gordian_logic::{
    Config, Criteria, HodokuRating, Level, MatchingSearch, Technique, generate_matching,
};
use gordian_puzzles::GridPuzzle;
use gordian_sudoku::formats::{digits_to_line, parse_line};
use gordian_sudoku::tasks::{
    ClueCount, GenerateOptions, GenerateReport, GeneratedPuzzle, Symmetry, generate,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{ErrorDetail, Operation, RequestContext, RequestError, input, schema};
use crate::SolveError;

pub(in super::super) const OPERATION: Operation = Operation {
    name: "sudoku/generate",
    summary: "Generates a puzzle with exactly one solution, of the requested difficulty.",
    input: schema::of_request::<Input>,
    output,
    example: || json!({"level": "medium", "symmetry": "half-turn", "seed": 1}),
    handler: handle,
};

/// The smallest number of givens with which a classic grid can have a unique solution (G. McGuire,
/// B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012).
const MIN_CLUES: usize = 17;
/// The largest grid: larger ones take minutes.
const MAX_SIZE: usize = 25;
/// The largest number of attempts without criteria and with criteria; usually the time limit is reached
/// first.
const MAX_ATTEMPTS: u64 = 1000;
const MAX_MATCHING_ATTEMPTS: u64 = 1_000_000;

/// The requested puzzle.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Input {
    /// The number of rows, columns and digits: 9 by default.
    #[schemars(range(min = 1, max = 25))]
    size: Option<usize>,
    /// Rows and columns of a box; as close to square as possible by default.
    #[serde(rename = "box")]
    boxes: Option<[usize; 2]>,
    /// Whether digits must not repeat on the two main diagonals.
    #[serde(default)]
    diagonals: bool,
    /// The symmetry of the givens: `none` (default), `half-turn`, `quarter-turn`, `diagonal`,
    /// `anti-diagonal`, `left-right`, `top-bottom` or `full`.
    symmetry: Option<String>,
    /// The number of givens.
    clues: Option<usize>,
    /// Whether the puzzle must be minimal: without any given (or any symmetric set of givens) it would
    /// have several solutions.
    #[serde(default)]
    minimal: bool,
    /// HoDoKu's level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    level: Option<String>,
    /// Techniques that the solution must use.
    #[serde(default)]
    needs: Vec<String>,
    /// Techniques that the solution must not use.
    #[serde(default)]
    avoids: Vec<String>,
    /// The seed: equal seeds give equal puzzles. Chosen at random if left out.
    seed: Option<u64>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

fn output() -> Value {
    let document = schema::document(&[
        ("outcome", schema::outcome()),
        ("limit", schema::limit()),
        ("seed", schema::number("the seed that reproduces this result")),
        ("puzzle", schema::optional_text("the puzzle as one line; null if none was found in time")),
        ("solution", schema::optional_text("the solution")),
        ("checked", schema::flag("whether the solution was checked by the rules")),
        ("unique", schema::optional_flag("true: the solution is proved to be unique")),
        ("clues", schema::optional_number("the number of givens")),
        ("minimal", schema::optional_flag("whether the puzzle is known to be minimal")),
        ("file", schema::optional_text("the puzzle as a puzzle file")),
    ]);
    let rating = json!({"type": ["object", "null"], "description": "HoDoKu's rating, if a difficulty was requested"});
    schema::with_optional(document, &[("rating", rating)])
}

fn handle(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let input: Input = input::read(text)?;
    let layout = layout(&input)?;
    let cancel = ctx.cancel_with_time_limit(input.time_limit)?;
    let seed = input.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
    let options = GenerateOptions {
        seed,
        symmetry: symmetry(input.symmetry.as_deref())?,
        clues: clues(&input, &layout)?,
        minimal: input.minimal,
        attempts: MAX_ATTEMPTS,
        ..GenerateOptions::default()
    };
    let (made, rating, stopped) = match criteria(&input, options)? {
        None => {
            let made = generate(&layout, &options, &cancel, ctx.progress);
            let GenerateReport { best, stopped, .. } =
                made.map_err(|error| ErrorDetail::of_task(&error))?;
            (best, None, stopped)
        }
        Some(criteria) => {
            let made = generate_matching(&layout, &criteria, &cancel, ctx.progress);
            let MatchingSearch { found, stopped, .. } =
                made.map_err(|error| ErrorDetail::of_task(&error))?;
            match found {
                Some(found) => (Some(found.generated), found.rating, None),
                None => (None, None, stopped),
            }
        }
    };
    let Some(made) = made.filter(|_| stopped.is_none()) else {
        let limit = stopped.unwrap_or(Limit::Effort).name();
        return Ok(json!({
            "schema": 1, "outcome": "stopped", "limit": limit, "seed": seed, "puzzle": null,
            "solution": null, "checked": false, "unique": null, "clues": null, "minimal": null,
            "file": null,
        }));
    };
    generated_json(&layout, seed, &made, rating)
}

/// Returns the response with a generated puzzle, after checking its solution.
fn generated_json(
    layout: &Layout,
    seed: u64,
    made: &GeneratedPuzzle,
    rating: Option<HodokuRating>,
) -> Result<Value, RequestError> {
    let GeneratedPuzzle { puzzle, solution, n_clues, minimal, .. } = made;
    if let Err(broken) = gordian_puzzles::grid::check(puzzle, solution) {
        let violation = broken.first().map(ToString::to_string).unwrap_or_default();
        return Err(SolveError::Unsound { engine: "generate".to_owned(), violation }.into());
    }
    let n = layout.n();
    let file = GridPuzzle::new(puzzle.clone()).to_toml();
    let mut document = json!({
        "schema": 1,
        "outcome": "solved",
        "limit": null,
        "seed": seed,
        "puzzle": digits_to_line(n, &puzzle.givens),
        "solution": digits_to_line(n, solution),
        "checked": true,
        "unique": true,
        "clues": n_clues,
        "minimal": minimal,
        "file": file,
    });
    if let Some(HodokuRating { score, level }) = rating {
        document["rating"] = json!({"score": score, "level": level.name()});
    }
    Ok(document)
}

/// Checks that the request is valid and not impossible to fulfil.
pub(in super::super) fn check(input: &Input) -> Result<(), ErrorDetail> {
    clues(input, &layout(input)?)?;
    symmetry(input.symmetry.as_deref())?;
    criteria(input, GenerateOptions::default())?;
    Ok(())
}

/// Returns the requested layout.
fn layout(input: &Input) -> Result<Layout, ErrorDetail> {
    let invalid = |error: &LayoutError| {
        ErrorDetail::new("sudoku.layout", error.to_string())
            .hint("boxes of R rows and C columns need a grid of R × C rows")
    };
    let n = match (input.size, input.boxes) {
        (Some(n), _) => n,
        (None, Some([rows, columns])) => rows.saturating_mul(columns),
        (None, None) => 9,
    };
    if n == 0 || n > MAX_SIZE {
        let message = format!("the size is {n}, not between 1 and {MAX_SIZE}");
        return Err(ErrorDetail::new("request.out-of-range", message));
    }
    let layout = match input.boxes {
        Some([rows, columns]) if rows.saturating_mul(columns) != n => {
            let message = format!("boxes of {rows} rows and {columns} columns do not fit {n} rows");
            return Err(ErrorDetail::new("sudoku.layout", message)
                .hint("rows × columns of a box must be the number of rows of the grid"));
        }
        Some([rows, columns]) => Layout::boxes(rows, columns).map_err(|error| invalid(&error))?,
        None => {
            // The boxes that the parser chooses for an empty grid of this size.
            let empty = parse_line(&".".repeat(n * n), None);
            empty.map_err(|error| ErrorDetail::of_format(&error, 1))?.puzzle.layout
        }
    };
    Ok(match input.diagonals {
        true => layout.with_main_diagonal().with_anti_diagonal(),
        false => layout,
    })
}

fn symmetry(name: Option<&str>) -> Result<Symmetry, ErrorDetail> {
    let Some(name) = name else { return Ok(Symmetry::None) };
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name).ok_or_else(|| {
        let names = Symmetry::ALL.map(Symmetry::name).join(", ");
        let message = format!("unknown symmetry `{}`", name.escape_debug());
        ErrorDetail::new("request.out-of-range", message).hint(format!("symmetries are {names}"))
    })
}

fn clues(input: &Input, layout: &Layout) -> Result<ClueCount, ErrorDetail> {
    let Some(clues) = input.clues else { return Ok(ClueCount::Any) };
    if layout.is_classic() && clues < MIN_CLUES {
        let message =
            "no puzzle with fewer than 17 clues is unique (McGuire, Tugemann, Civario 2012)";
        return Err(ErrorDetail::new("sudoku.impossible", message)
            .hint("puzzles with 24 or more clues are found quickly"));
    }
    Ok(ClueCount::Exactly(clues))
}

/// Returns the criteria for the difficulty, if the request has any.
fn criteria(input: &Input, puzzle: GenerateOptions) -> Result<Option<Criteria>, ErrorDetail> {
    let (needs, avoids) = (techniques(&input.needs)?, techniques(&input.avoids)?);
    if input.level.is_none() && needs.is_empty() && avoids.is_empty() {
        return Ok(None);
    }
    if let Some(both) = needs.iter().find(|needed| avoids.contains(needed)) {
        let message = format!("the solution cannot both need and avoid the {both}");
        return Err(ErrorDetail::new("sudoku.impossible", message));
    }
    let levels = match input.level.as_deref() {
        None => Level::Easy..=Level::Extreme,
        Some(name) => {
            let level = Level::ALL.into_iter().find(|level| level.name() == name);
            let level = level.ok_or_else(|| {
                let names = Level::ALL.map(Level::name).join(", ");
                let message = format!("unknown level `{}`", name.escape_debug());
                ErrorDetail::new("request.out-of-range", message)
                    .hint(format!("levels are {names}"))
            })?;
            level..=level
        }
    };
    Ok(Some(Criteria {
        puzzle,
        // Brute force is left out: the puzzle must be solvable by the other techniques.
        config: Config::hodoku_with(&needs).without(&[Technique::BruteForce]),
        needs,
        avoids,
        levels,
        scores: 0..=u32::MAX,
        max_puzzles: MAX_MATCHING_ATTEMPTS,
    }))
}

fn techniques(names: &[String]) -> Result<Vec<Technique>, ErrorDetail> {
    let technique = |name: &String| {
        name.parse().map_err(|_| {
            let message = format!("unknown technique `{}`", name.escape_debug());
            ErrorDetail::new("logic.unknown-technique", message)
                .hint("techniques are named as in explanations: `x-wing`, `hidden-single`")
        })
    };
    names.iter().map(technique).collect()
}
