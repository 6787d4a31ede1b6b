//! The comparison: naive models, hand-made models and a foreign engine on the same puzzles.
//!
//! What is measured, and how, is written in `benches/README.md`.

mod arguments;
mod boards;
mod contestant;
mod peer;
mod report;
mod samples;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::{Instance, note};

use arguments::{Arguments, HELP};
use contestant::Contestant;
use report::Report;

fn main() -> ExitCode {
    match Arguments::read(std::env::args().skip(1)) {
        Ok(None) => {
            note(HELP);
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => match run(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                note(&format!("error: {error}"));
                ExitCode::from(2)
            }
        },
        Err(error) => {
            note(&format!("error: {error}\n\n{HELP}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut report = Report::new(arguments);
    let mut peer = arguments.peer.as_deref().map(peer::Peer::start).transpose()?;
    report.peer = peer.as_mut().map(peer::Peer::about).transpose()?;
    for instance in Instance::all() {
        if arguments.wants(instance.name) {
            let mut contestants = Contestant::all(&instance, peer.as_mut())?;
            report.puzzles.push(samples::collect(&instance, &mut contestants, arguments)?);
        }
    }
    if arguments.wants(boards::NAME) {
        report.boards = boards::all(arguments)?;
    }
    for path in report.write(arguments)? {
        note(&format!("written: {}", path.display()));
    }
    Ok(())
}
