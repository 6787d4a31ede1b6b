//! One puzzle alone, from its text to the answer: how long somebody waits.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use gordian_bench::note;
use gordian_core::SimdLevel;
use gordian_sudoku::classic::single::SingleSolver;

use crate::arguments::Arguments;
use crate::peer::Peer;
use crate::sets::{Set, judge};
use crate::whole::Who;

/// What was measured on one file with one limit.
pub(crate) struct Waits {
    pub(crate) set: String,
    pub(crate) n: usize,
    pub(crate) limit: u32,
    /// The paths, fastest first; then the peer, if there is one.
    pub(crate) rows: Vec<Row>,
}

impl Waits {
    /// Returns the row of a contestant.
    pub(crate) fn row(&self, who: Who) -> Option<&Row> {
        self.rows.iter().find(|row| row.who == who)
    }
}

/// The waits of one contestant.
pub(crate) struct Row {
    pub(crate) who: Who,
    /// Nanoseconds for each puzzle, the best of all runs, in the order of the file.
    best: Vec<u64>,
}

/// How waits are distributed, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) median: u64,
    /// One in a hundred takes longer.
    pub(crate) p99: u64,
    pub(crate) greatest: u64,
}

impl Row {
    pub(crate) fn spread(&self) -> Spread {
        let mut sorted = self.best.clone();
        sorted.sort_unstable();
        let last = sorted.len() - 1;
        Spread {
            mean: sorted.iter().sum::<u64>() as f64 / sorted.len() as f64,
            median: sorted[last / 2],
            p99: sorted[last * 99 / 100],
            greatest: sorted[last],
        }
    }

    /// Takes the times of another run.
    fn take(&mut self, times: &[u64]) {
        for (best, &time) in self.best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
}

/// Lets all solve each puzzle of a file in turn, run after run. Every answer is judged, and counts
/// are compared between paths.
pub(crate) fn collect(
    set: &Set,
    limit: u32,
    paths: &[SimdLevel],
    peer: Option<&Peer>,
    arguments: &Arguments,
) -> Result<Waits, Box<dyn Error>> {
    let mut engines: Vec<(SimdLevel, SingleSolver)> =
        paths.iter().filter_map(|&path| Some((path, SingleSolver::new(path)?))).collect();
    let mut contestants: Vec<Who> = engines.iter().map(|(path, _)| Who::Gordian(*path)).collect();
    contestants.extend(peer.map(|_| Who::Peer));
    let n = set.puzzles.len();
    let row = |who| Row { who, best: vec![u64::MAX; n] };
    let mut rows: Vec<Row> = contestants.into_iter().map(row).collect();
    let mut counts = peer.map(|peer| peer.answers(&set.path, limit)).transpose()?.map(|answers| {
        // Lines that cannot be read are counted as 0 here.
        answers
            .iter()
            .map(|answer| if answer.n_solutions > limit { 0 } else { answer.n_solutions })
            .collect()
    });
    let mut times = vec![0; n];
    for run in 1..=arguments.rounds {
        for ((path, engine), row) in engines.iter_mut().zip(&mut rows) {
            let found = pass(set, limit, engine, &mut times)?;
            if *counts.get_or_insert_with(|| found.clone()) != found {
                return Err(format!("{}, {}: other counts", set.name, path.name()).into());
            }
            row.take(&times);
        }
        if let (Some(peer), Some(row)) = (peer, rows.last_mut()) {
            row.take(&peer.single(&set.path, limit)?);
        }
        note(&format!("{}, limit {limit}, alone: run {run} of {}", set.name, arguments.rounds));
    }
    Ok(Waits { set: set.name.clone(), n, limit, rows })
}

/// Solves each puzzle and notes its nanoseconds; returns the counts.
fn pass(
    set: &Set,
    limit: u32,
    engine: &mut SingleSolver,
    times: &mut [u64],
) -> Result<Vec<u32>, Box<dyn Error>> {
    let mut counts = Vec::with_capacity(set.puzzles.len());
    let mut solution = [b'.'; 81];
    for (puzzle, time) in set.puzzles.iter().zip(times) {
        let start = Instant::now();
        let count = black_box(engine.solve_line(black_box(puzzle), limit, &mut solution));
        *time = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let count = count.unwrap_or(0);
        judge(puzzle, count, &solution)?;
        counts.push(count);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_all_runs_counts() {
        let mut row = Row { who: Who::Peer, best: vec![u64::MAX; 101] };
        let rising: Vec<u64> = (100..=200).collect();
        let falling: Vec<u64> = (50..=150).rev().collect();
        row.take(&rising);
        let expected = Spread { mean: 150.0, median: 150, p99: 199, greatest: 200 };
        assert_eq!(row.spread(), expected);
        row.take(&falling);
        assert_eq!((row.best[0], row.best[25], row.best[100]), (100, 125, 50));
    }
}
