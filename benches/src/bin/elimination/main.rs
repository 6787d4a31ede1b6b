//! Elimination measured: threads that share the cells of a grid, and threads with grids of their
//! own.
//!
//! What is measured, and how, is written in `benches/README.md`; why threads may share cells at all,
//! and what the figures say, in `docs/parallel-elimination.md`.

mod arguments;
mod barrier;
mod contest;
mod house;
mod nodes;
mod parallel;
mod report;
mod sequential;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::note;

use arguments::{Arguments, HELP};
use contest::Way;
use nodes::Nodes;
use report::{Report, Row};

/// Meetings of threads in a run.
const MEETINGS: usize = 300;

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
    for &height in &arguments.boxes {
        let nodes = Nodes::new(height, arguments.nodes)?;
        contest::check(&nodes, arguments.threads)?;
        let mut row = Row::new(&nodes);
        let slices = contest::slices(&nodes);
        for _ in 0..arguments.runs {
            for (way, runs) in Way::ALL.into_iter().zip(&mut row.runs) {
                let measure = |slice| way.measure(slice, arguments.threads);
                runs.push(slices.iter().map(measure).collect());
            }
        }
        note(&format!("{} rows: done, in {} slices", row.n, slices.len()));
        report.rows.push(row);
    }
    let runs = 0..arguments.runs;
    report.meetings = runs.map(|_| contest::meeting(arguments.threads, MEETINGS)).collect();
    for path in report.write(arguments)? {
        note(&format!("written: {}", path.display()));
    }
    Ok(())
}
