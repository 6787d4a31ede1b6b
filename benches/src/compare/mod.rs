//! Compares naive models, hand-made models and a peer solver on the same puzzles.
//!
//! The method is described in `benches/README.md`.

mod boards;
mod peer;
mod report;
mod samples;
mod solver;

use std::error::Error;

use clap::Args;
use gordian_bench::Instance;

use crate::options::CommonOptions;
use report::Report;
use solver::Solver;

/// The number of runs by default.
const ROUNDS: usize = 11;

/// The options of the comparison.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Compare with a peer solver, such as "python3 benches/peers/cpsat.py"
    #[arg(long, value_name = "COMMAND")]
    peer: Option<String>,
    /// Repeat short tasks until a run takes this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = batch)]
    batch: f64,
    /// Use a different seed in each run instead of seed 0
    #[arg(long)]
    seeds: bool,
    #[command(flatten)]
    common: CommonOptions,
}

impl CompareOptions {
    fn rounds(&self) -> usize {
        self.common.rounds(ROUNDS)
    }

    /// Returns the seed of a run.
    fn seed(&self, run: usize) -> u64 {
        if self.seeds { run as u64 } else { 0 }
    }
}

fn batch(text: &str) -> Result<f64, String> {
    let batch = text.parse().ok().filter(|batch| (0.0..=60.0).contains(batch));
    batch.ok_or_else(|| "not 0 to 60 seconds".to_owned())
}

pub(crate) fn run(options: &CompareOptions) -> Result<(), Box<dyn Error>> {
    let instances = Instance::all();
    let names = instances.iter().map(|instance| instance.name);
    options.common.check_parts(&names.chain([boards::NAME]).collect::<Vec<_>>())?;
    let mut report = Report::new(options);
    let mut peer = options.peer.as_deref().map(peer::Peer::start).transpose()?;
    report.peer = peer.as_mut().map(peer::Peer::describe).transpose()?;
    for instance in instances {
        if options.common.is_selected(instance.name) {
            let mut solvers = Solver::all(&instance, peer.as_mut())?;
            report.puzzles.push(samples::measure(&instance, &mut solvers, options)?);
        }
    }
    if options.common.is_selected(boards::NAME) {
        report.boards = boards::measure_all(options)?;
    }
    options.common.output.finish(&report.document())
}
