//! Compares naive models, hand-made models and a peer solver on the same puzzles.
//!
//! The method is described in `benches/README.md`.

mod arguments;
mod boards;
mod peer;
mod report;
mod samples;
mod solver;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::{Instance, log};

use arguments::{Arguments, HELP};
use report::Report;
use solver::Solver;

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)) {
        Ok(None) => {
            log(HELP);
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => match run(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                log(&format!("error: {error}"));
                ExitCode::from(2)
            }
        },
        Err(error) => {
            log(&format!("error: {error}\n\n{HELP}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut report = Report::new(arguments);
    let mut peer = arguments.peer.as_deref().map(peer::Peer::start).transpose()?;
    report.peer = peer.as_mut().map(peer::Peer::describe).transpose()?;
    for instance in Instance::all() {
        if arguments.is_selected(instance.name) {
            let mut solvers = Solver::all(&instance, peer.as_mut())?;
            report.puzzles.push(samples::measure(&instance, &mut solvers, arguments)?);
        }
    }
    if arguments.is_selected(boards::NAME) {
        report.boards = boards::measure_all(arguments)?;
    }
    for path in report.write(arguments)? {
        log(&format!("written: {}", path.display()));
    }
    Ok(())
}
