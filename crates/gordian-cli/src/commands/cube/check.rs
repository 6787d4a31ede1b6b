//! `gordian cube check`: by the rules, on the plain simulator.

use std::io::Write as _;

use gordian::perm::cube3::{Face, Metric, Placed, Position, Sequence, draw};
use gordian::puzzles::{About, Cube3};

use super::{position, sequence};
use crate::args::CubeCheckArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn run(args: &CubeCheckArgs, console: &mut Console) -> Result<Exit, Stop> {
    let position = position(&args.position, "POSITION", args.reading)?;
    let Some(text) = &args.solution else {
        return describe(&position, console);
    };
    if args.centres && position.centres().iter().any(Option::is_none) {
        let message = "the position does not say how all centres are turned";
        let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter \
                    turns of each centre, 0 to 3; or leave out `--centres`";
        let fault = Fault::new("cli.centres-not-known", message).hint(hint);
        return Err(fault.within("POSITION").into());
    }
    let moves = sequence(text, "--solution", args.reading)?;
    match (Cube3 { about: About::default(), position, centres: args.centres }).check(&moves) {
        Ok(()) => {
            console.line(Style::Good, &format!("right: solved with {}", length(&moves)))?;
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

/// Writes how long a sequence is, in both metrics.
fn length(moves: &Sequence) -> String {
    let (turns, quarters) = (moves.length(Metric::HalfTurn), moves.length(Metric::QuarterTurn));
    let count = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
    let (turns, quarters) = (count(turns, "turn"), count(quarters, "quarter turn"));
    format!("{turns} ({quarters})")
}

/// Says what can be said of a position without searching.
fn describe(position: &Position, console: &mut Console) -> Result<Exit, Stop> {
    console.line(Style::Good, &format!("possible: {position}"))?;
    console.out().write_all(draw(position).as_bytes())?;
    let facts = [
        ("corners", in_place(position.corners())),
        ("edges", in_place(position.edges())),
        ("centres", centres(position)),
    ];
    for (name, value) in facts {
        console.line(Style::Plain, &format!("  {name}: {value}"))?;
    }
    Ok(Exit::Answer)
}

/// Returns how many pieces are at their place and look the right way.
fn in_place(placed: &[Placed]) -> String {
    let right = |(place, it): &(usize, &Placed)| usize::from(it.piece) == *place && it.turn == 0;
    let n = placed.iter().enumerate().filter(right).count();
    format!("{n} of {} in place", placed.len())
}

/// Returns how the centres look.
fn centres(position: &Position) -> String {
    let known = position.centres().iter().flatten().count();
    let turned: Vec<&str> = Face::ALL
        .into_iter()
        .filter(|face| position.centres()[face.index()].is_some_and(|quarters| quarters != 0))
        .map(Face::name)
        .collect();
    match (known, turned.is_empty()) {
        (0, _) => "directions not known".to_owned(),
        (6, true) => "all as on the solved cube".to_owned(),
        (6, false) => format!("turned: {}", turned.join(", ")),
        (_, true) => format!("{known} known, as on the solved cube"),
        (_, false) => format!("{known} known, of which turned: {}", turned.join(", ")),
    }
}
