//! `gordian cube`: one position at a time, or one a line.
//!
//! To add a command: its arguments in [`crate::args`], a module here, an arm in [`run`].

mod apply;
mod check;
mod scramble;
mod solve;

use gordian::perm::cube3::{Position, Sequence, is_stickers};
use gordian::puzzles::cube3::{parse_state, state_to_json};
use serde_json::{Value, json};

use super::Stop;
use crate::args::{CubeArgs, CubeCommand, CubeReadingArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;

pub(super) fn run(args: &CubeArgs, console: &mut Console) -> Result<Exit, Stop> {
    match &args.command {
        CubeCommand::Solve(args) => solve::run(args, console),
        CubeCommand::Apply(args) => apply::run(args, console),
        CubeCommand::Scramble(args) => scramble::run(args, console),
        CubeCommand::Check(args) => check::run(args, console),
    }
}

/// Reads an argument that is a position in any form, or `-` for one on standard input, where a line
/// of `gordian cube scramble` may stand too.
fn position(text: &str, name: &str, reading: CubeReadingArgs) -> Result<Position, Vec<Fault>> {
    let input = Input::new(text);
    let read;
    let (text, name) = if input.is_stdin() {
        read = input.read().map_err(|fault| vec![fault])?;
        let line = read.trim_end();
        if line.is_empty() {
            let fault = Fault::new("cli.empty-input", "there is nothing on standard input");
            let hint = "give a position or a sequence; the solved cube is `\"\"` as an argument";
            return Err(vec![fault.hint(hint).within(input.name())]);
        }
        (if line.contains('\n') { read.as_str() } else { state_of(line) }, input.name())
    } else {
        (text, name)
    };
    parse_state(text, reading.lower_case).map_err(|diagnostics| {
        let fault = |diagnostic| Fault::of_diagnostic(diagnostic, name, text);
        diagnostics.into_iter().map(fault).collect()
    })
}

/// Returns the position in a line, which may be one of `gordian cube scramble`: what follows stickers
/// and a tab is left aside.
fn state_of(line: &str) -> &str {
    match line.split_once('\t') {
        Some((field, _)) if is_stickers(field) => field,
        _ => line,
    }
}

/// Reads an argument that is a sequence.
fn sequence(text: &str, name: &str, reading: CubeReadingArgs) -> Result<Sequence, Fault> {
    if is_stickers(text) {
        // Some letters of stickers could be read as moves.
        let fault = Fault::new("cli.not-a-sequence", "these are stickers, not moves");
        return Err(fault.hint("the position comes first, then the sequence").within(name));
    }
    Sequence::parse(text, reading.lower_case).map_err(|error| {
        let fault = Fault::new(error.code(), error.to_string()).hint(error.hint());
        fault.within(name).at(text, &error.span)
    })
}

/// Returns the document that describes a position.
fn document(position: &Position) -> Value {
    let mut document = json!({ "schema": 1 });
    if let (Value::Object(document), Value::Object(fields)) =
        (&mut document, state_to_json(position))
    {
        document.extend(fields);
    }
    document
}
