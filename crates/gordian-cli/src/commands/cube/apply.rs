//! `gordian cube apply`.

use std::io::Write as _;

use gordian::perm::cube3::draw;

use super::{document, position, sequence};
use crate::args::CubeApplyArgs;
use crate::commands::Stop;
use crate::console::{Console, Style};
use crate::exit::Exit;

pub(super) fn run(args: &CubeApplyArgs, console: &mut Console) -> Result<Exit, Stop> {
    let reached = match &args.sequence {
        Some(text) => {
            let start = position(&args.position, "POSITION", args.reading)?;
            start.after(&sequence(text, "SEQUENCE", args.reading)?)
        }
        None => position(&args.position, "SEQUENCE", args.reading)?,
    };
    if args.json {
        console.json(&document(&reached))?;
    } else if args.net {
        console.out().write_all(draw(&reached).as_bytes())?;
    } else {
        console.line(Style::Plain, &reached.to_string())?;
    }
    Ok(Exit::Answer)
}
