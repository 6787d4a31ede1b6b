//! Six-colour positions in the twist metric: with the silver table, with the full table, and
//! without a prebuilt table.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use gordian_atlas::square1::{BuildConfig, Database, PruningTable, ShortestPaths, SilverViews};
use gordian_bench::clock::{Cost, LEAST_SECONDS, measure, repetitions};
use gordian_bench::log;
use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::{Colours, Position};

use crate::square1::Square1Options;
use crate::square1::fixtures::{check_path, positions, table_state};

/// The result for one position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PositionResult {
    /// In seconds.
    pub(crate) wall: f64,
    pub(crate) distance: u64,
    /// Visited states; 0 for a distance query.
    pub(crate) nodes: u64,
}

/// The runs of one kind of query.
pub(crate) struct Row {
    pub(crate) query: &'static str,
    /// Per run: the total cost and the result for each position.
    pub(crate) runs: Vec<(Cost, Vec<PositionResult>)>,
}

impl Row {
    /// Returns the run with the median user time.
    pub(crate) fn median(&self) -> &(Cost, Vec<PositionResult>) {
        let mut sorted: Vec<&(Cost, Vec<PositionResult>)> = self.runs.iter().collect();
        sorted.sort_by(|a, b| a.0.user.total_cmp(&b.0.user));
        sorted[sorted.len() / 2]
    }
}

/// All measurements.
pub(crate) struct Solving {
    pub(crate) n_positions: usize,
    pub(crate) rows: Vec<Row>,
    /// Per run: the cost of building the silver table in memory and solving one position.
    pub(crate) cold: Vec<Cost>,
    /// The threads that build the table.
    pub(crate) threads: usize,
}

/// The queries, in the order of a run.
const QUERIES: [&str; 5] = [
    "silver table just opened: solution",
    "silver table: solution",
    "full table just opened: solution",
    "full table: distance",
    "full table: solution",
];

/// Solves the positions with every query, in the requested number of runs.
pub(crate) fn run(
    silver: &Path,
    full: &Path,
    options: &Square1Options,
) -> Result<Solving, Box<dyn Error>> {
    let positions = positions(Colours::Six, options.sample);
    let mut rows = QUERIES.map(|query| Row { query, runs: Vec::new() });
    let mut cold = Vec::new();
    for run in 0..options.rounds() {
        let [silver_opened, silver_again, full_opened, full_distance, full_again] = &mut rows;
        let views = SilverViews::new(Database::open(silver)?);
        silver_opened
            .runs
            .push(measure_positions(1, &positions, |position| solve(&views, position))?);
        let push_repeated = |row: &mut Row, query: &Query<'_>| -> Result<(), Box<dyn Error>> {
            // A first pass determines the number of repetitions.
            let n = repetitions(LEAST_SECONDS, measure_positions(1, &positions, query)?.0.wall);
            row.runs.push(measure_positions(n, &positions, query)?);
            Ok(())
        };
        push_repeated(silver_again, &|position| solve(&views, position))?;
        let full = Database::open(full)?;
        full_opened.runs.push(measure_positions(1, &positions, |position| solve(&full, position))?);
        push_repeated(full_distance, &|position| {
            let (state, parity) = table_state(full.model(), position);
            Ok((u64::from(full.distance(&state, parity)?), 0))
        })?;
        push_repeated(full_again, &|position| solve(&full, position))?;
        check_consistency(&rows)?;
        drop((views, full));
        let (cost, solved) = measure(1, || build_and_solve(&positions[run % positions.len()]));
        solved?;
        cold.push(cost);
        log(&format!("solving: run {} of {}", run + 1, options.rounds()));
    }
    let threads = BuildConfig::default().threads;
    Ok(Solving { n_positions: positions.len(), rows: rows.into(), cold, threads })
}

/// A query about a position; returns its distance and the number of visited states.
type Query<'a> = dyn Fn(&Position) -> Result<(u64, u64), Box<dyn Error>> + 'a;

/// Runs a query for every position, `repetitions` times; returns mean values.
fn measure_positions(
    repetitions: u32,
    positions: &[Position],
    query: impl Fn(&Position) -> Result<(u64, u64), Box<dyn Error>>,
) -> Result<(Cost, Vec<PositionResult>), Box<dyn Error>> {
    let mut all = vec![PositionResult::default(); positions.len()];
    let (cost, done) = measure(repetitions, || {
        for (position, answered) in positions.iter().zip(&mut all) {
            let start = Instant::now();
            (answered.distance, answered.nodes) = query(position)?;
            answered.wall += start.elapsed().as_secs_f64() / f64::from(repetitions);
        }
        Ok::<_, Box<dyn Error>>(())
    });
    done?;
    Ok((cost, all))
}

/// Solves and replays; returns the distance and the number of visited states.
fn solve<G: PruningTable>(table: &G, position: &Position) -> Result<(u64, u64), Box<dyn Error>> {
    let cancel = Cancel::new();
    let mut search = ShortestPaths::new(table, &cancel);
    let (state, parity) = table_state(table.model(), position);
    let path = search.shortest(&state, parity)?;
    check_path(table.model(), position, &path)?;
    Ok((path.len() as u64, search.nodes()))
}

/// Builds the silver table in memory with all threads, and solves one position with it.
fn build_and_solve(position: &Position) -> Result<(u64, u64), Box<dyn Error>> {
    let config = BuildConfig::default();
    let silver = Database::build_in_memory(Colours::Silver, &config, &Cancel::new(), &NoProgress)?;
    solve(&SilverViews::new(silver), position)
}

/// Checks that all queries return the same distances.
fn check_consistency(rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let distances = |row: &Row| -> Option<Vec<u64>> {
        Some(row.runs.last()?.1.iter().map(|answered| answered.distance).collect())
    };
    let first = distances(&rows[0]);
    match rows.iter().find(|row| distances(row) != first) {
        None => Ok(()),
        Some(row) => {
            Err(format!("`{}`: the distances differ from those of the first query", row.query)
                .into())
        }
    }
}
