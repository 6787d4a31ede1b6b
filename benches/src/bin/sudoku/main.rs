//! Sudoku measured: whole files, one puzzle alone and files over threads, beside a peer; large grids.
//!
//! What is measured, and how, is written in `benches/README.md`.

mod arguments;
mod large;
mod peer;
mod report;
mod sets;
mod single;
mod table;
mod threads;
mod whole;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::{note, process};

use arguments::{Arguments, HELP, Part};
use peer::Peer;
use report::Report;
use sets::Set;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, command @ ..] = &words[..]
        && first == process::HELPER
    {
        return told(process::help(command));
    }
    match Arguments::read(words.into_iter()) {
        Ok(None) => {
            note(HELP);
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => told(run(&arguments)),
        Err(error) => told(Err(format!("{error}\n\n{HELP}").into())),
    }
}

fn told(done: Result<(), Box<dyn Error>>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let peer = arguments.peer.as_deref().map(Peer::new).transpose()?;
    let wants_sets = [Part::Whole, Part::Single, Part::Threads].iter().any(|&p| arguments.wants(p));
    let sets: Vec<Set> = if !wants_sets {
        Vec::new()
    } else if arguments.files.is_empty() {
        sets::make(folder.path(), arguments.size)?
    } else {
        arguments.files.iter().map(|file| Set::open(file)).collect::<Result<_, _>>()?
    };
    let mut report = Report::new(arguments, peer.as_ref());
    let peer = peer.as_ref();
    for set in &sets {
        for &limit in &arguments.limits {
            if arguments.wants(Part::Whole) {
                report.whole.push(whole::collect(set, limit, peer, arguments)?);
            }
            if arguments.wants(Part::Single) {
                let waits = single::collect(set, limit, &arguments.paths, peer, arguments)?;
                report.waits.push(waits);
            }
            if arguments.wants(Part::Threads) {
                let gordian = threads::gordian(arguments)?;
                report.gordian(&gordian);
                let threaded = threads::collect(set, limit, &gordian, folder.path(), arguments)?;
                report.threaded.push(threaded);
            }
        }
    }
    if arguments.wants(Part::Large) {
        for question in large::questions(arguments)? {
            report.large.extend(large::collect(&question, arguments)?);
        }
    }
    for path in report.write(arguments)? {
        note(&format!("written: {}", path.display()));
    }
    Ok(())
}
