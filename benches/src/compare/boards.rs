//! Search on large generated Golden Waste boards.

use std::error::Error;

use gordian_bench::clock::{Cost, measure, median, repetitions};
use gordian_bench::log;
use gordian_core::Cancel;
use gordian_puzzles::{Cell, Goishi, Metadata};
use gordian_solve::goishi::{self, GenerateConfig};

use crate::compare::CompareOptions;

/// The name of this part of the comparison.
pub(crate) const NAME: &str = "boards";

/// Numbers of coins; 28% of the cells hold a coin.
const COINS: [usize; 2] = [250, 500];

/// The last seed; the first one is 0.
const LAST_SEED: u64 = 9;

/// The measurement of one board.
pub(crate) struct BoardRow {
    pub(crate) coins: usize,
    pub(crate) seed: u64,
    pub(crate) cost: Cost,
    /// Search nodes; equal on every machine.
    pub(crate) nodes: u64,
}

/// Searches a walk from the given start, in the requested number of runs.
fn measure_board(
    coins: usize,
    seed: u64,
    options: &CompareOptions,
) -> Result<BoardRow, Box<dyn Error>> {
    let made = goishi::generate(&GenerateConfig::new(coins, seed), &Cancel::new())?;
    let start = made.start();
    let search = |n, search_seed| {
        let config = goishi::Config { seed: search_seed, ..goishi::Config::default() };
        measure(n, || goishi::find(&made.board, Some(start), &config, &Cancel::new()))
    };
    let (warm, found) = search(1, 0);
    check_walk(&made.board, start, &found.walks)?;
    let n = repetitions(options.batch / 4.0, warm.wall);
    let costs: Vec<Cost> =
        (1..=options.rounds()).map(|run| search(n, options.seed(run)).0).collect();
    Ok(BoardRow { coins, seed, cost: median(&costs), nodes: found.statistics.nodes })
}

/// Measures every board.
pub(crate) fn measure_all(options: &CompareOptions) -> Result<Vec<BoardRow>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for coins in COINS {
        for seed in 0..=LAST_SEED {
            rows.push(measure_board(coins, seed, options)?);
        }
        log(&format!("boards of {coins} coins: done"));
    }
    Ok(rows)
}

/// Checks the walk against the rules of the puzzle.
fn check_walk(
    board: &goishi::Board,
    start: usize,
    walks: &[Vec<usize>],
) -> Result<(), Box<dyn Error>> {
    let cells: Vec<Cell> =
        board.coins().iter().map(|&(row, column)| Cell::new(row, column)).collect();
    let walk: Vec<Cell> =
        walks.first().ok_or("the search found no walk")?.iter().map(|&coin| cells[coin]).collect();
    let puzzle = Goishi {
        metadata: Metadata::default(),
        rows: board.rows(),
        columns: board.cols(),
        start: Some(cells[start]),
        coins: cells,
    };
    puzzle.check(&walk).map_err(|broken| format!("wrong walk: {broken:?}").into())
}
