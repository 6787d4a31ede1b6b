//! `gordian check`.

use gordian::Problem;
use gordian::model::Model;
use gordian::puzzles::{self, Diagnostic, Puzzle, Solution};
use serde_json::Value;

use super::CommandError;
use crate::args::CheckArgs;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Input, apply_puzzle_args};

pub(super) fn run(args: &CheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let (input, solution) = (Input::new(&args.file), Input::new(&args.solution));
    if input.is_stdin() && solution.is_stdin() {
        let message = "the puzzle and the solution cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let (mut problem, notes) = input.problem()?;
    console.print_notes(&notes)?;
    apply_puzzle_args(&mut problem, &args.puzzle, input.name())?;
    let text = solution.read()?;
    let broken = match &problem {
        Problem::Puzzle(puzzle) => check_puzzle(puzzle, &text, solution.name())?,
        Problem::Model(model) => check_model(model, &text, solution.name())?,
    };
    if broken.is_empty() {
        console.print_line(Style::Success, "right: the solution keeps every rule")?;
        return Ok(Exit::Answer);
    }
    let rules = match (&problem, broken.len()) {
        (Problem::Model(_), 1) => "constraint",
        (Problem::Model(_), _) => "constraints",
        (Problem::Puzzle(_), 1) => "rule",
        (Problem::Puzzle(_), _) => "rules",
    };
    console.print_line(Style::Failure, &format!("wrong: {} {rules} broken", broken.len()))?;
    for violation in broken {
        console.print_line(Style::Plain, &format!("  {violation}"))?;
    }
    Ok(Exit::NoAnswer)
}

/// Returns descriptions of the rules that a solution breaks.
fn check_puzzle(puzzle: &Puzzle, text: &str, file: &str) -> Result<Vec<String>, Vec<Fault>> {
    let solution = Solution::parse(puzzle.kind(), text).map_err(|diagnostics| {
        let fault = |diagnostic| Fault::from_diagnostic(diagnostic, file, text);
        diagnostics.into_iter().map(fault).collect::<Vec<_>>()
    })?;
    let broken = puzzle.check(&solution).err().unwrap_or_default();
    Ok(broken.iter().map(ToString::to_string).collect())
}

/// Returns the constraints and domains of a model that an assignment violates.
fn check_model(model: &Model, text: &str, file: &str) -> Result<Vec<String>, Fault> {
    let inner = inner_solution(text)
        .map_err(|diagnostic| Fault::from_diagnostic(diagnostic, file, text))?;
    let text = inner.as_deref().unwrap_or(text);
    let values = model.assignment_from_json(text);
    let values = values.map_err(|error| Fault::from_json_error(&error, file, text))?;
    Ok(model.violations(&values).iter().map(ToString::to_string).collect())
}

/// Returns the field `solution` of an answer document, or `None` if the text is not such a
/// document.
///
/// Fails if the document has an unsupported schema. An answer document cannot be mistaken for an
/// assignment, in which no value is an object.
fn inner_solution(text: &str) -> Result<Option<String>, Diagnostic> {
    let Ok(document) = serde_json::from_str::<Value>(text) else { return Ok(None) };
    let Some(solution) = document.get("solution").filter(|solution| solution.is_object()) else {
        return Ok(None);
    };
    puzzles::check_schema(&document, "solution.schema")?;
    Ok(Some(solution.to_string()))
}
