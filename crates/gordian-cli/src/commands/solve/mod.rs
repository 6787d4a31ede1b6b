//! `gordian solve`: solves files in order and shows the results.

mod plan;
mod result;
pub(super) mod show;
mod solution_writer;
mod summary;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use gordian::background::{BackgroundResult, WatchEvent, run_in_background};
use gordian::plan::{AbandonedWork, Plan, PlanError, PlanEvent, PlanResult};
use gordian::puzzles::KindOption;
use gordian::requests::{FileResponse, SchemaVersion};
use gordian::{Cancel, Limit, Request};
use serde::Serialize;

use self::result::FileResult;
use self::solution_writer::SolutionWriter;
use self::summary::Summary;
use super::{CommandError, Stopwatch};
use crate::args::SolveArgs;
use crate::background::{CTRL_C_GRACE, cancel_on_ctrl_c};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{self, Input, apply_option, apply_puzzle_args};
use crate::progress::{ProgressTracker, Spinner};

pub(super) fn run(args: &SolveArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let plan = Arc::new(plan::resolve(args)?);
    let cancel = cancel_on_ctrl_c()?;
    let inputs = input::expand(&args.files);
    let n_inputs = inputs.len();
    if plan.proof.is_some() && n_inputs > 1 {
        let message = format!("`--proof` takes one file at a time, not {n_inputs}");
        return Err(Fault::new("cli.proof-of-several", message).into());
    }
    let mut summary = Summary::default();
    for (number, input) in inputs.into_iter().enumerate() {
        if cancel.stopped().is_some() {
            break;
        }
        if number > 0 && !args.json {
            console.print_line(crate::console::Style::Plain, "")?;
        }
        let mut writer = SolutionWriter::new(args.json, args.improvements);
        let found = match input {
            Ok(input) => solve_file(&input, args, &plan, &cancel, &mut writer, console),
            Err(fault) => Err(fault.into()),
        };
        let found = match found {
            Ok(found) => Ok(found),
            Err(CommandError::Faults(faults)) => Err(faults),
            Err(stop) => return Err(stop),
        };
        report(found, &writer, (args, &plan.request), &mut summary, console)?;
        console.flush()?;
    }
    let interrupted = cancel.stopped() == Some(Limit::Interrupted);
    if n_inputs > 1 && !args.json && !console.is_quiet() {
        console.print_line(crate::console::Style::Plain, "")?;
        console.print_line(crate::console::Style::Bold, &summary.to_line(n_inputs))?;
    }
    Ok(if interrupted { Exit::Interrupted } else { summary.exit() })
}

/// Reads and solves one input.
fn solve_file(
    input: &Input,
    args: &SolveArgs,
    plan: &Arc<Plan>,
    cancel: &Cancel,
    writer: &mut SolutionWriter,
    console: &mut Console,
) -> Result<FileResult, CommandError> {
    let stopwatch = Stopwatch::start();
    let (mut problem, notes) = input.problem()?;
    apply_puzzle_args(&mut problem, &args.puzzle, input.name())?;
    if args.moves {
        apply_option(&mut problem, &KindOption::Moves, "--moves", input.name())?;
    }
    if args.explain {
        plan::check_explain(&problem).map_err(|fault| fault.in_file(input.name()))?;
    }
    tracing::debug!(file = input.name(), kind = problem.kind(), seconds = ?stopwatch.elapsed(), "read");
    let cancel = cancel.within(args.time_limit);
    let problem = Arc::new(problem);
    let progress = Arc::new(ProgressTracker::new());
    let work = {
        let (problem, plan, progress) =
            (Arc::clone(&problem), Arc::clone(plan), Arc::clone(&progress));
        let cancel = cancel.clone();
        move |each: &mut (dyn FnMut(PlanEvent) + Send)| {
            plan.run(&problem, &cancel, &*progress, each)
        }
    };
    let mut spinner = Spinner::new(input.name(), console.is_quiet() || args.json);
    let mut written = Ok(());
    let mut established = None;
    let on_event = |event| {
        written = match event {
            WatchEvent::Item(PlanEvent::Established(now)) => {
                established = Some(now);
                Ok(())
            }
            WatchEvent::Item(PlanEvent::Solution(found)) => {
                if writer.is_shown(&found) {
                    spinner.clear();
                }
                writer.receive(input.name(), &problem, found, stopwatch.elapsed(), console)
            }
            WatchEvent::Tick => {
                spinner.tick(&progress);
                writer.flush(console)
            }
        };
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let done = run_in_background(&cancel, CTRL_C_GRACE, on_event, work);
    drop(spinner);
    written?;
    let result = match done {
        Ok(BackgroundResult::Done(result)) => result,
        Ok(BackgroundResult::Abandoned(limit)) => {
            let stage = progress.snapshot();
            let work = AbandonedWork {
                limit,
                phase: stage.phase.unwrap_or("starting"),
                n_counted: stage.n_solutions,
                best: stage.best,
                bound: stage.bound,
                first: writer.kept().cloned(),
                n_listed: writer.n_listed(),
                established,
            };
            Ok(plan.abandoned(&problem, work))
        }
        Err(error) => Err(PlanError::Problem(error.into())),
    };
    let result = result.map_err(|error| match error {
        PlanError::Problem(error) => Fault::of(error).in_file(input.name()),
        // It names the file that cannot be written.
        PlanError::Proof(error) => Fault::of(error),
    })?;
    let mut result = result;
    match &mut result {
        PlanResult::Answer { answer, .. } => drop(answer.notes.splice(0..0, notes)),
        PlanResult::Conflict(_) => console.print_notes(&notes)?,
    }
    if let (true, PlanResult::Answer { answer, .. }) = (args.improvements, &mut result)
        && answer.objective.is_none()
        && !problem.has_goal()
    {
        answer.notes.push("there are no improvements to show: there is no objective".to_owned());
    }
    let seconds = stopwatch.elapsed();
    tracing::debug!(file = input.name(), ?seconds, "done");
    Ok(FileResult { file: input.name().to_owned(), problem, result, seconds })
}

/// Shows a result and adds it to the summary.
fn report(
    found: Result<FileResult, Vec<Fault>>,
    writer: &SolutionWriter,
    (args, request): (&SolveArgs, &Request),
    summary: &mut Summary,
    console: &mut Console,
) -> Result<(), CommandError> {
    match found {
        Ok(found) => {
            summary.count(&found, request);
            if args.json {
                let (result, problem) = (&found.result, &found.problem);
                let response = FileResponse::new(result, problem, &found.file, found.seconds);
                let document = to_value(&response);
                write_document(&document, writer, console)?;
            } else {
                show::show(&found, writer, request, console)?;
            }
        }
        Err(faults) => {
            summary.count_error();
            if args.json {
                write_document(&fault_document(&faults), writer, console)?;
            } else {
                console.print_faults(&faults)?;
            }
        }
    }
    Ok(())
}

/// Writes a document, or its remaining fields if the list of solutions has already been written.
fn write_document(
    document: &serde_json::Value,
    writer: &SolutionWriter,
    console: &mut Console,
) -> io::Result<()> {
    if writer.has_started() {
        writer.finish(document, console)
    } else {
        console.print_json(document)
    }
}

/// The document for a file with errors: the first fault, and all faults if there are several.
#[derive(Serialize)]
struct FaultsDocument<'a> {
    schema: SchemaVersion,
    file: Option<&'a str>,
    error: Option<&'a Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<&'a [Fault]>,
}

fn fault_document(faults: &[Fault]) -> serde_json::Value {
    let error = faults.first();
    let errors = Some(faults).filter(|faults| faults.len() > 1);
    let file = error.and_then(Fault::file);
    let document = FaultsDocument { schema: SchemaVersion, file, error, errors };
    to_value(&document)
}

fn to_value(document: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(document).expect("the names of all fields are strings")
}
