//! `gordian check`.

use std::io;

use gordian::model::Model;
use gordian::puzzles::{self, Diagnostic, Puzzle, Solution};
use gordian::requests::check::CheckResponse;
use gordian::{Cancel, Checked, Problem, Request, SolveError, check_assignment, check_solution};
use serde_json::Value;

use super::{CommandError, faults_as_json, with_progress};
use crate::args::CheckArgs;
use crate::background::cancel_on_ctrl_c;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Input, apply_puzzle_args};
use crate::progress::ProgressTracker;

pub(super) fn run(args: &CheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let result = check(args, console);
    faults_as_json(result, args.json, console)
}

fn check(args: &CheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let (input, solution) = (Input::new(&args.file), Input::new(&args.solution));
    if input.is_stdin() && solution.is_stdin() {
        let message = "the puzzle and the solution cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let (mut problem, notes) = input.problem()?;
    console.print_notes(&notes)?;
    apply_puzzle_args(&mut problem, &args.puzzle, input.name())?;
    let text = solution.read()?;
    let cancel = cancel_on_ctrl_c()?;
    let request = Request { time_limit: args.time_limit, ..Request::default() };
    let work = Work { request: &request, cancel: &cancel, is_quiet: console.is_quiet() };
    let checked = match &problem {
        Problem::Puzzle(puzzle) => work.check_puzzle(puzzle, &text, solution.name())?,
        Problem::Model(model) => work.check_model(model, &text, solution.name())?,
    };
    if args.json {
        console.print_json(&CheckResponse::from(checked.clone()))?;
    } else {
        print(&checked, &problem, console)?;
    }
    Ok(match (checked.limit, checked.is_right() || checked.possible == Some(true)) {
        (Some(limit), _) => Exit::from_limit(limit),
        (None, true) => Exit::Answer,
        (None, false) => Exit::NoAnswer,
    })
}

/// How the solution is checked.
struct Work<'a> {
    request: &'a Request,
    cancel: &'a Cancel,
    is_quiet: bool,
}

impl Work<'_> {
    fn check_puzzle(&self, puzzle: &Puzzle, text: &str, file: &str) -> Result<Checked, Vec<Fault>> {
        let solution = Solution::parse(puzzle.kind(), text).map_err(|diagnostics| {
            let fault = |diagnostic| Fault::from_diagnostic(diagnostic, file, text);
            diagnostics.into_iter().map(fault).collect::<Vec<_>>()
        })?;
        let check = |progress: &ProgressTracker| {
            check_solution(puzzle, &solution, self.request, self.cancel, progress)
        };
        self.run(check).map_err(|fault| vec![fault])
    }

    fn check_model(&self, model: &Model, text: &str, file: &str) -> Result<Checked, Fault> {
        let inner = inner_solution(text)
            .map_err(|diagnostic| Fault::from_diagnostic(diagnostic, file, text))?;
        let text = inner.as_deref().unwrap_or(text);
        let values = model.partial_assignment_from_json(text);
        let values = values.map_err(|error| Fault::from_json_error(&error, file, text))?;
        self.run(|progress| check_assignment(model, &values, self.request, self.cancel, progress))
    }

    fn run(
        &self,
        check: impl FnOnce(&ProgressTracker) -> Result<Checked, SolveError> + Send,
    ) -> Result<Checked, Fault> {
        with_progress("checking", self.is_quiet, check)?.map_err(Fault::of)
    }
}

fn print(checked: &Checked, problem: &Problem, console: &mut Console) -> io::Result<()> {
    let (one, many) = match problem {
        Problem::Model(_) => ("constraint", "constraints"),
        Problem::Puzzle(_) => ("rule", "rules"),
    };
    let Checked { violations, possible, conflicts, limit, .. } = checked;
    if checked.is_right() {
        return console.print_line(Style::Success, "right: the solution keeps every rule");
    }
    match (possible, limit) {
        (Some(true), _) => {
            let text = "possible: the solution is not complete, and can be completed";
            console.print_line(Style::Success, text)?;
        }
        (_, Some(limit)) => {
            let text = format!("undecided: the solution is not complete; stopped by {limit}");
            console.print_line(Style::Failure, &text)?;
        }
        (Some(false), None) => {
            let text = "wrong: the solution is not complete, and cannot be completed";
            console.print_line(Style::Failure, text)?;
        }
        (None, None) => {
            let rules = if violations.len() == 1 { one } else { many };
            let text = format!("wrong: {} {rules} broken", violations.len());
            console.print_line(Style::Failure, &text)?;
        }
    }
    for rule in violations {
        console.print_line(Style::Plain, &format!("  {}", rule.message))?;
    }
    for conflict in conflicts {
        console
            .print_line(Style::Plain, &format!("  not possible: {}", conflict.values.join("; ")))?;
        for reason in &conflict.reasons {
            console.print_line(Style::Plain, &format!("    because {reason}"))?;
        }
    }
    Ok(())
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
