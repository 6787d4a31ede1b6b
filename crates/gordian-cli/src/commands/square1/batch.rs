//! `gordian square1 solve -`: one answer for each line, in order.

use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::perm::square1::parse_position_or_sequence;
use gordian::square1::{Answer, Solver};
use gordian::{Cancel, Limit, Outcome};
use serde_json::json;

use super::solve::{Clock, ask, complete};
use super::{limited, remark, solver};
use crate::args::Square1SolveArgs;
use crate::commands::Stop;
use crate::commands::atlas::lines::{self, Line};
use crate::console::{Console, harmless};
use crate::exit::Exit;
use crate::fault::Fault;

/// How often the request to stop is looked at while no line comes.
const TICK: Duration = Duration::from_millis(20);
/// So many faults are told with their lines on standard error; all are told on standard output.
const TOLD: usize = 10;

pub(super) fn run(
    args: &Square1SolveArgs,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
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
                Err(Stop::Faults(faults)) => {
                    exit = exit.max(Exit::Error);
                    for fault in faults {
                        n_faults += 1;
                        tell_fault(fault, n_faults, args, console)?;
                    }
                }
                Err(stop) => return Err(stop),
            }
        }
        console.flush()?;
    }
    if n_faults > TOLD {
        console.remark(&format!("{} more lines with faults", n_faults - TOLD))?;
    }
    Ok(exit)
}

fn answer(
    line: Line,
    args: &Square1SolveArgs,
    solver: &mut Solver,
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let clock = Clock::start();
    let Line { number, text } = line;
    let text = text?;
    let writing = args.writing;
    let here = |fault: Fault, span: &Range<usize>| fault.within("-").at_line(number, &text, span);
    let position = parse_position_or_sequence(&text, writing.colours, writing.notation)
        .map_err(|error| here(Fault::of_square1(&error), &error.span))?;
    let cancel = limited(cancel, args.time_limit);
    let whole = 0..text.len();
    let answer = ask(args, solver, &position, &cancel, true);
    let mut answer = answer.map_err(|fault| here(fault, &whole))?;
    if args.json {
        let document = complete(args, solver, &mut answer, &cancel, true, &clock);
        let mut document = document.map_err(|fault| here(fault, &whole))?;
        document["line"] = json!(number);
        console.json(&document)?;
    } else {
        remark(&answer.notes, console)?;
        if answer.flipped {
            let told = "then the puzzle is solved but lies upside down: turn all of it over";
            console.remark(&format!("line {number}: {told}"))?;
        }
        tell(&answer, args, console)?;
    }
    Ok(Exit::of_outcome(answer.outcome, answer.limit))
}

/// Writes the line of an answer; what is not known is `-`.
fn tell(answer: &Answer, args: &Square1SolveArgs, console: &mut Console) -> Result<(), Stop> {
    let number = |n: Option<u64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    // The length of a solution that was not proved shortest is not the distance.
    let proved = answer.outcome == Outcome::Optimal;
    let fields = [
        answer.position.to_string(),
        number(proved.then_some(answer.distance).flatten().map(u64::from)),
        number(answer.distance_ignoring_middle.map(u64::from)),
        number(answer.shortest_solutions),
        answer
            .solution
            .as_ref()
            .map_or_else(|| "-".to_owned(), |solution| solution.write(args.writing.notation)),
    ];
    writeln!(console.out(), "{}", fields.join("\t"))?;
    Ok(())
}

fn tell_fault(
    fault: Fault,
    nth: usize,
    args: &Square1SolveArgs,
    console: &mut Console,
) -> Result<(), Stop> {
    let document = fault.to_json();
    let line = &document["line"];
    if args.json {
        console.json(&json!({"schema": 1, "line": line, "error": document}))?;
        return Ok(());
    }
    let [code, message] = ["code", "message"].map(|key| document[key].as_str().unwrap_or(""));
    writeln!(console.out(), "error\t{line}\t{code}\t{}", harmless(message))?;
    if nth <= TOLD {
        console.faults(&[fault])?;
    }
    Ok(())
}
