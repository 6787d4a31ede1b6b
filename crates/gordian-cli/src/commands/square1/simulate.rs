//! `gordian square1 apply`, `check` and `draw`: commands that use the simulator and no search.

use std::io::Write as _;
use std::path::Path;

use gordian::perm::square1::{ParseError, Position, SquareError, draw as draw_text, svg};
use gordian::puzzles::{Metadata, Square1};
use gordian::square1::{facts, twist_span};

use super::{argument_fault, position, sequence};
use crate::args::{Square1ApplyArgs, Square1CheckArgs, Square1DrawArgs};
use crate::commands::CommandError;
use crate::commands::moves::{print_check, print_facts};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_count;

/// Runs `gordian square1 apply`.
pub(super) fn apply(args: &Square1ApplyArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let notation = args.notation;
    let reached = match &args.sequence {
        Some(text) => {
            let start = position(&args.position, "POSITION", notation)?;
            let moves = sequence(text, "SEQUENCE", notation)?;
            start.apply(&moves).map_err(|error| blocked_twist_fault(error, text))?
        }
        None if args.position.trim().is_empty() => Position::solved(notation.colours),
        None => position(&args.position, "SEQUENCE", notation)?,
    };
    console.print_line(Style::Plain, &reached.to_string())?;
    Ok(Exit::Answer)
}

/// Returns the fault of a blocked twist, with its location in the sequence.
fn blocked_twist_fault(error: SquareError, text: &str) -> Fault {
    let span = match error {
        SquareError::BlockedTwist { n_twists_before, .. } => twist_span(text, n_twists_before),
        _ => 0..text.len(),
    };
    argument_fault(&ParseError { error, span }, text, "SEQUENCE")
}

/// Runs `gordian square1 check`.
pub(super) fn check(args: &Square1CheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let position = position(&args.position, "POSITION", args.notation)?;
    let Some(text) = &args.solution else {
        console.print_line(Style::Success, &format!("possible: {position}"))?;
        print_facts(&facts(&position), console)?;
        return Ok(Exit::Answer);
    };
    let moves = sequence(text, "--solution", args.notation)?;
    let checked = Square1 { metadata: Metadata::default(), position }.check(&moves);
    let is_upright = position.apply(&moves) == Ok(Position::solved(position.colours()));
    let but = if is_upright { "" } else { ", and the puzzle lies upside down" };
    let right = format!("{}{but}", format_count(moves.twists() as u64, "twist"));
    Ok(print_check(checked, &right, console)?)
}

/// Runs `gordian square1 draw`.
pub(super) fn draw(args: &Square1DrawArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let position = position(&args.position, "POSITION", args.notation)?;
    match args.svg.as_deref() {
        None => console.out().write_all(draw_text(&position).as_bytes())?,
        Some(file) if file == Path::new("-") => {
            console.out().write_all(svg(&position).as_bytes())?;
        }
        Some(file) => fs_err::write(file, svg(&position)).map_err(Fault::of)?,
    }
    Ok(Exit::Answer)
}
