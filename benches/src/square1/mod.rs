//! Measures Square-1: enumeration of all positions, compared with a peer, and queries to the
//! tables.
//!
//! The method is described in `benches/README.md`.

mod csv;
mod distances;
mod enumeration;
mod fixtures;
mod metrics;
mod report;
mod solving;

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gordian_bench::process;
use gordian_perm::square1::Colours;

use crate::options::{CommonOptions, positive, seconds};
use report::Report;

/// The number of runs by default.
const ROUNDS: usize = 5;

/// The options of the benchmark. Tables are written to the temporary folder (TMPDIR) and take up to 2 GB.
#[derive(Debug, Args)]
pub(crate) struct Square1Options {
    /// The program [default: `gordian` beside this one]
    #[arg(long, value_name = "PATH")]
    gordian: Option<PathBuf>,
    /// Compare with another program; benches/README.md describes its interface
    #[arg(long, value_name = "COMMAND")]
    peer: Option<String>,
    /// Silver positions per run
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = positive)]
    positions: usize,
    /// Six-colour positions
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive)]
    sample: usize,
    /// The time for each solution in the other metrics
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time_limit: Duration,
    #[command(flatten)]
    common: CommonOptions,
}

impl Square1Options {
    fn rounds(&self) -> usize {
        self.common.rounds(ROUNDS)
    }
}

/// Enumeration of the two-colour puzzle.
const SILVER: &str = "silver";
/// Enumeration of the six-colour puzzle.
const SIX: &str = "six";
/// Distance queries to the silver table.
const DISTANCES: &str = "distances";
/// Six-colour positions in the twist metric.
const SOLVING: &str = "solving";
/// Six-colour positions in the other metrics.
const METRICS: &str = "metrics";

pub(crate) fn run(options: &Square1Options) -> Result<(), Box<dyn Error>> {
    options.common.check_parts(&[SILVER, SIX, DISTANCES, SOLVING, METRICS])?;
    let folder = tempfile::tempdir()?;
    let mut report = Report::new(options, folder.path());
    let is_selected = |part: &str| options.common.is_selected(part);
    for (part, colours) in [(SILVER, Colours::Silver), (SIX, Colours::Six)] {
        if is_selected(part) {
            let gordian = process::gordian(options.gordian.as_deref())?;
            report.facts.push_program(&gordian);
            let enumeration = enumeration::run(colours, &gordian, folder.path(), options)?;
            report.enumeration.push(enumeration);
        }
    }
    let table = |colours, parts: &[&str]| {
        let is_wanted = parts.iter().any(|&part| is_selected(part));
        is_wanted.then(|| fixtures::build_table(colours, folder.path())).transpose()
    };
    let silver = table(Colours::Silver, &[DISTANCES, SOLVING, METRICS])?;
    let six = table(Colours::Six, &[SOLVING, METRICS])?;
    if let Some(silver) = silver.as_ref().filter(|_| is_selected(DISTANCES)) {
        report.rates = Some(distances::run(silver, options)?);
    }
    if let (Some(silver), Some(six)) = (&silver, &six) {
        if is_selected(SOLVING) {
            report.solving = Some(solving::run(silver, six, options)?);
        }
        if is_selected(METRICS) {
            report.metrics = metrics::run(silver, six, options)?;
        }
    }
    options.common.output.finish(&report.document())
}
