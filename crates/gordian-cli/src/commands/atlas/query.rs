//! `gordian atlas query`: one answer per line, in order.

use std::io::Write as _;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gordian::atlas::AtlasError;
use gordian::atlas::square1::Database;
use gordian::perm::square1::parse_position_or_sequence;
use gordian::tables::{QueryResponse, TableQuery};
use gordian::{Cancel, Limit};
use rayon::prelude::*;

use super::report_fault;
use crate::args::AtlasQueryArgs;
use crate::background::cancel_on_ctrl_c;
use crate::commands::CommandError;
use crate::commands::lines::{self, Line, LineFaults, MAX_SHOWN_FAULTS};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;

/// The interval at which cancellation is checked while no line arrives.
const TICK: Duration = Duration::from_millis(20);

pub(super) fn run(args: &AtlasQueryArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let database = match Database::open(&args.file) {
        Ok(database) => database,
        Err(error) => {
            return report_fault(
                Fault::from_table_error(error),
                Some(&args.file),
                args.json,
                console,
            );
        }
    };
    let threads = args.threads.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|source| Fault::from_table_error(AtlasError::Threads { threads, source }))?;
    let batches = lines::read(&args.positions)?;
    let query =
        TableQuery { database: &database, solutions: !args.no_solution, notation: args.notation };
    let file = args.positions.display().to_string();
    let answer = |line: Line| {
        let number = line.number;
        answer(&query, line, &file, &cancel).map_err(|fault| (number, fault))
    };
    let mut faults = LineFaults::new(args.json, MAX_SHOWN_FAULTS);
    loop {
        if cancel.stopped() == Some(Limit::Interrupted) {
            return Ok(Exit::Interrupted);
        }
        let batch = match batches.recv_timeout(TICK) {
            Ok(batch) => batch?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let answers: Vec<Result<QueryResponse, (usize, Fault)>> = if threads == 1 {
            batch.into_iter().map(answer).collect()
        } else {
            pool.install(|| batch.into_par_iter().map(answer).collect())
        };
        for answer in answers {
            match answer {
                Ok(answer) if args.json => console.write_json(&answer)?,
                Ok(answer) => write_answer(&answer, console)?,
                Err((line, fault)) => faults.print(line, &[fault], console)?,
            }
        }
        console.flush()?;
    }
    Ok(faults.finish(console)?)
}

/// Returns the answer to a line of `file`.
fn answer(
    query: &TableQuery<'_>,
    line: Line,
    file: &str,
    cancel: &Cancel,
) -> Result<QueryResponse, Fault> {
    let Line { number, text } = line;
    let text = text?;
    let colours = query.database.model().colours();
    let position = parse_position_or_sequence(&text, colours, query.notation)
        .map_err(|error| Fault::of(&error).in_file(file).at_line(number, &text, &error.span))?;
    query.look_up(number, &position, cancel).map_err(|error| {
        let fault = Fault::from_table_error(error);
        fault.in_file(file).at_line(number, &text, &(0..text.len()))
    })
}

fn write_answer(answer: &QueryResponse, console: &mut Console) -> Result<(), CommandError> {
    let QueryResponse { position, distance, distance_ignoring_middle, .. } = answer;
    write!(console.out(), "{position}\t{distance}\t{distance_ignoring_middle}")?;
    if let Some(solution) = &answer.solution {
        write!(console.out(), "\t{solution}")?;
    }
    Ok(writeln!(console.out())?)
}
