//! `gordian square1 apply`.

use gordian::perm::square1::{ParseError, Position, SquareError};

use super::{of_argument, position, sequence};
use crate::args::Square1ApplyArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn run(args: &Square1ApplyArgs, console: &mut Console) -> Result<Exit, Stop> {
    let writing = args.writing;
    let reached = match &args.sequence {
        Some(text) => {
            let start = position(&args.position, "POSITION", writing)?;
            let moves = sequence(text, "SEQUENCE", writing)?;
            start.apply(&moves).map_err(|error| blocked(error, text))?
        }
        None if args.position.trim().is_empty() => Position::solved(writing.colours),
        None => position(&args.position, "SEQUENCE", writing)?,
    };
    console.line(Style::Plain, &reached.to_string())?;
    Ok(Exit::Answer)
}

/// Returns the fault of a twist that is not possible, at its place in the sequence.
fn blocked(error: SquareError, text: &str) -> Fault {
    let slash = match error {
        SquareError::BlockedTwist { twist, .. } => text.match_indices('/').nth(twist),
        _ => None,
    };
    let span = slash.map_or(0..text.len(), |(at, slash)| at..at + slash.len());
    of_argument(&ParseError { error, span }, text, "SEQUENCE")
}
