//! The command line of the benchmark.

use std::path::PathBuf;

use gordian_core::SimdLevel;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench --bin sudoku -- [OPTION]... [FILE]...

  FILE                 puzzles, one line of 81 characters each; without files, generated sets
  --rounds N           runs of each solver, an odd number, 11 by default
  --limit N            only this limit: 1, any solution, or 2, the proof that it is unique
  --paths LIST         only these SIMD paths: some of avx512,avx2,portable
  --peer PATH          compare with the program built from benches/peers/sudoku-crate
  --gordian PATH       the program for the part `threads`, `gordian` beside this one by default
  --threads LIST       numbers of threads for that part, 1,2 by default
  --lines N            puzzles per file for that part, 1000000 by default
  --size N             puzzles in each generated set, 10000 by default
  --prove PATH         a large grid, or a folder of .txt files, to be proved unique
  --first PATH         the same, to find a solution; both may be repeated. Without them,
                       the part `large` generates grids with holes by seed
  --time-limit SECONDS for each grid of that part, 120 by default
  --only NAME          run only this part: whole, single, threads or large; may be repeated
  --write              write the results to files instead of standard output
  --out FOLDER         folder for the results, benches/results by default
  --name TEXT          machine name in the file names, the processor name by default";

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Whole files with the batch engine.
    Whole,
    /// Single puzzles.
    Single,
    /// Files with several threads, with the program `gordian`.
    Threads,
    /// Grids of more than nine rows.
    Large,
}

impl Part {
    const ALL: [Self; 4] = [Self::Whole, Self::Single, Self::Threads, Self::Large];

    fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Single => "single",
            Self::Threads => "threads",
            Self::Large => "large",
        }
    }
}

/// The options of the benchmark.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) files: Vec<PathBuf>,
    /// Odd, so that one run is the median.
    pub(crate) rounds: usize,
    pub(crate) limits: Vec<u32>,
    /// Available SIMD levels, fastest first.
    pub(crate) paths: Vec<SimdLevel>,
    pub(crate) peer: Option<PathBuf>,
    pub(crate) gordian: Option<PathBuf>,
    pub(crate) threads: Vec<usize>,
    pub(crate) lines: usize,
    pub(crate) size: usize,
    pub(crate) prove: Vec<PathBuf>,
    pub(crate) first: Vec<PathBuf>,
    /// In seconds.
    pub(crate) time_limit: u64,
    /// Empty selects all parts.
    only: Vec<Part>,
    pub(crate) write: bool,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Parses the arguments; returns `None` if help was requested.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut arguments = Self {
            files: Vec::new(),
            rounds: 11,
            limits: vec![2, 1],
            paths: SimdLevel::available().collect(),
            peer: None,
            gordian: None,
            threads: vec![1, 2],
            lines: 1_000_000,
            size: 10_000,
            prove: Vec::new(),
            first: Vec::new(),
            time_limit: 120,
            only: Vec::new(),
            write: false,
            out: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
            name: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` requires a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--rounds" => {
                    let rounds = value()?.parse().ok().filter(|rounds| rounds % 2 == 1);
                    arguments.rounds = rounds.ok_or("`--rounds` requires an odd number")?;
                }
                "--limit" => {
                    let limit = value()?.parse().ok().filter(|limit| [1, 2].contains(limit));
                    arguments.limits = vec![limit.ok_or("`--limit` requires 1 or 2")?];
                }
                "--paths" => arguments.paths = parse_paths(&value()?)?,
                "--peer" => arguments.peer = Some(PathBuf::from(value()?)),
                "--gordian" => arguments.gordian = Some(PathBuf::from(value()?)),
                "--threads" => {
                    let list = value()?;
                    let numbers = list.split(',').map(|text| parse_positive(&word, text));
                    arguments.threads = numbers.collect::<Result<_, _>>()?;
                }
                "--lines" => arguments.lines = parse_positive(&word, &value()?)?,
                "--size" => arguments.size = parse_positive(&word, &value()?)?,
                "--prove" => arguments.prove.push(PathBuf::from(value()?)),
                "--first" => arguments.first.push(PathBuf::from(value()?)),
                "--time-limit" => {
                    let seconds = value()?.parse().ok().filter(|&seconds| seconds > 0);
                    arguments.time_limit = seconds.ok_or("`--time-limit` requires seconds")?;
                }
                "--only" => {
                    let name = value()?;
                    let part = Part::ALL.into_iter().find(|part| part.name() == name);
                    arguments.only.push(part.ok_or_else(|| format!("unknown part `{name}`"))?);
                }
                "--write" => arguments.write = true,
                "--out" => arguments.out = PathBuf::from(value()?),
                "--name" => arguments.name = Some(value()?),
                _ if word.starts_with('-') => return Err(format!("unknown option `{word}`")),
                _ => arguments.files.push(PathBuf::from(word)),
            }
        }
        Ok(Some(arguments))
    }

    /// Returns whether this part was requested.
    pub(crate) fn is_selected(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// Parses SIMD path names; returns the paths fastest first.
fn parse_paths(list: &str) -> Result<Vec<SimdLevel>, String> {
    let names: Vec<&str> = list.split(',').collect();
    for name in &names {
        let path = SimdLevel::ALL.into_iter().find(|path| path.name() == *name);
        let path = path.ok_or_else(|| format!("unknown path `{name}`"))?;
        if !path.is_available() {
            return Err(format!("this machine does not support `{name}`"));
        }
    }
    Ok(SimdLevel::available().filter(|path| names.contains(&path.name())).collect())
}

fn parse_positive(option: &str, text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("`{option}` requires a positive number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Arguments>, String> {
        Arguments::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed() {
        let read = |line| read(line).expect("correct").expect("no help");
        let plain = read("");
        assert_eq!((plain.rounds, plain.limits), (11, vec![2, 1]));
        assert_eq!(plain.paths, SimdLevel::available().collect::<Vec<_>>());
        assert!(plain.files.is_empty() && !plain.write);
        let other = read("a.txt --rounds 3 --limit 1 b.txt --paths portable --threads 1,4 --write");
        assert_eq!(other.files, [PathBuf::from("a.txt"), PathBuf::from("b.txt")]);
        assert_eq!((other.rounds, other.limits, other.threads), (3, vec![1], vec![1, 4]));
        assert_eq!(other.paths, [SimdLevel::Portable]);
        assert!(other.write);
        let some = read("--only single --only threads");
        assert_eq!(Part::ALL.map(|part| some.is_selected(part)), [false, true, true, false]);
    }

    #[test]
    fn invalid_options_are_rejected() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--rounds 4", "`--rounds` requires an odd number");
        check("--limit 3", "`--limit` requires 1 or 2");
        check("--paths portable,neon", "unknown path `neon`");
        check("--threads 1,", "`--threads` requires a positive number");
        check("--peer", "`--peer` requires a value");
        check("--only hard", "unknown part `hard`");
        check("--time-limit 0", "`--time-limit` requires seconds");
        check("--rnuods 4", "unknown option `--rnuods`");
        assert!(read("--help").expect("correct").is_none());
    }
}
