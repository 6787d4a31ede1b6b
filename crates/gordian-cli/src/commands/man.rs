//! `gordian man`.

use std::io;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::Stop;
use crate::args::{Cli, ManArgs};
use crate::console::Console;
use crate::exit::Exit;

pub(super) fn run(_args: &ManArgs, console: &mut Console) -> Result<Exit, Stop> {
    let mut program = Cli::command();
    program.build();
    let source = format!("gordian {}", program.get_version().unwrap_or_default());
    Man::new(program.clone()).render(console.out())?;
    pages(&program, &source, console)?;
    Ok(Exit::Answer)
}

/// Writes the pages of the commands below one, and of those below them.
fn pages(command: &Command, source: &str, console: &mut Console) -> io::Result<()> {
    for command in command.get_subcommands() {
        Man::new(command.clone()).source(source).render(console.out())?;
        pages(command, source, console)?;
    }
    Ok(())
}
