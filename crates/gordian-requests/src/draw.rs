//! `draw`: draws a puzzle of any kind, with or without a solution.

use gordian_puzzles::board::Size;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion, puzzle};
use gordian_solve::Problem;

/// The largest number of cells that are drawn, so that a small request has no huge response: the
/// cells of a board of the largest size.
const MAX_DRAWN_VALUES: usize = Size::MAX_SIDE * Size::MAX_SIDE;

/// The puzzle to draw.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// A puzzle file, a link, or a Sudoku in any text format.
    pub puzzle: String,
    /// The solution to draw into the puzzle, in the form that `solve` returns. It may be wrong.
    pub solution: Option<Value>,
}

/// The drawing of a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The kind of the puzzle.
    pub kind: String,
    /// The title.
    pub title: Option<String>,
    /// The drawing as lines of text.
    pub text: String,
    /// The drawing as a self-contained SVG element.
    pub svg: String,
    /// Further remarks, such as what was ignored in a link.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl RequestKind for DrawRequest {
    const NAME: &'static str = "draw";
    const SUMMARY: &'static str =
        "Draws a puzzle of any kind, with a solution if one is given, as text and as SVG.";
    type Response = DrawResponse;

    fn example() -> Self {
        Self {
            puzzle: "kind = 'goishi'\nboard = '''\n.X.\n1XX\n.XX\n'''".to_owned(),
            solution: None,
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<DrawResponse, RequestError> {
        let puzzle::SinglePuzzle { problem, notes, .. } = puzzle::parse_single(&self.puzzle, ctx)?;
        let Problem::Puzzle(puzzle) = &problem else {
            let message = "this operation needs a puzzle, not a model";
            return Err(ErrorDetail::new("request.not-applicable", message).into());
        };
        let n_values = problem.n_values();
        if n_values > MAX_DRAWN_VALUES {
            let message =
                format!("the puzzle has {n_values} cells; at most {MAX_DRAWN_VALUES} are drawn");
            return Err(ErrorDetail::new("request.too-large", message).into());
        }
        let solution = match &self.solution {
            Some(solution) => Some(puzzle::parse_solution(puzzle.kind(), solution)?),
            None => None,
        };
        Ok(DrawResponse {
            schema: SchemaVersion,
            kind: puzzle.kind().name().to_owned(),
            title: puzzle.title().map(ToOwned::to_owned),
            text: puzzle.draw(solution.as_ref()),
            svg: puzzle.svg(solution.as_ref()),
            notes,
        })
    }
}
