//! Query rate of the silver table on one thread.

use std::error::Error;
use std::path::Path;

use gordian_atlas::square1::{Database, ShortestPaths};
use gordian_bench::clock::{Cost, measure};
use gordian_bench::log;
use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position};

use crate::square1::Square1Options;
use crate::square1::fixtures::{check_path, positions, table_state};

/// The runs of one kind of query.
pub(crate) struct QueryRate {
    pub(crate) query: &'static str,
    /// Cost of all positions, per run.
    pub(crate) costs: Vec<Cost>,
    /// The sum of the distances; exact.
    pub(crate) distances: u64,
    /// The number of visited states, for searches; exact.
    pub(crate) nodes: Option<u64>,
}

/// All measurements.
pub(crate) struct DistanceResults {
    pub(crate) n_positions: usize,
    pub(crate) rates: Vec<QueryRate>,
}

/// Measures the distances of all positions with a newly opened table, the same again, and shortest
/// solutions, in the requested number of runs.
pub(crate) fn run(
    table: &Path,
    options: &Square1Options,
) -> Result<DistanceResults, Box<dyn Error>> {
    let positions = positions(Colours::Silver, options.positions);
    let questions = ["distance, table just opened", "distance", "solution, replayed"];
    let rate = |query| QueryRate { query, costs: Vec::new(), distances: 0, nodes: None };
    let mut rates = questions.map(rate);
    for run in 1..=options.rounds() {
        let silver = Database::open(table)?;
        let [opened, again, solution] = &mut rates;
        for rate in [opened, again] {
            let (cost, sum) = measure(1, || distances(&silver, &positions));
            rate.distances = sum?;
            rate.costs.push(cost);
        }
        let (cost, found) = measure(1, || solutions(&silver, &positions));
        solution.costs.push(cost);
        let (sum, nodes) = found?;
        (solution.distances, solution.nodes) = (sum, Some(nodes));
        if rates.iter().any(|rate| rate.distances != sum) {
            return Err("the distances differ from the lengths of the solutions".into());
        }
        log(&format!("distances: run {run} of {}", options.rounds()));
    }
    Ok(DistanceResults { n_positions: positions.len(), rates: rates.into() })
}

/// Returns the sum of the distances.
fn distances(silver: &Database, positions: &[Position]) -> Result<u64, Box<dyn Error>> {
    let mut sum = 0;
    for position in positions {
        let (state, parity) = table_state(silver.model(), position);
        sum += u64::from(silver.distance(&state, parity)?);
    }
    Ok(sum)
}

/// Solves and replays; returns the sum of the lengths and the number of visited states.
fn solutions(silver: &Database, positions: &[Position]) -> Result<(u64, u64), Box<dyn Error>> {
    let cancel = Cancel::new();
    let mut search = ShortestPaths::new(silver, &cancel);
    let mut sum = 0;
    for position in positions {
        let (state, parity) = table_state(silver.model(), position);
        let path = search.shortest(&state, parity)?;
        check_path(silver.model(), position, &path)?;
        sum += path.len() as u64;
    }
    Ok((sum, search.nodes()))
}
