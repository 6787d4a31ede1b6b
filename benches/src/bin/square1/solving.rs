//! Six-colour positions in twists: with the silver table, with the full one, and from nothing.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use gordian_atlas::square1::{BuildConfig, Database, PruningTable, ShortestPaths, SilverViews};
use gordian_bench::clock::{Cost, measure, repetitions};
use gordian_bench::note;
use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::{Colours, Position};

use crate::arguments::Arguments;
use crate::questions::{place, positions, replay};

/// One position answered.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Answered {
    /// In seconds.
    pub(crate) wall: f64,
    pub(crate) distance: u64,
    /// States looked at; none for a distance.
    pub(crate) nodes: u64,
}

/// The runs of one kind of question.
pub(crate) struct Row {
    pub(crate) question: &'static str,
    /// Each run: what all positions cost, and every one of them.
    pub(crate) runs: Vec<(Cost, Vec<Answered>)>,
}

impl Row {
    /// Returns the run that is the median by user time.
    pub(crate) fn median(&self) -> &(Cost, Vec<Answered>) {
        let mut sorted: Vec<&(Cost, Vec<Answered>)> = self.runs.iter().collect();
        sorted.sort_by(|a, b| a.0.user.total_cmp(&b.0.user));
        sorted[sorted.len() / 2]
    }
}

/// What was measured.
pub(crate) struct Solving {
    pub(crate) n_positions: usize,
    pub(crate) rows: Vec<Row>,
    /// Of each run: the silver table built in memory, and one position solved.
    pub(crate) cold: Vec<Cost>,
    /// Threads that build it.
    pub(crate) threads: usize,
}

/// The questions, in the order in which a run asks them.
const QUESTIONS: [&str; 5] = [
    "silver table just opened: solution",
    "silver table: solution",
    "full table just opened: solution",
    "full table: distance",
    "full table: solution",
];

/// Solves the positions in every way, as many runs as asked for.
pub(crate) fn collect(
    silver: &Path,
    full: &Path,
    arguments: &Arguments,
) -> Result<Solving, Box<dyn Error>> {
    let positions = positions(Colours::Six, arguments.sample);
    let mut rows = QUESTIONS.map(|question| Row { question, runs: Vec::new() });
    let mut cold = Vec::new();
    for run in 0..arguments.runs {
        let [silver_opened, silver_again, full_opened, full_distance, full_again] = &mut rows;
        let views = SilverViews::new(Database::open(silver)?);
        silver_opened.runs.push(each(1, &positions, |position| solve(&views, position))?);
        let often = |row: &mut Row, ask: &Ask<'_>| -> Result<(), Box<dyn Error>> {
            // Once more, to know how often.
            let n = repetitions(BATCH, each(1, &positions, ask)?.0.wall);
            row.runs.push(each(n, &positions, ask)?);
            Ok(())
        };
        often(silver_again, &|position| solve(&views, position))?;
        let full = Database::open(full)?;
        full_opened.runs.push(each(1, &positions, |position| solve(&full, position))?);
        often(full_distance, &|position| {
            let (state, parity) = place(full.model(), position);
            Ok((u64::from(full.distance(&state, parity)?), 0))
        })?;
        often(full_again, &|position| solve(&full, position))?;
        agree(&rows)?;
        drop((views, full));
        let (cost, solved) = measure(1, || from_nothing(&positions[run % positions.len()]));
        solved?;
        cold.push(cost);
        note(&format!("solving: run {} of {}", run + 1, arguments.runs));
    }
    let threads = BuildConfig::default().threads;
    Ok(Solving { n_positions: positions.len(), rows: rows.into(), cold, threads })
}

/// A question about a position; the answer is its distance, and how many states were looked at.
type Ask<'a> = dyn Fn(&Position) -> Result<(u64, u64), Box<dyn Error>> + 'a;

/// A run lasts so many seconds at least, so that the kernel, which samples, can tell user and system
/// time apart.
const BATCH: f64 = 0.2;

/// Asks the same of every position, all of them so many times; returns means.
fn each(
    repetitions: u32,
    positions: &[Position],
    ask: impl Fn(&Position) -> Result<(u64, u64), Box<dyn Error>>,
) -> Result<(Cost, Vec<Answered>), Box<dyn Error>> {
    let mut all = vec![Answered::default(); positions.len()];
    let (cost, done) = measure(repetitions, || {
        for (position, answered) in positions.iter().zip(&mut all) {
            let start = Instant::now();
            (answered.distance, answered.nodes) = ask(position)?;
            answered.wall += start.elapsed().as_secs_f64() / f64::from(repetitions);
        }
        Ok::<_, Box<dyn Error>>(())
    });
    done?;
    Ok((cost, all))
}

/// Solves and replays; returns the distance, and how many states were looked at.
fn solve<G: PruningTable>(guide: &G, position: &Position) -> Result<(u64, u64), Box<dyn Error>> {
    let cancel = Cancel::new();
    let mut ways = ShortestPaths::new(guide, &cancel);
    let (state, parity) = place(guide.model(), position);
    let way = ways.shortest(&state, parity)?;
    replay(guide.model(), position, &way)?;
    Ok((way.len() as u64, ways.nodes()))
}

/// Builds the silver table in memory, with all threads, and solves one position with it.
fn from_nothing(position: &Position) -> Result<(u64, u64), Box<dyn Error>> {
    let config = BuildConfig::default();
    let silver = Database::build_in_memory(Colours::Silver, &config, &Cancel::new(), &NoProgress)?;
    solve(&SilverViews::new(silver), position)
}

/// Every way to ask must come to the same distances.
fn agree(rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let distances = |row: &Row| -> Option<Vec<u64>> {
        Some(row.runs.last()?.1.iter().map(|answered| answered.distance).collect())
    };
    let first = distances(&rows[0]);
    match rows.iter().find(|row| distances(row) != first) {
        None => Ok(()),
        Some(row) => Err(format!("`{}`: other distances than the first way", row.question).into()),
    }
}
