//! `gordian square1 check`: by the rules, on the plain simulator.

use gordian::perm::square1::{Middle, Position};
use gordian::puzzles::{About, Square1};

use super::{position, sequence};
use crate::args::Square1CheckArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;

pub(super) fn run(args: &Square1CheckArgs, console: &mut Console) -> Result<Exit, Stop> {
    let position = position(&args.position, "POSITION", args.writing)?;
    let Some(text) = &args.solution else {
        console.line(Style::Good, &format!("possible: {position}"))?;
        for (name, value) in facts(&position) {
            console.line(Style::Plain, &format!("  {name}: {value}"))?;
        }
        return Ok(Exit::Answer);
    };
    let moves = sequence(text, "--solution", args.writing)?;
    match (Square1 { about: About::default(), position }).check(&moves) {
        Ok(()) => {
            let upright = position.apply(&moves) == Ok(Position::solved(position.colours()));
            let but = if upright { "" } else { ", and the puzzle lies upside down" };
            let twists = moves.twists();
            let s = if twists == 1 { "" } else { "s" };
            console.line(Style::Good, &format!("right: solved with {twists} twist{s}{but}"))?;
            Ok(Exit::Answer)
        }
        Err(broken) => {
            for violation in broken {
                console.line(Style::Bad, &format!("wrong: {violation}"))?;
            }
            Ok(Exit::NoAnswer)
        }
    }
}

/// Returns what can be said of a position without searching.
fn facts(position: &Position) -> [(&'static str, String); 4] {
    let middle = match position.middle() {
        Middle::Square => "square",
        Middle::Kite => "kite",
    };
    let twist = if position.can_twist() {
        "possible".to_owned()
    } else {
        "blocked: a big piece lies across the cut".to_owned()
    };
    [
        ("colours", position.colours().to_string()),
        ("shape", position.shape().to_string()),
        ("middle", middle.to_owned()),
        ("twist", twist),
    ]
}
