//! `gordian completions`.

use clap::CommandFactory as _;

use super::Stop;
use crate::args::{Cli, CompletionsArgs};
use crate::console::Console;
use crate::exit::Exit;

pub(super) fn run(args: &CompletionsArgs, console: &mut Console) -> Result<Exit, Stop> {
    use std::io::Write as _;
    // The generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gordian", &mut script);
    console.out().write_all(&script)?;
    Ok(Exit::Answer)
}
