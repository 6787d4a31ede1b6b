//! `gordian square1`: solves, applies, scrambles, checks and draws positions.
//!
//! To add a command, add its arguments in [`crate::args`], a function here, and an arm in [`run`].

mod simulate;
mod solve;

use gordian::perm::square1::{ParseError, Position, Sequence, parse_position_or_sequence};
use gordian::square1::{Config, Solver};

use super::CommandError;
use crate::args::{Square1Args, Square1Command, Square1NotationArgs, Square1TableArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::system::cache_directory;

pub(super) fn run(args: &Square1Args, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        Square1Command::Solve(args) => solve::run(args, console),
        Square1Command::Apply(args) => simulate::apply(args, console),
        Square1Command::Scramble(args) => solve::scramble(args, console),
        Square1Command::Check(args) => simulate::check(args, console),
        Square1Command::Draw(args) => simulate::draw(args, console),
    }
}

/// Parses an argument: a position or the sequence that leads to it.
fn position(text: &str, name: &str, notation: Square1NotationArgs) -> Result<Position, Fault> {
    parse_position_or_sequence(text, notation.colours, notation.notation)
        .map_err(|error| argument_fault(&error, text, name))
}

/// Parses an argument: a sequence.
fn sequence(text: &str, name: &str, notation: Square1NotationArgs) -> Result<Sequence, Fault> {
    Sequence::parse(text, notation.notation).map_err(|error| argument_fault(&error, text, name))
}

/// Returns the fault of the argument `name`.
fn argument_fault(error: &ParseError, text: &str, name: &str) -> Fault {
    Fault::of(error).in_file(name).at_span(text, &error.span)
}

/// Creates a solver with the table arguments.
fn solver(args: &Square1TableArgs) -> Result<Solver, Fault> {
    let config = Config {
        table: args.table.clone(),
        cache: cache_directory(args.cache.as_deref()),
        threads: args.threads,
        only_open: false,
    };
    let file = args.table.as_ref().map(|file| file.display().to_string());
    Solver::new(config)
        .map_err(|error| Fault::of(error).in_file(file.as_deref().unwrap_or("table")))
}
