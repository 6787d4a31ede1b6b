//! `gordian square1 draw`.

use std::io::Write as _;
use std::path::Path;

use gordian::perm::square1::{draw, svg};

use super::position;
use crate::args::Square1DrawArgs;
use crate::commands::Stop;
use crate::console::Console;
use crate::exit::Exit;
use crate::input::io_fault;

pub(super) fn run(args: &Square1DrawArgs, console: &mut Console) -> Result<Exit, Stop> {
    let position = position(&args.position, "POSITION", args.writing)?;
    match args.svg.as_deref() {
        None => console.out().write_all(draw(&position).as_bytes())?,
        Some(file) if file == Path::new("-") => {
            console.out().write_all(svg(&position).as_bytes())?;
        }
        Some(file) => fs_err::write(file, svg(&position)).map_err(|error| io_fault(&error))?,
    }
    Ok(Exit::Answer)
}
