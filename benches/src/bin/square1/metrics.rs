//! Six-colour positions in the metrics that count turns, with a limit of time for each.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use gordian_atlas::square1::{
    Database, Metric, MetricSolution, PruningTable, SilverViews, shortest_in_metric,
};
use gordian_bench::clock::{Cost, measure};
use gordian_bench::note;
use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position};

use crate::arguments::Arguments;
use crate::questions::{judge, positions};

/// One position answered.
pub(crate) struct Found {
    /// In seconds.
    pub(crate) wall: f64,
    pub(crate) length: u32,
    pub(crate) lower_bound: u32,
    pub(crate) nodes: u64,
}

impl Found {
    /// Returns whether no solution is shorter.
    pub(crate) fn is_proved(&self) -> bool {
        self.length == self.lower_bound
    }
}

/// All positions in one metric, with one table.
pub(crate) struct InMetric {
    pub(crate) metric: Metric,
    /// `full` or `silver`.
    pub(crate) table: &'static str,
    pub(crate) cost: Cost,
    pub(crate) found: Vec<Found>,
}

/// Solves every position in both metrics once, with either table.
pub(crate) fn collect(
    silver: &Path,
    full: &Path,
    arguments: &Arguments,
) -> Result<Vec<InMetric>, Box<dyn Error>> {
    let (full, views) = (Database::open(full)?, SilverViews::new(Database::open(silver)?));
    let positions = positions(Colours::Six, arguments.sample);
    let mut all = Vec::new();
    for metric in [Metric::Wca, Metric::Face] {
        let with_full = every(&full, "full", &positions, metric, arguments)?;
        let with_silver = every(&views, "silver", &positions, metric, arguments)?;
        agree(&with_full, &with_silver)?;
        all.extend([with_full, with_silver]);
    }
    Ok(all)
}

/// Solves every position.
fn every<G: PruningTable>(
    guide: &G,
    table: &'static str,
    positions: &[Position],
    metric: Metric,
    arguments: &Arguments,
) -> Result<InMetric, Box<dyn Error>> {
    let (cost, found) = measure(1, || {
        let solved = positions.iter().map(|position| one(guide, position, metric, arguments));
        solved.collect::<Result<Vec<Found>, Box<dyn Error>>>()
    });
    note(&format!("metric {}, {table} table: done", metric.name()));
    Ok(InMetric { metric, table, cost, found: found? })
}

/// What was proved with one table must not contradict what was found with the other.
fn agree(one: &InMetric, other: &InMetric) -> Result<(), Box<dyn Error>> {
    for (a, b) in one.found.iter().zip(&other.found) {
        if a.lower_bound > b.length || b.lower_bound > a.length {
            let name = one.metric.name();
            return Err(format!("metric {name}: a solution is shorter than was proved").into());
        }
    }
    Ok(())
}

fn one<G: PruningTable>(
    guide: &G,
    position: &Position,
    metric: Metric,
    arguments: &Arguments,
) -> Result<Found, Box<dyn Error>> {
    let start = Instant::now();
    let cancel = Cancel::new().with_time_limit(arguments.time_limit);
    let answer = shortest_in_metric(guide, position, metric, &cancel)?;
    let wall = start.elapsed().as_secs_f64();
    let MetricSolution { sequence, length, lower_bound, nodes, .. } = answer;
    judge(position, &sequence)?;
    if metric.cost(&sequence) != length || lower_bound > length {
        return Err(format!("the length of what was found for {position} is wrong").into());
    }
    Ok(Found { wall, length, lower_bound, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_compared_with_what_was_found() {
        let table = |lower_bound, length| {
            let found = vec![Found { wall: 0.0, length, lower_bound, nodes: 1 }];
            let cost = Cost { user: 0.0, system: 0.0, wall: 0.0 };
            InMetric { metric: Metric::Face, table: "full", cost, found }
        };
        let check = |one, other, expected| assert_eq!(agree(&one, &other).is_ok(), expected);
        check(table(25, 25), table(25, 25), true);
        check(table(25, 25), table(23, 27), true);
        check(table(25, 25), table(23, 24), false);
        check(table(23, 24), table(25, 25), false);
    }
}
