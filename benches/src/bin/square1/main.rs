//! Measures Square-1: enumeration of all positions, compared with a peer, and queries to the
//! tables.
//!
//! The method is described in `benches/README.md`.

mod arguments;
mod csv;
mod distances;
mod enumeration;
mod fixtures;
mod metrics;
mod report;
mod solving;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use gordian_bench::{log, process};
use gordian_perm::square1::Colours;

use arguments::{Arguments, HELP, Part};
use report::Report;

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
    let mut report = Report::new(arguments, folder.path());
    let is_selected = |part| arguments.is_selected(part);
    for (part, colours) in [(Part::Silver, Colours::Silver), (Part::Six, Colours::Six)] {
        if is_selected(part) {
            let gordian = gordian(arguments)?;
            report.record_program(&gordian);
            let enumeration = enumeration::run(colours, &gordian, folder.path(), arguments)?;
            report.enumeration.push(enumeration);
        }
    }
    let table = |colours, parts: &[Part]| {
        let is_wanted = parts.iter().any(|&part| is_selected(part));
        is_wanted.then(|| fixtures::build_table(colours, folder.path())).transpose()
    };
    let silver = table(Colours::Silver, &[Part::Distances, Part::Solving, Part::Metrics])?;
    let six = table(Colours::Six, &[Part::Solving, Part::Metrics])?;
    if let Some(silver) = silver.as_ref().filter(|_| is_selected(Part::Distances)) {
        report.rates = Some(distances::run(silver, arguments)?);
    }
    if let (Some(silver), Some(six)) = (&silver, &six) {
        if is_selected(Part::Solving) {
            report.solving = Some(solving::run(silver, six, arguments)?);
        }
        if is_selected(Part::Metrics) {
            report.metrics = metrics::run(silver, six, arguments)?;
        }
    }
    for path in report.write(arguments)? {
        log(&format!("written: {}", path.display()));
    }
    Ok(())
}

/// Returns the path of the program `gordian`.
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
    Err(format!("{} does not exist; {hint}", program.display()).into())
}
