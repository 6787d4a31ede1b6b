//! `check`: checks a solution, or a part of one.

use gordian_core::Limit;
use gordian_solve::{
    BrokenRule, Checked, PartConflictDocument, Problem, check_assignment, check_solution,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion, puzzle};

/// The puzzle and the solution to check.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// A puzzle file, a link, a model, or a Sudoku in any text format.
    pub puzzle: String,
    /// The solution, in the form that `solve` returns; a solution of a grid may also be a text, in
    /// one line or in rows. A part of a solution has `?` where nothing is known; of a model, it has
    /// only some variables.
    pub solution: Value,
    /// The time limit for a part, in seconds. A complete solution needs no time.
    #[schemars(range(min = 0.001))]
    #[serde(default)]
    pub time_limit: Option<f64>,
}

/// Whether a solution is right, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// Whether the solution is complete and keeps all rules.
    pub right: bool,
    /// The rules that the solution breaks, as sentences. A part that breaks rules has `conflicts`.
    pub broken: Vec<String>,
    /// Whether every place has a value. If not, the solution is a part of one.
    pub complete: bool,
    /// The sentences of `broken` with the names of the rules and the cells.
    pub violations: Vec<BrokenRule>,
    /// Whether a solution continues the part: true if one was found, false if it is proved that
    /// there is none. Null for complete solutions, and if a limit was reached before.
    pub possible: Option<bool>,
    /// Why no solution continues the part. First each clue and rule that the part breaks by itself;
    /// if there is none, one set of clues and rules.
    pub conflicts: Vec<PartConflictDocument>,
    /// The limit that was reached before it was known whether a solution continues the part.
    pub limit: Option<Limit>,
}

impl From<Checked> for CheckResponse {
    fn from(checked: Checked) -> Self {
        let right = checked.is_right();
        let Checked { is_complete, violations, possible, conflicts, limit } = checked;
        Self {
            schema: SchemaVersion,
            right,
            broken: violations.iter().map(|it| it.message.clone()).collect(),
            complete: is_complete,
            violations,
            possible,
            conflicts,
            limit,
        }
    }
}

impl RequestKind for CheckRequest {
    const NAME: &'static str = "check";
    const SUMMARY: &'static str = "Checks a solution by the rules and names the rules that it breaks. Of a part of a \
                                   solution, says whether a solution continues it, and otherwise why none does.";
    type Response = CheckResponse;

    fn example() -> Self {
        let rows: [[u8; 4]; 4] = [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]];
        Self {
            puzzle: "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''".to_owned(),
            solution: rows.iter().map(|row| Value::from(row.to_vec())).collect(),
            time_limit: None,
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<CheckResponse, RequestError> {
        let single = puzzle::parse_single(&self.puzzle, ctx)?;
        let request = ctx.solver_request(self.time_limit)?;
        let checked = match &single.problem {
            Problem::Puzzle(puzzle) => {
                let solution = puzzle::parse_solution(puzzle.kind(), &self.solution)?;
                check_solution(puzzle, &solution, &request, ctx.cancel, ctx.progress)?
            }
            Problem::Model(model) => {
                let values = model.partial_assignment_from_json(&self.solution.to_string());
                let values = values.map_err(|error| ErrorDetail {
                    line: None,
                    column: None,
                    ..ErrorDetail::from(&error)
                })?;
                check_assignment(model, &values, &request, ctx.cancel, ctx.progress)?
            }
        };
        Ok(checked.into())
    }
}
