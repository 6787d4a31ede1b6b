//! `gordian square1`: one position at a time, or one a line.
//!
//! To add a command: its arguments in [`crate::args`], a module here, an arm in [`run`].

mod apply;
mod batch;
mod check;
mod draw;
mod scramble;
mod solve;

pub(super) use solve::Clock;

use gordian::Cancel;
use gordian::perm::square1::{ParseError, Position, Sequence, parse_position_or_sequence};
use gordian::square1::{Config, Solver};

use super::Stop;
use crate::args::{Square1Args, Square1Command, TableArgs, WritingArgs};
use crate::cache;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn run(args: &Square1Args, console: &mut Console) -> Result<Exit, Stop> {
    match &args.command {
        Square1Command::Solve(args) => solve::run(args, console),
        Square1Command::Apply(args) => apply::run(args, console),
        Square1Command::Scramble(args) => scramble::run(args, console),
        Square1Command::Check(args) => check::run(args, console),
        Square1Command::Draw(args) => draw::run(args, console),
    }
}

/// Reads an argument that is a position or the sequence that leads to it.
fn position(text: &str, name: &str, writing: WritingArgs) -> Result<Position, Fault> {
    parse_position_or_sequence(text, writing.colours, writing.notation)
        .map_err(|error| of_argument(&error, text, name))
}

/// Reads an argument that is a sequence.
fn sequence(text: &str, name: &str, writing: WritingArgs) -> Result<Sequence, Fault> {
    Sequence::parse(text, writing.notation).map_err(|error| of_argument(&error, text, name))
}

/// Returns the fault of an argument; `name` is the argument's.
fn of_argument(error: &ParseError, text: &str, name: &str) -> Fault {
    Fault::of_square1(error).within(name).at(text, &error.span)
}

/// Returns the solver that may use what the arguments say.
fn solver(args: &TableArgs) -> Result<Solver, Fault> {
    let config = Config {
        table: args.table.clone(),
        cache: cache::folder(args.cache.as_deref()),
        threads: args.threads,
    };
    let file = args.table.as_ref().map(|file| file.display().to_string());
    Solver::new(config).map_err(|error| Fault::of_solve(&error, file.as_deref().unwrap_or("table")))
}

/// Returns `cancel` with the time limit, if there is one, from now on.
pub(super) fn limited(cancel: &Cancel, limit: Option<std::time::Duration>) -> Cancel {
    limit.map_or_else(|| cancel.clone(), |limit| cancel.with_time_limit(limit))
}

/// Tells what a person should know beside the answer.
fn remark(notes: &[String], console: &mut Console) -> std::io::Result<()> {
    notes.iter().try_for_each(|note| console.remark(&format!("note: {note}")))
}
