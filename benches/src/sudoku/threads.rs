//! Files with several threads: the program `gordian` in separate processes.

use std::error::Error;
use std::path::Path;

use gordian_bench::clock::Cost;
use gordian_bench::{log, process};
use gordian_sudoku::classic::batch::{BatchSolver, Counters, SolveResult};

use crate::sudoku::SudokuOptions;
use crate::sudoku::sets::Set;

/// The runs with one number of threads.
pub(crate) struct Row {
    pub(crate) threads: usize,
    pub(crate) costs: Vec<Cost>,
    /// Peak memory of all runs in bytes.
    pub(crate) peak: u64,
}

impl Row {
    /// Returns the run with the median wall time.
    pub(crate) fn median(&self) -> Cost {
        let mut sorted = self.costs.clone();
        sorted.sort_by(|a, b| a.wall.total_cmp(&b.wall));
        sorted[sorted.len() / 2]
    }
}

/// The measurements of one file with one limit.
pub(crate) struct ThreadResults {
    pub(crate) set: String,
    /// The number of puzzles, and the file size in bytes.
    pub(crate) size: (usize, usize),
    pub(crate) limit: u32,
    pub(crate) rows: Vec<Row>,
}

/// Lets the program count the solutions of a file in alternating runs with each number of threads.
/// The file repeats the set until it has the requested number of puzzles, so that the start of the
/// process is negligible. The output is compared with the counts of the engine.
pub(crate) fn run(
    set: &Set,
    limit: u32,
    gordian: &Path,
    folder: &Path,
    options: &SudokuOptions,
) -> Result<ThreadResults, Box<dyn Error>> {
    let copies = options.lines.div_ceil(set.puzzles.len());
    let file = folder.join("threads.txt");
    let once: Vec<u8> =
        set.puzzles.iter().flat_map(|puzzle| [&puzzle[..], b"\n"].concat()).collect();
    fs_err::write(&file, once.repeat(copies))?;
    let expected = counts(set, limit)?.repeat(copies);
    let row = |&threads| Row { threads, costs: Vec::new(), peak: 0 };
    let mut rows: Vec<Row> = options.threads.iter().map(row).collect();
    for run in 0..=options.rounds() {
        for row in &mut rows {
            let (program, limit) = (gordian.display(), limit.to_string());
            let (file, threads) = (file.display().to_string(), row.threads.to_string());
            let words = ["sudoku", "count", "--limit", &limit, "--threads", &threads, &file];
            let command: Vec<String> =
                [program.to_string()].into_iter().chain(words.map(str::to_owned)).collect();
            let ran = process::run(&command, true)?;
            if ran.output != expected {
                let threads = row.threads;
                let what = "the counts differ from those of the engine";
                return Err(format!("{}, {threads} threads: {what}", set.name).into());
            }
            row.peak = row.peak.max(ran.peak);
            if run > 0 {
                row.costs.push(ran.cost);
            }
        }
        log(&format!("{}, limit {limit}, threads: run {run} of {}", set.name, options.rounds()));
    }
    fs_err::remove_file(&file)?;
    let size = (set.puzzles.len() * copies, once.len() * copies);
    Ok(ThreadResults { set: set.name.clone(), size, limit, rows })
}

/// Returns the expected output: one count per line.
fn counts(set: &Set, limit: u32) -> Result<String, Box<dyn Error>> {
    let mut answers = vec![SolveResult::NO_SOLUTION; set.puzzles.len()];
    let cancel = gordian_core::Cancel::new();
    BatchSolver::best().solve(&set.puzzles, limit, &mut answers, &mut Counters::default(), &cancel);
    if answers.iter().any(|answer| answer.n_solutions == SolveResult::INVALID) {
        return Err(format!("{}: a puzzle is invalid", set.name).into());
    }
    Ok(answers.iter().map(|answer| format!("{}\n", answer.n_solutions)).collect())
}
