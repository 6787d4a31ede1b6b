//! `gordian cube`: solves, applies, scrambles and checks positions.
//!
//! To add a command, add its arguments in [`crate::args`], a function here, and an arm in [`run`].

mod simulate;
mod solve;
mod step;
mod sudoku;
mod table;

use gordian::perm::cube3::{Position, Sequence, is_stickers};
use gordian::puzzles::cube3::parse_state;

use super::CommandError;
use crate::args::{CubeArgs, CubeCommand, CubeNotationArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;

pub(super) fn run(args: &CubeArgs, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        CubeCommand::Solve(args) => solve::run(args, console),
        CubeCommand::Apply(args) => simulate::apply(args, console),
        CubeCommand::Scramble(args) => solve::scramble(args, console),
        CubeCommand::Check(args) => simulate::check(args, console),
        CubeCommand::Step(args) => step::run(args, console),
        CubeCommand::Table(args) => table::build(args, console),
    }
}

/// Parses an argument: a position in any format, or `-` for standard input, which may also be a
/// line of `gordian cube scramble`.
fn position(text: &str, name: &str, notation: CubeNotationArgs) -> Result<Position, Vec<Fault>> {
    let input = Input::new(text);
    let read;
    let (text, name) = if input.is_stdin() {
        read = input.read().map_err(|fault| vec![fault])?;
        let line = read.trim_end();
        if line.is_empty() {
            let fault = Fault::new("cli.empty-input", "standard input is empty");
            let hint = "give a position or a sequence; the argument `\"\"` is the solved cube";
            return Err(vec![fault.hint(hint).in_file(input.name())]);
        }
        (if line.contains('\n') { read.as_str() } else { position_field(line) }, input.name())
    } else {
        (text, name)
    };
    parse_state(text, notation.lower_case).map_err(|diagnostics| {
        let fault = |diagnostic| Fault::from_diagnostic(diagnostic, name, text);
        diagnostics.into_iter().map(fault).collect()
    })
}

/// Returns the position in a line. In a line of `gordian cube scramble`, the text after the
/// stickers and a tab is ignored.
fn position_field(line: &str) -> &str {
    match line.split_once('\t') {
        Some((field, _)) if is_stickers(field) => field,
        _ => line,
    }
}

/// Parses an argument: a sequence.
fn sequence(text: &str, name: &str, notation: CubeNotationArgs) -> Result<Sequence, Fault> {
    if is_stickers(text) {
        // Letters of stickers could also be parsed as moves.
        let fault = Fault::new("cli.not-a-sequence", "these are stickers, not moves");
        return Err(fault.hint("the position comes first, then the sequence").in_file(name));
    }
    Sequence::parse(text, notation.lower_case)
        .map_err(|error| Fault::of(&error).in_file(name).at_span(text, &error.span))
}
