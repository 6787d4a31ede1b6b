//! `gordian completions` and `gordian man`, generated from the argument definitions, and `gordian
//! notices`.

use std::io::{self, Write as _};

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::CommandError;
use crate::args::{Cli, CompletionsArgs, ManArgs, NoticesArgs};
use crate::console::Console;
use crate::exit::Exit;

pub(super) fn completions(
    args: &CompletionsArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    // The generator panics if it cannot write, so it writes to memory first.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gordian", &mut script);
    console.out().write_all(&script)?;
    Ok(Exit::Answer)
}

pub(super) fn man(_args: &ManArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let mut program = Cli::command();
    program.build();
    let source = format!("gordian {}", program.get_version().unwrap_or_default());
    Man::new(program.clone()).render(console.out())?;
    write_subcommand_pages(&program, &source, console)?;
    Ok(Exit::Answer)
}

pub(super) fn notices(_args: &NoticesArgs, console: &mut Console) -> Result<Exit, CommandError> {
    console.out().write_all(gordian_server::third_party_notices())?;
    Ok(Exit::Answer)
}

/// Writes the manual pages of all commands below `command`.
fn write_subcommand_pages(
    command: &Command,
    source: &str,
    console: &mut Console,
) -> io::Result<()> {
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        Man::new(command.clone()).source(source).render(console.out())?;
        write_subcommand_pages(command, source, console)?;
    }
    Ok(())
}
