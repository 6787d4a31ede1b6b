//! `gordian square1 solve -`: one answer per line, in order.

use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::perm::square1::parse_position_or_sequence;
use gordian::square1::{Answer, Solver};
use gordian::{Cancel, Limit, Outcome};
use serde_json::json;

use super::solve::{answer_document, solve_position};
use super::{print_notes, solver, with_time_limit};
use crate::args::Square1SolveArgs;
use crate::commands::lines::{self, Line};
use crate::commands::{CommandError, Stopwatch};
use crate::console::{Console, escape_control};
use crate::exit::Exit;
use crate::fault::Fault;

/// The interval at which cancellation is checked while no line arrives.
const TICK: Duration = Duration::from_millis(20);
/// The number of faults that are shown on standard error; standard output has all of them.
const MAX_SHOWN_FAULTS: usize = 10;

pub(super) fn run(
    args: &Square1SolveArgs,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let mut solver = solver(&args.tables)?;
    let batches = lines::read(Path::new("-"))?;
    let mut exit = Exit::Answer;
    let mut n_faults = 0;
    loop {
        let batch = match batches.recv_timeout(TICK) {
            Ok(batch) => batch?,
            Err(RecvTimeoutError::Timeout) if cancel.stopped().is_none() => continue,
            Err(RecvTimeoutError::Timeout) => return Ok(Exit::Interrupted),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        for line in batch {
            if cancel.stopped() == Some(Limit::Interrupted) {
                return Ok(Exit::Interrupted);
            }
            match answer(line, args, &mut solver, cancel, console) {
                Ok(found) => exit = exit.max(found),
                Err(CommandError::Faults(faults)) => {
                    exit = exit.max(Exit::Error);
                    for fault in faults {
                        n_faults += 1;
                        print_fault(fault, n_faults, args, console)?;
                    }
                }
                Err(stop) => return Err(stop),
            }
        }
        console.flush()?;
    }
    if n_faults > MAX_SHOWN_FAULTS {
        console.print_note(&format!("{} more invalid lines", n_faults - MAX_SHOWN_FAULTS))?;
    }
    Ok(exit)
}

fn answer(
    line: Line,
    args: &Square1SolveArgs,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let Line { number, text } = line;
    let text = text?;
    let notation = args.notation;
    let here = |fault: Fault, span: &Range<usize>| fault.in_file("-").at_line(number, &text, span);
    let position = parse_position_or_sequence(&text, notation.colours, notation.notation)
        .map_err(|error| here(Fault::from_square1_error(&error), &error.span))?;
    let cancel = with_time_limit(cancel, args.time_limit);
    let whole = 0..text.len();
    let answer = solve_position(args, solver, &position, &cancel, true);
    let mut answer = answer.map_err(|fault| here(fault, &whole))?;
    if args.json {
        let document = answer_document(args, solver, &mut answer, &cancel, true, &stopwatch);
        let mut document = document.map_err(|fault| here(fault, &whole))?;
        document["line"] = json!(number);
        console.print_json(&document)?;
    } else {
        print_notes(&answer.notes, console)?;
        if answer.flipped {
            let text = "the solved puzzle is upside down: turn the whole puzzle over";
            console.print_note(&format!("line {number}: {text}"))?;
        }
        print_answer(&answer, args, console)?;
    }
    Ok(Exit::from_outcome(answer.outcome, answer.limit))
}

/// Writes an answer as one line; unknown fields are `-`.
fn print_answer(
    answer: &Answer,
    args: &Square1SolveArgs,
    console: &mut Console,
) -> Result<(), CommandError> {
    let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    // The length of a solution is the distance only if it is proved to be shortest.
    let proved = answer.outcome == Outcome::Optimal;
    let fields = [
        answer.position.to_string(),
        number(proved.then_some(answer.distance).flatten().map(u64::from)),
        number(answer.distance_ignoring_middle.map(u64::from)),
        number(answer.shortest_solutions),
        answer
            .solution
            .as_ref()
            .map_or_else(|| "-".to_owned(), |solution| solution.write(args.notation.notation)),
    ];
    writeln!(console.out(), "{}", fields.join("\t"))?;
    Ok(())
}

fn print_fault(
    fault: Fault,
    nth: usize,
    args: &Square1SolveArgs,
    console: &mut Console,
) -> Result<(), CommandError> {
    let document = fault.to_json();
    let line = &document["line"];
    if args.json {
        console.print_json(&json!({"schema": 1, "line": line, "error": document}))?;
        return Ok(());
    }
    let [code, message] = ["code", "message"].map(|key| document[key].as_str().unwrap_or(""));
    writeln!(console.out(), "error\t{line}\t{code}\t{}", escape_control(message))?;
    if nth <= MAX_SHOWN_FAULTS {
        console.print_faults(&[fault])?;
    }
    Ok(())
}
