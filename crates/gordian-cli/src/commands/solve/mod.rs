//! `gordian solve`: one file after another, each answered, shown and counted.

mod board;
mod explain;
mod find;
mod listing;
mod plan;
pub(super) mod show;
mod tally;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use gordian::puzzles::Puzzle;
use gordian::{Cancel, Limit, Problem, Seconds, SolutionData};
use serde_json::json;

use self::find::{Finding, Found};
use self::listing::Listing;
use self::plan::Plan;
use self::tally::Tally;
use super::{Stop, puzzle};
use crate::args::SolveArgs;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{self, Input};
use crate::interrupt;
use crate::progress::{Notes, Spinner};
use crate::work::{News, Work, watched_each};

pub(super) fn run(args: &SolveArgs, console: &mut Console) -> Result<Exit, Stop> {
    let plan = Arc::new(Plan::resolve(args)?);
    let inputs = input::expand(&args.files);
    let n_inputs = inputs.len();
    if plan.proof.is_some() && n_inputs > 1 {
        let message = format!("`--proof` takes one file at a time, not {n_inputs}");
        return Err(Fault::new("cli.proof-of-several", message).into());
    }
    let cancel = interrupt::install()?;
    let mut tally = Tally::default();
    for (number, input) in inputs.into_iter().enumerate() {
        if cancel.stopped().is_some() {
            break;
        }
        if number > 0 && !plan.json {
            console.line(crate::console::Style::Plain, "")?;
        }
        let mut listing = Listing::new(plan.json);
        let found = match input {
            Ok(input) => one(&input, args, &plan, &cancel, &mut listing, console),
            Err(fault) => Err(fault.into()),
        };
        let found = match found {
            Ok(found) => Ok(found),
            Err(Stop::Faults(faults)) => Err(faults),
            Err(stop) => return Err(stop),
        };
        tell(found, &listing, &plan, &mut tally, console)?;
        console.flush()?;
    }
    let interrupted = cancel.stopped() == Some(Limit::Interrupted);
    if n_inputs > 1 && !plan.json && !console.is_quiet() {
        console.line(crate::console::Style::Plain, "")?;
        console.line(crate::console::Style::Bold, &tally.summary(n_inputs))?;
    }
    Ok(if interrupted { Exit::Interrupted } else { tally.exit() })
}

/// Reads one input and answers it.
fn one(
    input: &Input,
    args: &SolveArgs,
    plan: &Arc<Plan>,
    cancel: &Cancel,
    listing: &mut Listing,
    console: &mut Console,
) -> Result<Found, Stop> {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let (mut problem, scramble) = input.problem_and_scramble()?;
    let reachability = puzzle::change(&mut problem, &args.puzzle, input.name())?;
    if args.moves && !matches!(problem, Problem::Puzzle(Puzzle::SudokuCube(_))) {
        let message = format!("`--moves` means nothing for a {}", problem.kind());
        let fault = Fault::new("cli.not-applicable", message);
        let hint = "it is for the kind `sudoku-cube`; of other kinds the solution is the moves, \
                    where there are any";
        return Err(fault.hint(hint).within(input.name()).into());
    }
    tracing::debug!(file = input.name(), kind = problem.kind(), elapsed = ?wall.elapsed(), "read");
    let cancel = match plan.time_limit {
        Some(limit) => cancel.with_time_limit(limit),
        None => cancel.clone(),
    };
    let of_file = find::OfFile { reachability, scramble };
    let problem = Arc::new(problem);
    let notes = Arc::new(Notes::new());
    let work = {
        let (problem, plan, notes) = (Arc::clone(&problem), Arc::clone(plan), Arc::clone(&notes));
        let (cancel, file) = (cancel.clone(), input.name().to_owned());
        move |each: &mut (dyn FnMut(SolutionData) + Send)| {
            let explanation = explain::prepare(&problem, &plan, &file)?;
            let finding = find::find(&problem, of_file, &plan, &file, &cancel, &notes, each)?;
            let explained = explanation.map(|puzzle| explain::explain(puzzle, &cancel, &notes));
            Ok((finding, explained.transpose()?.flatten()))
        }
    };
    let mut spinner = Spinner::new(input.name(), console.is_quiet() || plan.json);
    let mut written = Ok(());
    let mut news = |news| {
        written = match news {
            News::Item(solution) => {
                spinner.clear();
                listing.show(input.name(), &problem, solution, console)
            }
            News::Tick => {
                spinner.tick(&notes);
                listing.flush(console)
            }
        };
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let done = watched_each(&cancel, &mut news, work);
    drop(spinner);
    written?;
    let finding = match done {
        Ok(Work::Done(finding)) => finding,
        Ok(Work::LeftBehind(limit)) => {
            Ok((Finding::left_behind(&problem, plan, limit, &notes, listing), None))
        }
        Err(fault) => Err(fault.within(input.name())),
    };
    let (finding, explained) = finding?;
    let seconds = Seconds { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() };
    tracing::debug!(file = input.name(), ?seconds, "done");
    Ok(Found { file: input.name().to_owned(), problem, finding, explained, seconds })
}

/// Shows what was found and counts it.
fn tell(
    found: Result<Found, Vec<Fault>>,
    listing: &Listing,
    plan: &Plan,
    tally: &mut Tally,
    console: &mut Console,
) -> Result<(), Stop> {
    match found {
        Ok(found) => {
            tally.count(&found, plan);
            if plan.json {
                document(&found.to_json(), listing, console)?;
            } else {
                show::show(&found, listing, plan, console)?;
            }
        }
        Err(faults) => {
            tally.count_faulty();
            if plan.json {
                document(&document_of(&faults), listing, console)?;
            } else {
                console.faults(&faults)?;
            }
        }
    }
    Ok(())
}

/// Writes a document, or what is left of it if its list of solutions was written already.
fn document(
    document: &serde_json::Value,
    listing: &Listing,
    console: &mut Console,
) -> io::Result<()> {
    if listing.has_begun() { listing.end(document, console) } else { console.json(document) }
}

/// Returns the document for a file that could not be answered: its first fault, and all of them if
/// there are more.
fn document_of(faults: &[Fault]) -> serde_json::Value {
    let all: Vec<_> = faults.iter().map(Fault::to_json).collect();
    let first = all.first().cloned().unwrap_or_default();
    let mut document = json!({"schema": 1, "file": first["file"], "error": first});
    if all.len() > 1 {
        document["errors"] = all.into();
    }
    document
}
