//! Measures elimination with threads that share the cells of a grid, and with threads that work on
//! separate grids.
//!
//! The method is described in `benches/README.md`. `docs/background/parallel-elimination.md` explains why
//! threads may share cells, and interprets the figures.

mod arguments;
mod barrier;
mod house;
mod nodes;
mod parallel;
mod report;
mod sequential;
mod strategy;

use std::error::Error;
use std::process::ExitCode;

use gordian_bench::log;

use arguments::{Arguments, HELP};
use nodes::NodeSet;
use report::{Report, Row};
use strategy::Strategy;

/// Barrier waits per run.
const BARRIER_WAITS: usize = 300;

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
    for &height in &arguments.boxes {
        let nodes = NodeSet::new(height, arguments.nodes)?;
        strategy::check(&nodes, arguments.threads)?;
        let mut row = Row::new(&nodes);
        let slices = strategy::slices(&nodes);
        for _ in 0..arguments.runs {
            for (strategy, runs) in Strategy::ALL.into_iter().zip(&mut row.runs) {
                let measure = |slice| strategy.measure(slice, arguments.threads);
                runs.push(slices.iter().map(measure).collect());
            }
        }
        log(&format!("{} rows: done, in {} slices", row.n, slices.len()));
        report.rows.push(row);
    }
    let runs = 0..arguments.runs;
    report.barrier_waits =
        runs.map(|_| strategy::measure_barriers(arguments.threads, BARRIER_WAITS)).collect();
    for path in report.write(arguments)? {
        log(&format!("written: {}", path.display()));
    }
    Ok(())
}
