//! Questions to the silver table: how many a second, on one thread.

use std::error::Error;
use std::path::Path;

use gordian_atlas::square1::{Database, ShortestPaths};
use gordian_bench::clock::{Cost, measure};
use gordian_bench::note;
use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position};

use crate::arguments::Arguments;
use crate::questions::{place, positions, replay};

/// The runs of one kind of question.
pub(crate) struct Rate {
    pub(crate) question: &'static str,
    /// For all positions.
    pub(crate) costs: Vec<Cost>,
    /// Exact: sum of the distances.
    pub(crate) distances: u64,
    /// Exact: states looked at, if it is a search.
    pub(crate) nodes: Option<u64>,
}

/// What was measured.
pub(crate) struct Rates {
    pub(crate) n_positions: usize,
    pub(crate) rates: Vec<Rate>,
}

/// Asks for the distances of all positions, with the table just opened and once more, and for
/// solutions; all this as many runs as asked for.
pub(crate) fn collect(table: &Path, arguments: &Arguments) -> Result<Rates, Box<dyn Error>> {
    let positions = positions(Colours::Silver, arguments.positions);
    let questions = ["distance, table just opened", "distance", "solution, replayed"];
    let rate = |question| Rate { question, costs: Vec::new(), distances: 0, nodes: None };
    let mut rates = questions.map(rate);
    for run in 1..=arguments.runs {
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
        note(&format!("distances: run {run} of {}", arguments.runs));
    }
    Ok(Rates { n_positions: positions.len(), rates: rates.into() })
}

/// Returns the sum of the distances.
fn distances(silver: &Database, positions: &[Position]) -> Result<u64, Box<dyn Error>> {
    let mut sum = 0;
    for position in positions {
        let (state, parity) = place(silver.model(), position);
        sum += u64::from(silver.distance(&state, parity)?);
    }
    Ok(sum)
}

/// Solves and replays; returns the sum of the lengths, and of the states looked at.
fn solutions(silver: &Database, positions: &[Position]) -> Result<(u64, u64), Box<dyn Error>> {
    let cancel = Cancel::new();
    let mut ways = ShortestPaths::new(silver, &cancel);
    let mut sum = 0;
    for position in positions {
        let (state, parity) = place(silver.model(), position);
        let way = ways.shortest(&state, parity)?;
        replay(silver.model(), position, &way)?;
        sum += way.len() as u64;
    }
    Ok((sum, ways.nodes()))
}
