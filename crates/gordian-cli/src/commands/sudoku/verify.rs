//! `gordian sudoku check --solution`: checks solutions against the rules without a search.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use gordian::background::{BackgroundResult, WatchEvent, run_in_background};
use gordian::sudoku_batch::{Judgement, MAX_KEPT_ERRORS, VerifiedLine, VerifyError, verify};

use gordian::requests::SchemaVersion;
use serde::Serialize;

use super::text::{push_error, push_json};
use super::{display_name, open, read_options};
use crate::args::SudokuCheckArgs;
use crate::background::{CTRL_C_GRACE, cancel_on_ctrl_c};
use crate::commands::CommandError;
use crate::console::Console;
use crate::escape::escape_control;
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn run(
    args: &SudokuCheckArgs,
    solution: &Path,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let cancel = cancel_on_ctrl_c()?;
    let paths = [args.input.file.as_path(), solution];
    if paths.iter().all(|path| *path == Path::new("-")) {
        let message = "the puzzles and the solutions cannot both be standard input";
        return Err(Fault::new("cli.stdin-twice", message).into());
    }
    let reading = read_options(&args.input)?;
    let [puzzles_file, solutions_file] = paths.map(|path| path.display().to_string());
    let (puzzles, _) = open(paths[0], reading.clone())?;
    let (solutions, _) = open(paths[1], reading)?;
    let mut verification = verify(puzzles, solutions);
    let as_json = args.run.json;
    let (mut n, mut n_faults, mut n_wrong) = (0, 0, 0);
    let mut show = |verified: VerifiedLine| -> Result<(), CommandError> {
        n += 1;
        let (line, mut out) = (verified.line, Vec::new());
        let fault = match verified.result {
            Ok(judgement) => {
                n_wrong += usize::from(!judgement.right);
                push_judgement(line, &judgement, as_json, &mut out);
                None
            }
            Err(VerifyError::Puzzle(error)) => Some(Fault::from_line_error(&error, &puzzles_file)),
            Err(VerifyError::Solution(error)) => {
                Some(Fault::from_line_error(&error, &solutions_file))
            }
            Err(VerifyError::Unreadable(error)) => Some(Fault::of(error).in_file(&solutions_file)),
        };
        if let Some(fault) = &fault {
            n_faults += 1;
            push_error(line, fault, as_json, &mut out);
        }
        console.out().write_all(&out)?;
        if n_faults <= MAX_KEPT_ERRORS && !as_json {
            console.print_faults(fault.as_slice())?;
        }
        Ok(())
    };
    let names = [puzzles_file.clone(), solutions_file.clone()];
    // In the background, because the input may be a pipe to which no program writes.
    let work = move |each: &mut (dyn FnMut(VerifiedLine) + Send)| {
        let unreadable = |error, file: usize| Fault::of(error).in_file(&names[file]);
        let solutions = display_name(&names[1]);
        while let Some(verified) =
            verification.next_line(solutions).map_err(|error| unreadable(error, 0))?
        {
            each(verified);
        }
        verification.has_more_solutions().map_err(|error| unreadable(error, 1))
    };
    let mut shown = Ok(());
    let on_event = |event| {
        if let WatchEvent::Item(verified) = event {
            shown = show(verified);
        }
        if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let done = run_in_background(&cancel, CTRL_C_GRACE, on_event, work);
    shown?;
    let more: Result<bool, Fault> = match done.map_err(Fault::of)? {
        BackgroundResult::Done(more) => more,
        BackgroundResult::Abandoned(_) => return Ok(Exit::Interrupted),
    };
    if more? {
        console.print_note("note: there are more solutions than puzzles")?;
    }
    Ok(match (n_faults, n, n_wrong) {
        (1.., ..) => Exit::Error,
        (0, 1, 1) => Exit::NoAnswer,
        _ => Exit::Answer,
    })
}

/// The document of a judgement.
#[derive(Serialize)]
struct JudgementDocument<'a> {
    schema: SchemaVersion,
    #[serde(flatten)]
    judgement: &'a Judgement,
    line: u64,
}

fn push_judgement(line: u64, judgement: &Judgement, as_json: bool, out: &mut Vec<u8>) {
    if as_json {
        let document = JudgementDocument { schema: SchemaVersion, judgement, line };
        return push_json(&document, out);
    }
    match &judgement.broken {
        None => out.extend_from_slice(b"right\n"),
        Some(rule) => {
            out.extend_from_slice(format!("wrong\t{}\n", escape_control(rule)).as_bytes());
        }
    }
}
