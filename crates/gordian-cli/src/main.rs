//! The command line of Gordian.
//!
//! The arguments are parsed into a command ([`args`]), the command is run ([`commands`]), and its
//! outcome becomes an exit code ([`exit`]). This crate solves nothing itself: it reads files, calls
//! the libraries and shows their results. Data goes to standard output ([`console`]), everything
//! else to standard error.

mod args;
mod background;
mod commands;
mod console;
mod env;
mod escape;
mod exit;
mod fault;
mod format;
mod input;
mod progress;
mod reference;
mod system;

use std::process::ExitCode;

use clap::Parser as _;

/// The allocator of musl takes one lock for all threads.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    // The service starts this program as a child process to compute requests, or to run one job.
    match std::env::args_os().nth(1) {
        Some(arg) if arg == gordian_server::REQUEST_RUNNER => {
            return commands::run_child(gordian_server::run_requests);
        }
        Some(arg) if arg == gordian_server::JOB_RUNNER => {
            return commands::run_child(gordian_server::run_job);
        }
        _ => {}
    }
    let cli = args::Cli::parse_from(args::with_help_as_option(std::env::args_os()));
    commands::run(&cli).into()
}
