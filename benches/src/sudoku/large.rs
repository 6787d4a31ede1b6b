//! Horrendum (irregular regions, a diagonal) and grids of more than nine rows, from the grid in
//! memory to the checked answer, with the engine that `gordian_solve::solve` chooses.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use gordian_bench::clock::{Cost, LEAST_SECONDS, measure, median, repetitions};
use gordian_bench::{Instance, log};
use gordian_core::{Cancel, NoProgress};
use gordian_grid::{Grid, Layout};
use gordian_puzzles::{GridPuzzle, Puzzle};
use gordian_solve::{Answer, Problem, Request, Task, solve};
use gordian_sudoku::formats::parse_document;
use gordian_sudoku::tasks::balanced_holes;

use crate::sudoku::SudokuOptions;

/// The measurement of a grid ends when its runs have taken this many seconds.
const ENOUGH_SECONDS: f64 = 5.0;

/// Grids that are generated if no files are given: box height, percentage of holes.
const GENERATED: [(usize, usize); 2] = [(6, 48), (7, 43)];

/// Seeds of each size.
const SEEDS: u64 = 5;

/// A grid and its task.
pub(crate) struct LargeGrid {
    name: String,
    problem: Problem,
    rows: usize,
    task: Task,
}

/// The runs of a grid with one number of threads.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) rows: usize,
    pub(crate) task: &'static str,
    pub(crate) threads: usize,
    pub(crate) costs: Vec<Cost>,
    /// `unique`, `several`, `solved`, `none`, or the reason for stopping.
    pub(crate) outcome: String,
    /// The engine that solved the grid.
    pub(crate) engine: String,
}

impl Row {
    pub(crate) fn median(&self) -> Cost {
        median(&self.costs)
    }
}

/// Returns Horrendum and the requested files; generates grids if there are no files.
pub(crate) fn grids(options: &SudokuOptions) -> Result<Vec<LargeGrid>, Box<dyn Error>> {
    let mut grids = vec![horrendum()?];
    for (paths, task) in [(&options.prove, Task::Prove), (&options.first, Task::First)] {
        for file in paths.iter().map(|path| files(path)).collect::<Result<Vec<_>, _>>()?.concat() {
            grids.push(parse_file(&file, task)?);
        }
    }
    if grids.len() == 1 {
        for (height, percent) in GENERATED {
            let layout = Layout::boxes(height, height)?;
            for seed in 0..SEEDS {
                let holes = layout.n_cells() * percent / 100;
                let made = balanced_holes(&layout, holes, seed)?;
                let name = format!("{0}×{0}, {percent}% holes, seed {seed}", layout.n());
                grids.push(to_large_grid(name, &made.puzzle, Task::First));
            }
        }
    }
    Ok(grids)
}

fn horrendum() -> Result<LargeGrid, Box<dyn Error>> {
    let instances = Instance::all();
    let horrendum = instances.into_iter().find(|instance| instance.name == "horrendum");
    let puzzle = horrendum.ok_or("no Horrendum")?.puzzle;
    let rows = puzzle.as_kind::<GridPuzzle>().ok_or("Horrendum is not a grid")?.n();
    Ok(LargeGrid {
        name: "Horrendum".to_owned(),
        problem: Problem::Puzzle(puzzle),
        rows,
        task: Task::Prove,
    })
}

/// Returns a file, or the `.txt` files of a folder by name.
fn files(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs_err::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}

fn parse_file(file: &Path, task: Task) -> Result<LargeGrid, Box<dyn Error>> {
    let wrong = |what: &str| format!("{}: {what}", file.display());
    let entries = parse_document(&fs_err::read_to_string(file)?, None);
    let [entry] = &entries[..] else { return Err(wrong("not one grid").into()) };
    let read = entry.result.as_ref().map_err(|error| wrong(&error.to_string()))?;
    let name = file.file_stem().unwrap_or(file.as_os_str()).display().to_string();
    Ok(to_large_grid(name, &read.puzzle, task))
}

fn to_large_grid(name: String, grid: &Grid, task: Task) -> LargeGrid {
    let puzzle = GridPuzzle::new(grid.clone());
    LargeGrid { name, rows: puzzle.n(), problem: Problem::Puzzle(Puzzle::new(puzzle)), task }
}

/// Solves a grid in alternating runs with each number of threads. `solve` itself checks solutions
/// against the rules; an error ends the benchmark.
pub(crate) fn run(grid: &LargeGrid, options: &SudokuOptions) -> Result<Vec<Row>, Box<dyn Error>> {
    let row = |&threads| Row {
        name: grid.name.clone(),
        rows: grid.rows,
        task: if grid.task == Task::First { "first" } else { "prove" },
        threads,
        costs: Vec::new(),
        outcome: String::new(),
        engine: String::new(),
    };
    let mut rows: Vec<Row> = options.threads.iter().map(row).collect();
    for row in &mut rows {
        let request = Request {
            task: grid.task,
            threads: NonZeroUsize::new(row.threads).ok_or("no threads")?,
            time_limit: Some(options.time_limit),
            ..Request::default()
        };
        let solve_once = || solve(&grid.problem, &request, &Cancel::new(), &NoProgress);
        let (first, answer) = measure(1, solve_once);
        let answer = answer.map_err(|error| format!("{}: {error}", grid.name))?;
        row.outcome = outcome(&answer);
        row.engine = answer.engine;
        if first.wall >= ENOUGH_SECONDS {
            row.costs.push(first);
            continue;
        }
        let n = repetitions(LEAST_SECONDS, first.wall);
        let mut spent = 0.0;
        while row.costs.len() < options.rounds() && spent < ENOUGH_SECONDS {
            let (cost, answer) = measure(n, solve_once);
            let answer = answer.map_err(|error| format!("{}: {error}", grid.name))?;
            if outcome(&answer) != row.outcome {
                return Err(format!("{}: the outcome differs between runs", grid.name).into());
            }
            row.costs.push(cost);
            spent += cost.wall * f64::from(n);
        }
    }
    log(&format!("{}: done", grid.name));
    Ok(rows)
}

fn outcome(answer: &Answer) -> String {
    match (answer.unique, answer.solutions.len(), answer.limit) {
        (Some(true), ..) => "unique".to_owned(),
        (Some(false), ..) => "several".to_owned(),
        (None, 1.., None) => "solved".to_owned(),
        (None, 1.., Some(_)) => "solved, not proved".to_owned(),
        (None, 0, None) => "none".to_owned(),
        (None, 0, Some(limit)) => format!("stopped: {limit:?}"),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    #[test]
    fn files_become_questions() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs_err::write(folder.path().join(name), text).expect("written");
        };
        write("b.txt", "# one\n1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n");
        write("a.sol", "no grid");
        let files = files(folder.path()).expect("read");
        assert_eq!(files, [folder.path().join("b.txt")]);
        let grid = parse_file(&files[0], Task::Prove).expect("a grid");
        assert_eq!((grid.name.as_str(), grid.rows), ("b", 4));
        let words = ["sudoku", "--rounds", "1", "--threads", "1"];
        let matches = SudokuOptions::augment_args(clap::Command::new("sudoku"));
        let matches = matches.get_matches_from(words);
        let options = SudokuOptions::from_arg_matches(&matches).expect("correct");
        let rows = run(&grid, &options).expect("answered");
        assert_eq!((rows.len(), rows[0].outcome.as_str(), rows[0].costs.len()), (1, "unique", 1));
        write("b.txt", "1 2\n");
        assert!(parse_file(&files[0], Task::First).is_err());
    }
}
