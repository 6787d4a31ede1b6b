//! `check`: checks a solution by the rules alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion, puzzle};
use gordian_solve::Problem;

/// The puzzle and the solution to check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// A puzzle file, a link, a model, or a Sudoku in any text format.
    pub puzzle: String,
    /// The solution, in the form that `solve` returns; a solution of a grid may also be a text, in
    /// one line or in rows.
    pub solution: Value,
}

/// Whether a solution is right.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// Whether the solution keeps all rules.
    pub right: bool,
    /// The rules that the solution breaks, as sentences.
    pub broken: Vec<String>,
}

impl RequestKind for CheckRequest {
    const NAME: &'static str = "check";
    const SUMMARY: &'static str =
        "Checks a solution by the rules and names the rules that it breaks. Nothing is searched.";
    type Response = CheckResponse;

    fn example() -> Self {
        let rows: [[u8; 4]; 4] = [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]];
        Self {
            puzzle: "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''".to_owned(),
            solution: rows.iter().map(|row| Value::from(row.to_vec())).collect(),
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<CheckResponse, RequestError> {
        let single = puzzle::parse_single(&self.puzzle, ctx)?;
        let broken: Vec<String> = match &single.problem {
            Problem::Puzzle(puzzle) => {
                let solution = puzzle::parse_solution(puzzle.kind(), &self.solution)?;
                let broken = puzzle.check(&solution).err().unwrap_or_default();
                broken.iter().map(ToString::to_string).collect()
            }
            Problem::Model(model) => {
                let values = model.assignment_from_json(&self.solution.to_string());
                let values = values.map_err(|error| ErrorDetail {
                    line: None,
                    column: None,
                    ..ErrorDetail::from(&error)
                })?;
                model.violations(&values).iter().map(ToString::to_string).collect()
            }
        };
        Ok(CheckResponse { schema: SchemaVersion, right: broken.is_empty(), broken })
    }
}
