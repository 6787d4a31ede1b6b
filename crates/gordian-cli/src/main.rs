//! The command line of Gordian.
//!
//! Arguments become a command ([`args`]), the command is carried out ([`commands`]), what came of it
//! becomes an exit code ([`exit`]). Nothing here solves anything: this crate reads files, draws, and
//! says what the libraries found, on standard output for data ([`console`]) and standard error for
//! everything else.

mod args;
mod cache;
mod commands;
mod console;
mod env;
mod exit;
mod fault;
mod input;
mod interrupt;
mod machine;
mod progress;
mod work;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // Not for people: this program started by itself, to do one job.
    if std::env::args_os().nth(1).is_some_and(|word| word == gordian_server::JOB_RUNNER) {
        return commands::job();
    }
    let cli = args::Cli::parse();
    commands::run(&cli).into()
}
