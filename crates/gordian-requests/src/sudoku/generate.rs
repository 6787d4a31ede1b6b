//! `sudoku/generate`: generates puzzles.

use gordian_core::{Limit, excerpt};
use gordian_grid::{Layout, LayoutError};
use gordian_logic::{HodokuRating, Level, Technique};
use gordian_puzzles::GridPuzzle;
use gordian_sudoku::formats::digits_to_line;
use gordian_sudoku::tasks::{ClueCount, Symmetry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorDetail, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::sudoku_batch::{
    CriteriaError, Difficulty, GeneratedGrid, Generator, LevelRange, default_layout,
    with_both_diagonals,
};

/// The largest grid: larger ones take minutes.
const MAX_SIZE: usize = 25;

/// The requested puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// The number of rows, columns and digits: 9 by default.
    #[schemars(range(min = 1, max = 25))]
    pub size: Option<usize>,
    /// Rows and columns of a box; as close to square as possible by default.
    #[serde(rename = "box")]
    pub boxes: Option<[usize; 2]>,
    /// Whether digits must not repeat on the two main diagonals.
    #[serde(default)]
    pub diagonals: bool,
    /// The symmetry of the givens: `none` (default), `half-turn`, `quarter-turn`, `diagonal`,
    /// `anti-diagonal`, `left-right`, `top-bottom` or `full`.
    pub symmetry: Option<String>,
    /// The number of givens.
    pub clues: Option<usize>,
    /// Whether the puzzle must be minimal: without any given (or any symmetric set of givens) it
    /// would have several solutions.
    #[serde(default)]
    pub minimal: bool,
    /// HoDoKu's level: `easy`, `medium`, `hard`, `unfair` or `extreme`.
    pub level: Option<String>,
    /// Techniques that the solution must use.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Techniques that the solution must not use.
    #[serde(default)]
    pub avoids: Vec<String>,
    /// The seed: equal seeds give equal puzzles. Chosen at random if left out.
    pub seed: Option<u64>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// The generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GenerateResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    pub outcome: OutcomeName,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// The seed that reproduces this result.
    pub seed: u64,
    /// The puzzle as one line; null if none was found in time.
    pub puzzle: Option<String>,
    /// The solution.
    pub solution: Option<String>,
    /// Whether the solution was checked by the rules.
    pub checked: bool,
    /// True: the solution is proved to be unique.
    pub unique: Option<bool>,
    /// The number of givens.
    pub clues: Option<usize>,
    /// Whether the puzzle is known to be minimal.
    pub minimal: Option<bool>,
    /// The puzzle as a puzzle file.
    pub file: Option<String>,
    /// HoDoKu's rating, if a difficulty was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<HodokuRating>,
}

impl RequestKind for GenerateRequest {
    const NAME: &'static str = "sudoku/generate";
    const SUMMARY: &'static str =
        "Generates a puzzle with exactly one solution, of the requested difficulty.";
    type Response = GenerateResponse;

    fn example() -> Self {
        Self {
            level: Some("medium".to_owned()),
            symmetry: Some("half-turn".to_owned()),
            seed: Some(1),
            ..Self::default()
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<GenerateResponse, RequestError> {
        let generator = self.generator()?;
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let seed = self.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
        match generator.generate(seed, &cancel, ctx.progress) {
            Ok(made) => Ok(GenerateResponse::new(seed, &made)),
            Err(failure) => Ok(GenerateResponse::stopped(seed, failure.limit()?)),
        }
    }
}

impl GenerateRequest {
    /// Returns the generator of the requested puzzles.
    ///
    /// # Errors
    ///
    /// Fails if the request is invalid or impossible to fulfil.
    pub(crate) fn generator(&self) -> Result<Generator, ErrorDetail> {
        let generator = Generator {
            symmetry: self.symmetry()?,
            clues: self.clues.map_or(ClueCount::Any, ClueCount::Exactly),
            minimal: self.minimal,
            difficulty: Difficulty {
                needs: techniques(&self.needs)?,
                avoids: techniques(&self.avoids)?,
                levels: self.level()?.map(|level| LevelRange(level..=level)),
                scores: None,
            },
            ..Generator::new(self.layout()?)
        };
        generator.check().map_err(|error| {
            let detail = ErrorDetail::new(CriteriaError::CODE, error.to_string());
            match error {
                CriteriaError::TooFewClues => {
                    detail.hint("puzzles with 24 or more clues are found quickly")
                }
                CriteriaError::NeededAndAvoided(_) => detail,
            }
        })?;
        Ok(generator)
    }

    /// Returns the requested layout.
    fn layout(&self) -> Result<Layout, ErrorDetail> {
        let invalid = |error: &LayoutError| {
            ErrorDetail::new("sudoku.layout", error.to_string())
                .hint("boxes of R rows and C columns need a grid of R × C rows")
        };
        let n = match (self.size, self.boxes) {
            (Some(n), _) => n,
            (None, Some([rows, columns])) => rows.saturating_mul(columns),
            (None, None) => 9,
        };
        if n == 0 || n > MAX_SIZE {
            let message = format!("the size is {n}, not between 1 and {MAX_SIZE}");
            return Err(ErrorDetail::new("request.out-of-range", message));
        }
        let layout = match self.boxes {
            Some([rows, columns]) if rows.saturating_mul(columns) != n => {
                let message =
                    format!("boxes of {rows} rows and {columns} columns do not fit {n} rows");
                return Err(ErrorDetail::new("sudoku.layout", message)
                    .hint("rows × columns of a box must be the number of rows of the grid"));
            }
            Some([rows, columns]) => {
                Layout::boxes(rows, columns).map_err(|error| invalid(&error))?
            }
            None => default_layout(n).map_err(|error| ErrorDetail::of_format(&error, 1))?,
        };
        Ok(if self.diagonals { with_both_diagonals(&layout) } else { layout })
    }

    fn symmetry(&self) -> Result<Symmetry, ErrorDetail> {
        let Some(name) = &self.symmetry else { return Ok(Symmetry::None) };
        name.parse().map_err(|error: gordian_sudoku::tasks::UnknownSymmetry| {
            let names = Symmetry::ALL.map(Symmetry::name).join(", ");
            ErrorDetail::new("request.out-of-range", error.to_string())
                .hint(format!("symmetries are {names}"))
        })
    }

    fn level(&self) -> Result<Option<Level>, ErrorDetail> {
        let level = self.level.as_deref().map(str::parse).transpose();
        level.map_err(|error: gordian_logic::UnknownLevel| {
            let names = Level::ALL.map(Level::name).join(", ");
            ErrorDetail::new("request.out-of-range", error.to_string())
                .hint(format!("levels are {names}"))
        })
    }
}

fn techniques(names: &[String]) -> Result<Vec<Technique>, ErrorDetail> {
    let technique = |name: &String| {
        name.parse().map_err(|_| {
            let message = format!("unknown technique `{}`", excerpt(name));
            ErrorDetail::new("logic.unknown-technique", message)
                .hint("techniques are named as in explanations: `x-wing`, `hidden-single`")
        })
    };
    names.iter().map(technique).collect()
}

impl GenerateResponse {
    /// Returns the document of the puzzle of a seed.
    #[must_use]
    pub fn new(seed: u64, made: &GeneratedGrid) -> Self {
        let n = made.puzzle.layout.n();
        Self {
            schema: SchemaVersion,
            outcome: OutcomeName::Solved,
            limit: None,
            seed,
            puzzle: Some(digits_to_line(n, &made.puzzle.givens)),
            solution: Some(digits_to_line(n, &made.solution)),
            checked: true,
            unique: made.unique.then_some(true),
            clues: Some(made.n_clues()),
            minimal: made.minimal,
            file: Some(GridPuzzle::new(made.puzzle.clone()).to_toml()),
            rating: made.rating,
        }
    }

    /// Returns the document of a seed whose puzzle was not found before a limit.
    #[must_use]
    pub fn stopped(seed: u64, limit: Limit) -> Self {
        Self {
            schema: SchemaVersion,
            outcome: OutcomeName::Stopped,
            limit: Some(limit),
            seed,
            puzzle: None,
            solution: None,
            checked: false,
            unique: None,
            clues: None,
            minimal: None,
            file: None,
            rating: None,
        }
    }
}
