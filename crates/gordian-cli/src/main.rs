//! The command line of Gordian.
//!
//! The arguments are parsed into a command ([`args`]), the command is run ([`commands`]), and its outcome
//! becomes an exit code ([`exit`]). This crate solves nothing itself: it reads files, calls the libraries
//! and shows their results. Data goes to standard output ([`console`]), everything else to standard
//! error.

mod args;
mod background;
mod commands;
mod console;
mod env;
mod exit;
mod fault;
mod format;
mod input;
mod progress;
mod system;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // The service starts this program as a child process to run one job.
    if std::env::args_os().nth(1).is_some_and(|arg| arg == gordian_server::JOB_RUNNER) {
        return commands::run_job();
    }
    let cli = args::Cli::parse();
    commands::run(&cli).into()
}
