//! Latency of single puzzles, from the text to the answer.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use gordian_bench::log;
use gordian_core::SimdLevel;
use gordian_sudoku::classic::single::SingleSolver;

use crate::sudoku::SudokuOptions;
use crate::sudoku::peer::Peer;
use crate::sudoku::sets::{Set, check_solution};
use crate::sudoku::whole::Solver;

/// The measurements of one file with one limit.
pub(crate) struct SingleResults {
    pub(crate) set: String,
    pub(crate) n: usize,
    pub(crate) limit: u32,
    /// The SIMD paths, fastest first, then the peer if there is one.
    pub(crate) rows: Vec<Row>,
}

impl SingleResults {
    /// Returns the row of a solver.
    pub(crate) fn row(&self, solver: Solver) -> Option<&Row> {
        self.rows.iter().find(|row| row.solver == solver)
    }
}

/// The latencies of one solver.
pub(crate) struct Row {
    pub(crate) solver: Solver,
    /// Nanoseconds per puzzle, the best of all runs, in file order.
    best: Vec<u64>,
}

/// The distribution of latencies in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) median: u64,
    /// The 99th percentile.
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

    /// Merges the times of another run.
    fn keep_best(&mut self, times: &[u64]) {
        for (best, &time) in self.best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
}

/// Measures all solvers on each puzzle in alternating runs. Every answer is checked, and solution
/// counts are compared between paths.
pub(crate) fn run(
    set: &Set,
    limit: u32,
    paths: &[SimdLevel],
    peer: Option<&Peer>,
    options: &SudokuOptions,
) -> Result<SingleResults, Box<dyn Error>> {
    let mut engines: Vec<(SimdLevel, SingleSolver)> =
        paths.iter().filter_map(|&path| Some((path, SingleSolver::new(path)?))).collect();
    let mut solvers: Vec<Solver> = engines.iter().map(|(path, _)| Solver::Gordian(*path)).collect();
    solvers.extend(peer.map(|_| Solver::Peer));
    let n = set.puzzles.len();
    let row = |solver| Row { solver, best: vec![u64::MAX; n] };
    let mut rows: Vec<Row> = solvers.into_iter().map(row).collect();
    let mut counts = peer.map(|peer| peer.answers(&set.path, limit)).transpose()?.map(|answers| {
        // Invalid lines count as 0 here.
        answers
            .iter()
            .map(|answer| if answer.n_solutions > limit { 0 } else { answer.n_solutions })
            .collect()
    });
    let mut times = vec![0; n];
    for run in 1..=options.rounds() {
        for ((path, engine), row) in engines.iter_mut().zip(&mut rows) {
            let found = pass(set, limit, engine, &mut times)?;
            if *counts.get_or_insert_with(|| found.clone()) != found {
                return Err(
                    format!("{}, {}: different solution counts", set.name, path.name()).into()
                );
            }
            row.keep_best(&times);
        }
        if let (Some(peer), Some(row)) = (peer, rows.last_mut()) {
            row.keep_best(&peer.time_puzzles(&set.path, limit)?);
        }
        log(&format!("{}, limit {limit}, alone: run {run} of {}", set.name, options.rounds()));
    }
    Ok(SingleResults { set: set.name.clone(), n, limit, rows })
}

/// Solves each puzzle and records its nanoseconds; returns the solution counts.
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
        check_solution(puzzle, count, &solution)?;
        counts.push(count);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_time_of_all_runs_is_kept() {
        let mut row = Row { solver: Solver::Peer, best: vec![u64::MAX; 101] };
        let rising: Vec<u64> = (100..=200).collect();
        let falling: Vec<u64> = (50..=150).rev().collect();
        row.keep_best(&rising);
        let expected = Spread { mean: 150.0, median: 150, p99: 199, greatest: 200 };
        assert_eq!(row.spread(), expected);
        row.keep_best(&falling);
        assert_eq!((row.best[0], row.best[25], row.best[100]), (100, 125, 50));
    }
}
