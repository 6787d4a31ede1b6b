//! Measures Sudoku: whole files, single puzzles and files with several threads, compared with a
//! peer; large grids.
//!
//! The method is described in `benches/README.md`.

mod csv;
mod large;
mod peer;
mod report;
pub(crate) mod sets;
mod single;
mod threads;
mod whole;

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gordian_bench::process;
use gordian_core::SimdLevel;

use crate::options::{CommonOptions, positive, seconds};
use peer::Peer;
use report::Report;
use sets::Set;

/// The number of runs by default.
const ROUNDS: usize = 11;

/// The options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct SudokuOptions {
    /// Puzzles, one line of 81 characters each; without files, generated sets
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only this limit: 1, any solution, or 2, the proof that it is unique
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    limit: Option<u32>,
    /// Only these SIMD paths: some of avx512,avx2,portable
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = simd_level)]
    paths: Vec<SimdLevel>,
    /// Compare with the program built from benches/peers/sudoku-crate
    #[arg(long, value_name = "PATH")]
    peer: Option<PathBuf>,
    /// The program for the part `threads` [default: `gordian` beside this one]
    #[arg(long, value_name = "PATH")]
    gordian: Option<PathBuf>,
    /// Numbers of threads for the parts `threads` and `large`
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2", value_parser = positive)]
    threads: Vec<usize>,
    /// Puzzles per file for the part `threads`
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = positive)]
    lines: usize,
    /// Puzzles in each generated set
    #[arg(long, value_name = "N", default_value = "10000", value_parser = positive)]
    size: usize,
    /// A large grid, or a folder of .txt files, to be proved unique; may be repeated. Without files, the part `large`
    /// generates grids with holes by seed
    #[arg(long, value_name = "PATH")]
    prove: Vec<PathBuf>,
    /// The same, to find a solution
    #[arg(long, value_name = "PATH")]
    first: Vec<PathBuf>,
    /// The time for each grid of the part `large`
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    time_limit: Duration,
    #[command(flatten)]
    common: CommonOptions,
}

impl SudokuOptions {
    fn rounds(&self) -> usize {
        self.common.rounds(ROUNDS)
    }

    /// Returns the available SIMD levels that were requested, fastest first.
    fn simd_levels(&self) -> Vec<SimdLevel> {
        let is_requested = |path: &_| self.paths.is_empty() || self.paths.contains(path);
        SimdLevel::available().filter(is_requested).collect()
    }
}

/// Parses the name of an available SIMD path.
fn simd_level(name: &str) -> Result<SimdLevel, String> {
    let path = SimdLevel::ALL.into_iter().find(|path| path.name() == name);
    let path = path.ok_or("an unknown path")?;
    match path.is_available() {
        true => Ok(path),
        false => Err("this machine does not support it".to_owned()),
    }
}

/// Whole files with the batch engine.
const WHOLE: &str = "whole";
/// Single puzzles.
const SINGLE: &str = "single";
/// Files with several threads, with the program `gordian`.
const THREADS: &str = "threads";
/// Grids of more than nine rows.
const LARGE: &str = "large";

pub(crate) fn run(options: &SudokuOptions) -> Result<(), Box<dyn Error>> {
    options.common.check_parts(&[WHOLE, SINGLE, THREADS, LARGE])?;
    let limits = options.limit.map_or_else(|| vec![2, 1], |limit| vec![limit]);
    let levels = options.simd_levels();
    let folder = tempfile::tempdir()?;
    let peer = options.peer.as_deref().map(Peer::new).transpose()?;
    let needs_sets = [WHOLE, SINGLE, THREADS].iter().any(|part| options.common.is_selected(part));
    let sets: Vec<Set> = if !needs_sets {
        Vec::new()
    } else if options.files.is_empty() {
        sets::generate_sets(folder.path(), options.size)?
    } else {
        options.files.iter().map(|file| Set::open(file)).collect::<Result<_, _>>()?
    };
    let mut report = Report::new(options, peer.as_ref());
    let peer = peer.as_ref();
    for set in &sets {
        for &limit in &limits {
            if options.common.is_selected(WHOLE) {
                report.whole.push(whole::run(set, limit, peer, options)?);
            }
            if options.common.is_selected(SINGLE) {
                let results = single::run(set, limit, &levels, peer, options)?;
                report.single.push(results);
            }
            if options.common.is_selected(THREADS) {
                let gordian = process::gordian(options.gordian.as_deref())?;
                report.facts.push_program(&gordian);
                let threaded = threads::run(set, limit, &gordian, folder.path(), options)?;
                report.threaded.push(threaded);
            }
        }
    }
    if options.common.is_selected(LARGE) {
        for grid in large::grids(options)? {
            report.large.extend(large::run(&grid, options)?);
        }
    }
    options.common.output.finish(&report.document())
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    #[test]
    fn paths_are_parsed_and_sorted() {
        let read = |words: &[&str]| {
            let command = SudokuOptions::augment_args(clap::Command::new("sudoku"));
            let matches = command.get_matches_from([&["sudoku"], words].concat());
            SudokuOptions::from_arg_matches(&matches).expect("correct")
        };
        let plain = read(&[]);
        assert_eq!(plain.simd_levels(), SimdLevel::available().collect::<Vec<_>>());
        assert_eq!((plain.rounds(), plain.limit, plain.threads), (11, None, vec![1, 2]));
        let other = read(&["a.txt", "b.txt", "--paths", "portable", "--rounds", "3"]);
        assert_eq!(other.simd_levels(), [SimdLevel::Portable]);
        assert_eq!((other.rounds(), other.files.len()), (3, 2));
        assert!(simd_level("neon").is_err());
    }
}
