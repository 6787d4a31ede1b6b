//! `sudoku/generate`: new puzzles.

use gordian_core::Limit;
use gordian_logic::{
    Config, Criteria, HodokuRating, Level, MatchingSearch, Technique, generate_matching,
};
use gordian_sudoku::formats::{digits_to_line, parse_line};
use gordian_sudoku::tasks::{
    ClueCount, GenerateOptions, GenerateReport, GeneratedPuzzle, Symmetry, generate,
};
use gordian_sudoku::{Layout, LayoutError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{Asked, Fault, Question, Refusal, input, schema};
use crate::SolveError;
use crate::grid::{Judge, rules_of};

pub(in super::super) const QUESTION: Question = Question {
    name: "sudoku/generate",
    summary: "Makes a puzzle with exactly one solution, as hard as is wished for.",
    input: schema::of::<Input>,
    output,
    example: || json!({"level": "medium", "symmetry": "half-turn", "seed": 1}),
    answer,
};

/// Fewer givens never leave one solution in the usual grid (G. McGuire, B. Tugemann, G. Civario,
/// "There is no 16-clue Sudoku", 2012).
const FEWEST_CLUES: usize = 17;
/// The largest grid: those beyond take minutes.
const MAX_SIZE: usize = 25;
/// Attempts for a puzzle, and for one of a chosen difficulty; before that the time is over.
const ATTEMPTS: u64 = 1000;
const WISHED_ATTEMPTS: u64 = 1_000_000;

/// What is wished for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Input {
    /// Rows, columns and digits: 9 if left out.
    #[schemars(range(min = 1, max = 25))]
    size: Option<usize>,
    /// Rows and columns of a box; if left out, as square as can be.
    #[serde(rename = "box")]
    boxes: Option<[usize; 2]>,
    /// Whether no digit repeats on the two long diagonals.
    #[serde(default)]
    diagonals: bool,
    /// The symmetry of the givens: `none` (if left out), `half-turn`, `quarter-turn`, `diagonal`,
    /// `anti-diagonal`, `left-right`, `top-bottom` or `full`.
    symmetry: Option<String>,
    /// The number of givens.
    clues: Option<usize>,
    /// Whether every given must be needed, or every set of givens that the symmetry keeps together.
    #[serde(default)]
    minimal: bool,
    /// HoDoKu's level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    level: Option<String>,
    /// Techniques that the solution must use.
    #[serde(default)]
    needs: Vec<String>,
    /// Techniques that it must not use.
    #[serde(default)]
    avoids: Vec<String>,
    /// The same seed gives the same puzzle; one is chosen if left out.
    seed: Option<u64>,
    /// How long it may take, in seconds.
    #[schemars(range(min = 0.001))]
    pub(in super::super) time_limit: Option<f64>,
}

fn output() -> Value {
    let document = schema::document(&[
        ("outcome", schema::outcome()),
        ("limit", schema::limit()),
        ("seed", schema::number("the seed that gives the same again")),
        ("puzzle", schema::optional_text("the puzzle as a line; null if none was found in time")),
        ("solution", schema::optional_text("its solution")),
        ("checked", schema::flag("whether the solution was checked by the rules")),
        ("unique", schema::optional_flag("true: it is proved that there is no other")),
        ("clues", schema::optional_number("the number of givens")),
        ("minimal", schema::optional_flag("whether every given alone is known to be needed")),
        ("file", schema::optional_text("the same as a puzzle file")),
    ]);
    let rating = json!({"type": ["object", "null"], "description": "HoDoKu's, where a difficulty was wished for"});
    schema::with_optional(document, &[("rating", rating)])
}

fn answer(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let input: Input = input::read(text)?;
    let layout = layout(&input)?;
    let cancel = asked.limited(input.time_limit)?;
    let seed = input.seed.unwrap_or_else(|| asked.resources.fresh_seed());
    let options = GenerateOptions {
        seed,
        symmetry: symmetry(input.symmetry.as_deref())?,
        clues: clues(&input, &layout)?,
        minimal: input.minimal,
        attempts: ATTEMPTS,
        ..GenerateOptions::default()
    };
    let (made, rating, stopped) = match wish(&input, options)? {
        None => {
            let made = generate(&layout, &options, &cancel, asked.progress);
            let GenerateReport { best, stopped, .. } =
                made.map_err(|error| Fault::of_task(&error))?;
            (best, None, stopped)
        }
        Some(wish) => {
            let made = generate_matching(&layout, &wish, &cancel, asked.progress);
            let MatchingSearch { found, stopped, .. } =
                made.map_err(|error| Fault::of_task(&error))?;
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
    told(&layout, seed, &made, rating)
}

fn told(
    layout: &Layout,
    seed: u64,
    made: &GeneratedPuzzle,
    rating: Option<HodokuRating>,
) -> Result<Value, Refusal> {
    let GeneratedPuzzle { puzzle, solution, n_clues, minimal, .. } = made;
    if let Some(violation) = Judge::default().broken(puzzle, solution) {
        return Err(SolveError::Unsound { engine: "generate".to_owned(), violation }.into());
    }
    let n = layout.n();
    let mut grid = rules_of(layout);
    grid.givens.clone_from(&puzzle.givens);
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
        "file": grid.to_toml(),
    });
    if let Some(HodokuRating { score, level }) = rating {
        document["rating"] = json!({"score": score, "level": level.name()});
    }
    Ok(document)
}

/// Refuses a wish that can never be granted, or is none.
pub(in super::super) fn check(input: &Input) -> Result<(), Fault> {
    clues(input, &layout(input)?)?;
    symmetry(input.symmetry.as_deref())?;
    wish(input, GenerateOptions::default())?;
    Ok(())
}

/// Returns the houses that are wished for.
fn layout(input: &Input) -> Result<Layout, Fault> {
    let wrong = |error: &LayoutError| {
        Fault::new("sudoku.layout", error.to_string())
            .hint("boxes of R rows and C columns are those of a grid of R times C rows")
    };
    let n = match (input.size, input.boxes) {
        (Some(n), _) => n,
        (None, Some([rows, columns])) => rows.saturating_mul(columns),
        (None, None) => 9,
    };
    if n == 0 || n > MAX_SIZE {
        let message = format!("a grid of {n} rows is not made: 1 to {MAX_SIZE} are");
        return Err(Fault::new("request.out-of-range", message));
    }
    let layout = match input.boxes {
        Some([rows, columns]) if rows.saturating_mul(columns) != n => {
            let message = format!("boxes of {rows} rows and {columns} columns do not fit {n} rows");
            return Err(Fault::new("sudoku.layout", message)
                .hint("rows times columns of a box are the rows of the grid"));
        }
        Some([rows, columns]) => Layout::boxes(rows, columns).map_err(|error| wrong(&error))?,
        None => {
            // An empty grid of that size, with the boxes that a reader gives it.
            let empty = parse_line(&".".repeat(n * n), None);
            empty.map_err(|error| Fault::of_format(&error, 1))?.puzzle.layout
        }
    };
    Ok(match input.diagonals {
        true => layout.with_main_diagonal().with_anti_diagonal(),
        false => layout,
    })
}

fn symmetry(name: Option<&str>) -> Result<Symmetry, Fault> {
    let Some(name) = name else { return Ok(Symmetry::None) };
    Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name).ok_or_else(|| {
        let names = Symmetry::ALL.map(Symmetry::name).join(", ");
        let message = format!("there is no symmetry `{}`", name.escape_debug());
        Fault::new("request.out-of-range", message).hint(format!("symmetries are {names}"))
    })
}

fn clues(input: &Input, layout: &Layout) -> Result<ClueCount, Fault> {
    let Some(clues) = input.clues else { return Ok(ClueCount::Any) };
    if layout.is_classic() && clues < FEWEST_CLUES {
        let message =
            "fewer than 17 clues never leave one solution (McGuire, Tugemann, Civario 2012)";
        return Err(Fault::new("sudoku.impossible", message).hint("24 are easily found"));
    }
    Ok(ClueCount::Exactly(clues))
}

/// Returns how difficult it is to be, if that was said.
fn wish(input: &Input, puzzle: GenerateOptions) -> Result<Option<Criteria>, Fault> {
    let (needs, avoids) = (techniques(&input.needs)?, techniques(&input.avoids)?);
    if input.level.is_none() && needs.is_empty() && avoids.is_empty() {
        return Ok(None);
    }
    if let Some(both) = needs.iter().find(|needed| avoids.contains(needed)) {
        let message = format!("the solution cannot both need and avoid the {both}");
        return Err(Fault::new("sudoku.impossible", message));
    }
    let levels = match input.level.as_deref() {
        None => Level::Easy..=Level::Extreme,
        Some(name) => {
            let level = Level::ALL.into_iter().find(|level| level.name() == name);
            let level = level.ok_or_else(|| {
                let names = Level::ALL.map(Level::name).join(", ");
                let message = format!("there is no level `{}`", name.escape_debug());
                Fault::new("request.out-of-range", message).hint(format!("levels are {names}"))
            })?;
            level..=level
        }
    };
    Ok(Some(Criteria {
        puzzle,
        // What a technique is left out for is a puzzle that is solved without it.
        config: Config::hodoku_with(&needs).without(&[Technique::BruteForce]),
        needs,
        avoids,
        levels,
        scores: 0..=u32::MAX,
        max_puzzles: WISHED_ATTEMPTS,
    }))
}

fn techniques(names: &[String]) -> Result<Vec<Technique>, Fault> {
    let technique = |name: &String| {
        name.parse().map_err(|_| {
            let message = format!("there is no technique `{}`", name.escape_debug());
            Fault::new("logic.unknown-technique", message)
                .hint("techniques are named as in explanations: `x-wing`, `hidden-single`")
        })
    };
    names.iter().map(technique).collect()
}
