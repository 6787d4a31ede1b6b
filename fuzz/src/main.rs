//! The command line of the fuzzer; see `fuzz/README.md`.

use std::process::ExitCode;

use clap::Parser as _;
use gordian_fuzz::args::Args;
use gordian_fuzz::report;

fn main() -> ExitCode {
    match Args::parse().run() {
        Ok(code) => code,
        Err(error) => {
            report::print_error(&error);
            ExitCode::from(2)
        }
    }
}
