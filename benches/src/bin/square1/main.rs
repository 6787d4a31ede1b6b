//! Square-1 measured: counting all positions, beside a peer, and questions to the tables.
//!
//! What is measured, and how, is written in `benches/README.md`.

mod arguments;
mod distances;
mod enumeration;
mod metrics;
mod questions;
mod report;
mod solving;
mod table;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use gordian_bench::{note, process};
use gordian_perm::square1::Colours;

use arguments::{Arguments, HELP, Part};
use report::Report;

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
    let mut report = Report::new(arguments, folder.path());
    let wants = |part| arguments.wants(part);
    for (part, colours) in [(Part::Silver, Colours::Silver), (Part::Six, Colours::Six)] {
        if wants(part) {
            let gordian = gordian(arguments)?;
            report.gordian(&gordian);
            let counted = enumeration::collect(colours, &gordian, folder.path(), arguments)?;
            report.counted.push(counted);
        }
    }
    let table = |colours, parts: &[Part]| {
        let is_wanted = parts.iter().any(|&part| wants(part));
        is_wanted.then(|| questions::table(colours, folder.path())).transpose()
    };
    let silver = table(Colours::Silver, &[Part::Distances, Part::Solving, Part::Metrics])?;
    let six = table(Colours::Six, &[Part::Solving, Part::Metrics])?;
    if let Some(silver) = silver.as_ref().filter(|_| wants(Part::Distances)) {
        report.rates = Some(distances::collect(silver, arguments)?);
    }
    if let (Some(silver), Some(six)) = (&silver, &six) {
        if wants(Part::Solving) {
            report.solving = Some(solving::collect(silver, six, arguments)?);
        }
        if wants(Part::Metrics) {
            report.metrics = metrics::collect(silver, six, arguments)?;
        }
    }
    for path in report.write(arguments)? {
        note(&format!("written: {}", path.display()));
    }
    Ok(())
}

/// Returns the program that counts.
fn gordian(arguments: &Arguments) -> Result<PathBuf, Box<dyn Error>> {
    let program = match &arguments.gordian {
        Some(program) => program.clone(),
        None => std::env::current_exe()?
            .with_file_name(format!("gordian{}", std::env::consts::EXE_SUFFIX)),
    };
    if program.is_file() {
        return Ok(program);
    }
    let hint = "build it: cargo build --release -p gordian-cli";
    Err(format!("{} is not there; {hint}", program.display()).into())
}
