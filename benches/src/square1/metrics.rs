//! Six-colour positions in the turn-counting metrics, with a time limit per position.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use gordian_atlas::square1::{
    Database, Metric, MetricSolution, PruningTable, SilverViews, shortest_in_metric,
};
use gordian_bench::clock::{Cost, measure};
use gordian_bench::log;
use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position};

use crate::square1::Square1Options;
use crate::square1::fixtures::{check_solution, positions};

/// The result for one position.
pub(crate) struct MetricSolve {
    /// In seconds.
    pub(crate) wall: f64,
    pub(crate) length: u32,
    pub(crate) lower_bound: u32,
    pub(crate) nodes: u64,
}

impl MetricSolve {
    /// Returns whether the solution is proved optimal.
    pub(crate) fn is_proved_optimal(&self) -> bool {
        self.length == self.lower_bound
    }
}

/// The results in one metric with one table.
pub(crate) struct MetricResults {
    pub(crate) metric: Metric,
    /// `full` or `silver`.
    pub(crate) table: &'static str,
    pub(crate) cost: Cost,
    pub(crate) found: Vec<MetricSolve>,
}

/// Solves every position in both metrics, with each table.
pub(crate) fn run(
    silver: &Path,
    full: &Path,
    options: &Square1Options,
) -> Result<Vec<MetricResults>, Box<dyn Error>> {
    let (full, views) = (Database::open(full)?, SilverViews::new(Database::open(silver)?));
    let positions = positions(Colours::Six, options.sample);
    let mut all = Vec::new();
    for metric in [Metric::Wca, Metric::Face] {
        let with_full = solve_all(&full, "full", &positions, metric, options)?;
        let with_silver = solve_all(&views, "silver", &positions, metric, options)?;
        check_consistency(&with_full, &with_silver)?;
        all.extend([with_full, with_silver]);
    }
    Ok(all)
}

/// Solves every position in one metric with one table.
fn solve_all<G: PruningTable>(
    table: &G,
    table_name: &'static str,
    positions: &[Position],
    metric: Metric,
    options: &Square1Options,
) -> Result<MetricResults, Box<dyn Error>> {
    let (cost, found) = measure(1, || {
        let solved = positions.iter().map(|position| solve_one(table, position, metric, options));
        solved.collect::<Result<Vec<MetricSolve>, Box<dyn Error>>>()
    });
    log(&format!("metric {}, {table_name} table: done", metric.name()));
    Ok(MetricResults { metric, table: table_name, cost, found: found? })
}

/// Checks that no lower bound proved with one table exceeds a length found with the other.
fn check_consistency(one: &MetricResults, other: &MetricResults) -> Result<(), Box<dyn Error>> {
    for (a, b) in one.found.iter().zip(&other.found) {
        if a.lower_bound > b.length || b.lower_bound > a.length {
            let name = one.metric.name();
            return Err(
                format!("metric {name}: a solution is shorter than a proved lower bound").into()
            );
        }
    }
    Ok(())
}

fn solve_one<G: PruningTable>(
    table: &G,
    position: &Position,
    metric: Metric,
    options: &Square1Options,
) -> Result<MetricSolve, Box<dyn Error>> {
    let start = Instant::now();
    let cancel = Cancel::new().with_time_limit(options.time_limit);
    let answer = shortest_in_metric(table, position, metric, &cancel)?;
    let wall = start.elapsed().as_secs_f64();
    let MetricSolution { sequence, length, lower_bound, nodes, .. } = answer;
    check_solution(position, &sequence)?;
    if metric.cost(&sequence) != length || lower_bound > length {
        return Err(format!("the length of the solution for {position} is wrong").into());
    }
    Ok(MetricSolve { wall, length, lower_bound, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradicting_bounds_are_rejected() {
        let table = |lower_bound, length| {
            let found = vec![MetricSolve { wall: 0.0, length, lower_bound, nodes: 1 }];
            let cost = Cost { user: 0.0, system: 0.0, wall: 0.0 };
            MetricResults { metric: Metric::Face, table: "full", cost, found }
        };
        let check =
            |one, other, expected| assert_eq!(check_consistency(&one, &other).is_ok(), expected);
        check(table(25, 25), table(25, 25), true);
        check(table(25, 25), table(23, 27), true);
        check(table(25, 25), table(23, 24), false);
        check(table(23, 24), table(25, 25), false);
    }
}
