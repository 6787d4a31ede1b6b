//! `check`: checks a solution by the rules alone.

use gordian_puzzles::{Grid, Solution};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ErrorDetail, Operation, RequestContext, RequestError, input, puzzle, schema};
use crate::Problem;
use crate::grid::excluded_by_marks;

pub(super) const OPERATION: Operation = Operation {
    name: "check",
    summary: "Checks a solution by the rules and names the rules that it breaks. Nothing is searched.",
    input: schema::of_request::<Input>,
    output: || {
        schema::document(&[
            ("right", schema::flag("whether the solution keeps all rules")),
            ("broken", schema::texts("the rules that the solution breaks, as sentences")),
        ])
    },
    example: || {
        json!({
            "puzzle": "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''",
            "solution": [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]],
        })
    },
    handler: handle,
};

/// The puzzle and the solution to check.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// A puzzle file, a model, or a Sudoku in any text format.
    puzzle: String,
    /// The solution, in the form that `solve` returns; a solution of a grid may also be a text, in one
    /// line or in rows.
    solution: Value,
}

fn handle(text: &str, _ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let Input { puzzle, solution } = input::read(text)?;
    let single = puzzle::parse_single(&puzzle)?;
    let broken: Vec<String> = match &single.problem {
        Problem::Puzzle(puzzle) => {
            // `Solution::parse` reads texts: a JSON string is passed on as its content.
            let text = match &solution {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let solution = Solution::parse(puzzle.kind(), &text).map_err(|diagnostics| {
                // Spans would refer to another text.
                let detail = |it: gordian_puzzles::Diagnostic| ErrorDetail {
                    hint: it.hint,
                    ..ErrorDetail::new(it.code, it.message)
                };
                RequestError::new(diagnostics.into_iter().map(detail).collect())
            })?;
            let broken = gordian_puzzles::check(puzzle, &solution).err().unwrap_or_default();
            let mut broken: Vec<String> = broken.iter().map(ToString::to_string).collect();
            if let (Some(read), Some(digits)) = (&single.read, solution.as_kind::<Grid>()) {
                // The puzzle file that was checked cannot hold pencil marks.
                broken.extend(excluded_by_marks(&read.puzzle, digits));
            }
            broken
        }
        Problem::Model(model) => {
            let values = model.assignment_from_json(&solution.to_string());
            let values = values.map_err(|error| ErrorDetail {
                line: None,
                column: None,
                ..ErrorDetail::of_model(&error)
            })?;
            model.violations(&values).iter().map(ToString::to_string).collect()
        }
    };
    Ok(json!({"schema": 1, "right": broken.is_empty(), "broken": broken}))
}
