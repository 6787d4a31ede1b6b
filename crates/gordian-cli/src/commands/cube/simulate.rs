//! `gordian cube apply` and `check`: commands that use the simulator and no search.

use std::io::Write as _;

use gordian::cube3::{facts, knows_all_centres, lengths_text};
use gordian::perm::cube3::draw;
use gordian::puzzles::{Cube3, Metadata};
use gordian::requests::cube3::ApplyResponse;

use super::{position, sequence};
use crate::args::{CubeApplyArgs, CubeCheckArgs};
use crate::commands::CommandError;
use crate::commands::moves::{print_check, print_facts};
use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::fault::Fault;

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
        console.print_json(&ApplyResponse::new(&reached))?;
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
        console.print_line(Style::Success, &format!("possible: {position}"))?;
        console.out().write_all(draw(&position).as_bytes())?;
        print_facts(&facts(&position), console)?;
        return Ok(Exit::Answer);
    };
    if args.centres && !knows_all_centres(&position) {
        let message = "the orientation of some centres is unknown";
        let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise quarter \
                    turns of each centre, 0 to 3; or leave out `--centres`";
        let fault = Fault::new("cli.centres-not-known", message).hint(hint);
        return Err(fault.in_file("POSITION").into());
    }
    let moves = sequence(text, "--solution", args.notation)?;
    let cube =
        Cube3 { metadata: Metadata::default(), position, centres: args.centres, scramble: None };
    Ok(print_check(cube.check(&moves), &lengths_text(&moves), console)?)
}
