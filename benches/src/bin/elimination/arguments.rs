//! The command line of the benchmark.

use std::path::PathBuf;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench --bin elimination -- [OPTION]...

  --sizes LIST         box heights, 3,4,5,6,7,8 by default: grids of 9, 16, 25, 36, 49, 64 rows
  --threads N          threads, all of the machine by default
  --nodes N            search nodes per grid size, 200 by default
  --runs N             runs of each strategy, 50 by default; the best counts
  --write              write the results to files instead of standard output
  --out FOLDER         folder for the results, benches/results by default
  --name TEXT          machine name in the file names, the processor name by default";

/// The options of the benchmark.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// Box heights; a grid has as many rows as a box has cells.
    pub(crate) boxes: Vec<usize>,
    pub(crate) threads: usize,
    pub(crate) nodes: usize,
    pub(crate) runs: usize,
    pub(crate) write: bool,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Parses the arguments; returns `None` if help was requested.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut arguments = Self {
            boxes: vec![3, 4, 5, 6, 7, 8],
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            nodes: 200,
            runs: 50,
            write: false,
            out: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
            name: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` requires a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--sizes" => {
                    let sizes = value()?;
                    let sizes = sizes.split(',').map(|size| match size.parse() {
                        Ok(height @ 2..=8) => Ok(height),
                        _ => Err("`--sizes` requires numbers from 2 to 8"),
                    });
                    arguments.boxes = sizes.collect::<Result<_, _>>()?;
                }
                "--threads" => arguments.threads = parse_positive(&word, &value()?)?,
                "--nodes" => arguments.nodes = parse_positive(&word, &value()?)?,
                "--runs" => arguments.runs = parse_positive(&word, &value()?)?,
                "--write" => arguments.write = true,
                "--out" => arguments.out = PathBuf::from(value()?),
                "--name" => arguments.name = Some(value()?),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(Some(arguments))
    }
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
        assert_eq!(read("").boxes, [3, 4, 5, 6, 7, 8]);
        let other = read("--sizes 3,8 --threads 4 --nodes 7 --runs 2 --write");
        assert_eq!((other.boxes, other.threads), (vec![3, 8], 4));
        assert_eq!((other.nodes, other.runs, other.write), (7, 2, true));
    }

    #[test]
    fn invalid_options_are_rejected() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--sizes 3,9", "`--sizes` requires numbers from 2 to 8");
        check("--threads 0", "`--threads` requires a positive number");
        check("--runs", "`--runs` requires a value");
        check("--thread 2", "unknown option `--thread`");
        assert!(read("--help").expect("correct").is_none());
    }
}
