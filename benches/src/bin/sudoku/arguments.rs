//! The command line of the measurement.

use std::path::PathBuf;

use gordian_core::SimdLevel;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench --bin sudoku -- [OPTION]... [FILE]...

  FILE                 puzzles, 81 characters a line; without files, sets that are made by seed
  --rounds N           runs of each contestant, an odd number, 11 unless given
  --limit N            only this limit: 1, some solution, or 2, the proof that there is no other
  --paths LIST         only these kinds of registers: some of avx512,avx2,portable
  --peer PATH          compare with the program made of benches/peers/sudoku-crate
  --gordian PATH       the program for the part `threads`; `gordian` beside this one unless given
  --threads LIST       numbers of threads for that part, 1,2 unless given
  --lines N            puzzles in a file for that part, 1000000 unless given
  --size N             puzzles in each set that is made, 10000 unless given
  --prove PATH         a large grid, or a folder of files that end in .txt, to be proved unique
  --first PATH         the same, to find a solution; both may be given several times. Without them
                       the part `large` makes grids with holes by seed
  --time-limit SECONDS for each answer of that part, 120 unless given
  --only NAME          only this part: whole, single, threads or large; may be given several times
  --write              write the results to files; they are printed unless given
  --out FOLDER         where they are written, benches/results unless given
  --name TEXT          the machine's name in the file name, made from its processor unless given";

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Whole files with the batch engine.
    Whole,
    /// One puzzle alone.
    Single,
    /// Files over threads, with the program.
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

/// What to measure.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) files: Vec<PathBuf>,
    /// Odd, so that one run is the median.
    pub(crate) rounds: usize,
    pub(crate) limits: Vec<u32>,
    /// Available ones only, fastest first.
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
    /// None is all.
    only: Vec<Part>,
    pub(crate) write: bool,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Reads the arguments; `None` if help was asked for.
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
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
            let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--rounds" => {
                    let rounds = value()?.parse().ok().filter(|rounds| rounds % 2 == 1);
                    arguments.rounds = rounds.ok_or("`--rounds` needs an odd number")?;
                }
                "--limit" => {
                    let limit = value()?.parse().ok().filter(|limit| [1, 2].contains(limit));
                    arguments.limits = vec![limit.ok_or("`--limit` needs 1 or 2")?];
                }
                "--paths" => arguments.paths = paths(&value()?)?,
                "--peer" => arguments.peer = Some(PathBuf::from(value()?)),
                "--gordian" => arguments.gordian = Some(PathBuf::from(value()?)),
                "--threads" => {
                    let list = value()?;
                    let numbers = list.split(',').map(|text| number(&word, text));
                    arguments.threads = numbers.collect::<Result<_, _>>()?;
                }
                "--lines" => arguments.lines = number(&word, &value()?)?,
                "--size" => arguments.size = number(&word, &value()?)?,
                "--prove" => arguments.prove.push(PathBuf::from(value()?)),
                "--first" => arguments.first.push(PathBuf::from(value()?)),
                "--time-limit" => {
                    let seconds = value()?.parse().ok().filter(|&seconds| seconds > 0);
                    arguments.time_limit = seconds.ok_or("`--time-limit` needs seconds")?;
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

    /// Returns whether this part was asked for.
    pub(crate) fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// Reads names of paths; they come fastest first.
fn paths(list: &str) -> Result<Vec<SimdLevel>, String> {
    let names: Vec<&str> = list.split(',').collect();
    for name in &names {
        let path = SimdLevel::ALL.into_iter().find(|path| path.name() == *name);
        let path = path.ok_or_else(|| format!("unknown path `{name}`"))?;
        if !path.is_available() {
            return Err(format!("this machine has no `{name}`"));
        }
    }
    Ok(SimdLevel::available().filter(|path| names.contains(&path.name())).collect())
}

fn number(option: &str, text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("`{option}` needs a number above 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Arguments>, String> {
        Arguments::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
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
        assert_eq!(Part::ALL.map(|part| some.wants(part)), [false, true, true, false]);
    }

    #[test]
    fn mistakes_are_told() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--rounds 4", "`--rounds` needs an odd number");
        check("--limit 3", "`--limit` needs 1 or 2");
        check("--paths portable,neon", "unknown path `neon`");
        check("--threads 1,", "`--threads` needs a number above 0");
        check("--peer", "`--peer` needs a value");
        check("--only hard", "unknown part `hard`");
        check("--time-limit 0", "`--time-limit` needs seconds");
        check("--rnuods 4", "unknown option `--rnuods`");
        assert!(read("--help").expect("correct").is_none());
    }
}
