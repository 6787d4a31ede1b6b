//! `check`: somebody's solution, by the rules alone.

use gordian_puzzles::Solution;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Asked, Fault, Question, Refusal, input, puzzle, schema};
use crate::Problem;
use crate::grid::excluded;

pub(super) const QUESTION: Question = Question {
    name: "check",
    summary: "Says whether a solution keeps the rules, or which it breaks. Nothing is searched.",
    input: schema::of::<Input>,
    output: || {
        schema::document(&[
            ("right", schema::flag("whether every rule is kept")),
            ("broken", schema::texts("the rules that are broken, in words")),
        ])
    },
    example: || {
        json!({
            "puzzle": "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''",
            "solution": [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]],
        })
    },
    answer,
};

/// What is checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// A puzzle file, a model, or a Sudoku in any text format.
    puzzle: String,
    /// The solution, in the form that `solve` returns; that of a grid may be a text too, in one line or
    /// in rows.
    solution: Value,
}

fn answer(text: &str, _asked: &Asked<'_>) -> Result<Value, Refusal> {
    let Input { puzzle, solution } = input::read(text)?;
    let one = puzzle::one(&puzzle)?;
    let broken: Vec<String> = match &one.problem {
        Problem::Puzzle(puzzle) => {
            // Solutions of grids and sequences are texts elsewhere.
            let text = match &solution {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let solution = Solution::parse(puzzle.kind(), &text).map_err(|diagnostics| {
                // Places would be those of another text.
                let fault = |it: gordian_puzzles::Diagnostic| Fault {
                    hint: it.hint,
                    ..Fault::new(it.code, it.message)
                };
                Refusal::new(diagnostics.into_iter().map(fault).collect())
            })?;
            let broken = gordian_puzzles::check(puzzle, &solution).err().unwrap_or_default();
            let mut broken: Vec<String> = broken.iter().map(ToString::to_string).collect();
            if let (Some(read), Solution::Grid(digits)) = (&one.read, &solution) {
                // The rules are those of a puzzle file, which cannot hold marks.
                broken.extend(excluded(&read.puzzle, digits));
            }
            broken
        }
        Problem::Model(model) => {
            let values = model.assignment_from_json(&solution.to_string());
            let values = values.map_err(|error| Fault {
                line: None,
                column: None,
                ..Fault::of_model(&error)
            })?;
            model.violations(&values).iter().map(ToString::to_string).collect()
        }
    };
    Ok(json!({"schema": 1, "right": broken.is_empty(), "broken": broken}))
}
