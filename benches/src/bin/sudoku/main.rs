//! Measures Sudoku: whole files, single puzzles and files with several threads, compared with a
//! peer; large grids.
//!
//! The method is described in `benches/README.md`.

mod arguments;
mod csv;
mod large;
mod peer;
mod report;
mod sets;
mod single;
mod threads;
mod whole;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::{log, process};

use arguments::{Arguments, HELP, Part};
use peer::Peer;
use report::Report;
use sets::Set;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, command @ ..] = &words[..]
        && first == process::HELPER_FLAG
    {
        return exit_code(process::run_helper(command));
    }
    match Arguments::parse(words.into_iter()) {
        Ok(None) => {
            log(HELP);
            ExitCode::SUCCESS
        }
        Ok(Some(arguments)) => exit_code(run(&arguments)),
        Err(error) => exit_code(Err(format!("{error}\n\n{HELP}").into())),
    }
}

fn exit_code(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let peer = arguments.peer.as_deref().map(Peer::new).transpose()?;
    let needs_sets =
        [Part::Whole, Part::Single, Part::Threads].iter().any(|&p| arguments.is_selected(p));
    let sets: Vec<Set> = if !needs_sets {
        Vec::new()
    } else if arguments.files.is_empty() {
        sets::generate_sets(folder.path(), arguments.size)?
    } else {
        arguments.files.iter().map(|file| Set::open(file)).collect::<Result<_, _>>()?
    };
    let mut report = Report::new(arguments, peer.as_ref());
    let peer = peer.as_ref();
    for set in &sets {
        for &limit in &arguments.limits {
            if arguments.is_selected(Part::Whole) {
                report.whole.push(whole::run(set, limit, peer, arguments)?);
            }
            if arguments.is_selected(Part::Single) {
                let results = single::run(set, limit, &arguments.paths, peer, arguments)?;
                report.single.push(results);
            }
            if arguments.is_selected(Part::Threads) {
                let gordian = threads::gordian(arguments)?;
                report.record_program(&gordian);
                let threaded = threads::run(set, limit, &gordian, folder.path(), arguments)?;
                report.threaded.push(threaded);
            }
        }
    }
    if arguments.is_selected(Part::Large) {
        for grid in large::grids(arguments)? {
            report.large.extend(large::run(&grid, arguments)?);
        }
    }
    for path in report.write(arguments)? {
        log(&format!("written: {}", path.display()));
    }
    Ok(())
}
