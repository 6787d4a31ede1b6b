//! `pencil/generate`: new puzzles with exactly one solution.

use gordian_puzzles::Metadata;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::board::{RuleDocument, read_omitted, read_rules, size_of};
use super::kind_named;
use super::read::PuzzleResponse;
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind};
use gordian_solve::generate::{self, GeneratedPuzzle, Symmetry, generate};
use gordian_solve::steps::Level;

/// What to generate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// The kind.
    pub kind: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The seed.
    #[serde(default)]
    pub seed: u64,
    /// The symmetry of the places of clues.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// The level of difficulty; any by default, which is faster.
    pub difficulty: Option<Level>,
    /// Rules of the catalogue: those of a custom puzzle, or others besides those of the kind.
    #[serde(default)]
    pub rules: Vec<RuleDocument>,
    /// The names of the rules of the kind that do not hold.
    #[serde(default)]
    pub omit: Vec<String>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GenerateResponse {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: PuzzleResponse,
    /// The seed that reproduces the puzzle.
    pub seed: u64,
    /// Its only solution, which was checked by the rules.
    #[schemars(with = "Value")]
    pub solution: Value,
    /// The number of clues.
    pub clues: usize,
    /// The number of clues that a full board has.
    pub possible_clues: usize,
    /// The level of difficulty, if one was requested.
    pub difficulty: Option<Level>,
}

impl GenerateResponse {
    /// Returns the document of a new puzzle.
    ///
    /// # Errors
    ///
    /// Fails if the board is larger than documents of boards may be.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle is no pencil puzzle.
    pub fn new(seed: u64, generated: &GeneratedPuzzle) -> Result<Self, ErrorDetail> {
        let GeneratedPuzzle { puzzle, solution, n_clues, n_possible, difficulty } = generated;
        let pencil = puzzle.kind().pencil().expect("pencil puzzles are generated");
        let board = puzzle.pencil_board().expect("pencil puzzles have boards").clone();
        Ok(Self {
            puzzle: PuzzleResponse::new(puzzle.kind(), pencil, Metadata::default(), board)?,
            seed,
            solution: solution.to_json(),
            clues: *n_clues,
            possible_clues: *n_possible,
            difficulty: difficulty.map(|it| it.level()),
        })
    }
}

impl RequestKind for GenerateRequest {
    const NAME: &'static str = "pencil/generate";
    const SUMMARY: &'static str =
        "Generates a pencil puzzle with exactly one solution, from which clues were removed.";
    type Response = GenerateResponse;

    fn example() -> Self {
        Self {
            kind: "nurikabe".to_owned(),
            rows: 5,
            columns: 5,
            seed: 1,
            symmetry: Symmetry::None,
            difficulty: None,
            rules: Vec::new(),
            omit: Vec::new(),
            time_limit: None,
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<GenerateResponse, RequestError> {
        let (kind, pencil) = kind_named(&self.kind)?;
        let size = size_of(self.rows, self.columns)
            .map_err(|message| ErrorDetail::new("request.out-of-range", message))?;
        let rules = read_rules(pencil.form, &self.rules)
            .map_err(|message| ErrorDetail::new("puzzle.bad-rule", message))?;
        let omitted = read_omitted(pencil, &self.omit)
            .map_err(|message| ErrorDetail::new("puzzle.unknown-rule", message))?;
        let request = generate::GenerateRequest {
            kind,
            size,
            seed: self.seed,
            symmetry: self.symmetry,
            difficulty: self.difficulty,
            rules,
            omitted,
        };
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let generated = generate(&request, &cancel).map_err(ErrorDetail::from)?;
        Ok(GenerateResponse::new(self.seed, &generated)?)
    }
}
