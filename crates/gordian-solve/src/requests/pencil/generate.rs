//! `pencil/generate`: new puzzles with exactly one solution.

use gordian_puzzles::Metadata;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::{ErrorDetail, RequestContext, RequestError, RequestKind};
use super::board::size_of;
use super::kind_named;
use super::read::PuzzleResponse;
use crate::generate::{self, Symmetry, generate};
use crate::steps::Level;

/// The symmetry of the places of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SymmetryName {
    /// None.
    #[default]
    None,
    /// A turn by 180 degrees.
    HalfTurn,
    /// A reflection that exchanges left and right.
    LeftRight,
    /// A reflection that exchanges top and bottom.
    TopBottom,
}

impl From<SymmetryName> for Symmetry {
    fn from(name: SymmetryName) -> Self {
        match name {
            SymmetryName::None => Self::None,
            SymmetryName::HalfTurn => Self::HalfTurn,
            SymmetryName::LeftRight => Self::LeftRight,
            SymmetryName::TopBottom => Self::TopBottom,
        }
    }
}

/// The level of difficulty: the largest number of clues and rules of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PencilLevel")]
pub enum LevelName {
    /// One.
    Easy,
    /// Two.
    Medium,
    /// Three.
    Hard,
    /// Four or more.
    Expert,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Easy => Self::Easy,
            LevelName::Medium => Self::Medium,
            LevelName::Hard => Self::Hard,
            LevelName::Expert => Self::Expert,
        }
    }
}

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
    pub symmetry: SymmetryName,
    /// The level of difficulty; any by default, which is much faster.
    pub difficulty: Option<LevelName>,
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
    /// Its only solution.
    #[schemars(with = "Value")]
    pub solution: Value,
    /// The number of clues.
    pub n_clues: usize,
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
            symmetry: SymmetryName::None,
            difficulty: None,
            time_limit: None,
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<GenerateResponse, RequestError> {
        let (kind, pencil) = kind_named(&self.kind)?;
        let size = size_of(self.rows, self.columns)
            .map_err(|message| ErrorDetail::new("request.out-of-range", message))?;
        let request = generate::GenerateRequest {
            kind,
            size,
            seed: self.seed,
            symmetry: self.symmetry.into(),
            difficulty: self.difficulty.map(Level::from),
        };
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let generated = generate(&request, &cancel).map_err(ErrorDetail::from)?;
        let board = generated.puzzle.pencil_board().expect("pencil puzzles have boards").clone();
        Ok(GenerateResponse {
            puzzle: PuzzleResponse::new(kind, pencil, Metadata::default(), board)?,
            solution: generated.solution.to_json(),
            n_clues: generated.n_clues,
        })
    }
}
