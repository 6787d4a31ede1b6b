//! `gordian cube apply` and `check`: commands that use the simulator and no search.

use std::io::Write as _;

use gordian::perm::cube3::{Face, Metric, OrientedPiece, Position, Sequence, draw};
use gordian::puzzles::{Cube3, Metadata};

use super::{document, position, sequence};
use crate::args::{CubeApplyArgs, CubeCheckArgs};
use crate::commands::CommandError;
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::format::format_count;

/// Runs `gordian cube apply`.
pub(super) fn apply(args: &CubeApplyArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let reached = match &args.sequence {
        Some(text) => {
            let start = position(&args.position, "POSITION", args.notation)?;
            start.apply(&sequence(text, "SEQUENCE", args.notation)?)
        }
        None => position(&args.position, "SEQUENCE", args.notation)?,
    };
    if args.json {
        console.print_json(&document(&reached))?;
    } else if args.net {
        console.out().write_all(draw(&reached).as_bytes())?;
    } else {
        console.print_line(Style::Plain, &reached.to_string())?;
    }
    Ok(Exit::Answer)
}

/// Runs `gordian cube check`.
pub(super) fn check(args: &CubeCheckArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let position = position(&args.position, "POSITION", args.notation)?;
    let Some(text) = &args.solution else {
        return describe(&position, console);
    };
    if args.centres && position.centres().iter().any(Option::is_none) {
        let message = "the orientation of some centres is unknown";
        let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter \
                    turns of each centre, 0 to 3; or leave out `--centres`";
        let fault = Fault::new("cli.centres-not-known", message).hint(hint);
        return Err(fault.in_file("POSITION").into());
    }
    let moves = sequence(text, "--solution", args.notation)?;
    match (Cube3 { metadata: Metadata::default(), position, centres: args.centres, scramble: None })
        .check(&moves)
    {
        Ok(()) => {
            console.print_line(
                Style::Success,
                &format!("right: solved with {}", length_text(&moves)),
            )?;
            Ok(Exit::Answer)
        }
        Err(broken) => {
            for violation in broken {
                console.print_line(Style::Failure, &format!("wrong: {violation}"))?;
            }
            Ok(Exit::NoAnswer)
        }
    }
}

/// Formats the length of a sequence in both metrics.
fn length_text(moves: &Sequence) -> String {
    let (turns, quarters) = (moves.length(Metric::HalfTurn), moves.length(Metric::QuarterTurn));
    let (turns, quarters) =
        (format_count(turns as u64, "turn"), format_count(quarters as u64, "quarter turn"));
    format!("{turns} ({quarters})")
}

/// Shows the properties of a position that need no search.
fn describe(position: &Position, console: &mut Console) -> Result<Exit, CommandError> {
    console.print_line(Style::Success, &format!("possible: {position}"))?;
    console.out().write_all(draw(position).as_bytes())?;
    let facts = [
        ("corners", pieces_in_place(position.corners())),
        ("edges", pieces_in_place(position.edges())),
        ("centres", centres_text(position)),
    ];
    for (name, value) in facts {
        console.print_line(Style::Plain, &format!("  {name}: {value}"))?;
    }
    Ok(Exit::Answer)
}

/// Returns how many pieces are in place and correctly oriented.
fn pieces_in_place(placed: &[OrientedPiece]) -> String {
    let right = |(place, it): &(usize, &OrientedPiece)| {
        usize::from(it.piece) == *place && it.orientation == 0
    };
    let n = placed.iter().enumerate().filter(right).count();
    format!("{n} of {} in place", placed.len())
}

/// Describes the orientations of the centres.
fn centres_text(position: &Position) -> String {
    let known = position.centres().iter().flatten().count();
    let turned: Vec<&str> = Face::ALL
        .into_iter()
        .filter(|face| position.centres()[face.index()].is_some_and(|quarters| quarters != 0))
        .map(Face::name)
        .collect();
    match (known, turned.is_empty()) {
        (0, _) => "orientations unknown".to_owned(),
        (6, true) => "all as on the solved cube".to_owned(),
        (6, false) => format!("turned: {}", turned.join(", ")),
        (_, true) => format!("{known} known, as on the solved cube"),
        (_, false) => format!("{known} known, of which turned: {}", turned.join(", ")),
    }
}
