//! The command line of the measurement.

use std::path::PathBuf;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench --bin elimination -- [OPTION]...

  --sizes LIST         box heights, 3,4,5,6,7,8 unless given: grids of 9, 16, 25, 36, 49, 64 rows
  --threads N          threads, all of the machine unless given
  --nodes N            nodes of a search that are measured at each size, 200 unless given
  --runs N             runs of each contestant, 50 unless given; the best counts
  --write              write the results to files; they are printed unless given
  --out FOLDER         where they are written, benches/results unless given
  --name TEXT          the machine's name in the file name, made from its processor unless given";

/// What to measure.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// Heights of boxes; a grid has as many rows as a box has cells.
    pub(crate) boxes: Vec<usize>,
    pub(crate) threads: usize,
    pub(crate) nodes: usize,
    pub(crate) runs: usize,
    pub(crate) write: bool,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Reads the arguments; `None` if help was asked for.
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
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
            let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--sizes" => {
                    let sizes = value()?;
                    let sizes = sizes.split(',').map(|size| match size.parse() {
                        Ok(height @ 2..=8) => Ok(height),
                        _ => Err("`--sizes` needs numbers from 2 to 8"),
                    });
                    arguments.boxes = sizes.collect::<Result<_, _>>()?;
                }
                "--threads" => arguments.threads = number(&word, &value()?)?,
                "--nodes" => arguments.nodes = number(&word, &value()?)?,
                "--runs" => arguments.runs = number(&word, &value()?)?,
                "--write" => arguments.write = true,
                "--out" => arguments.out = PathBuf::from(value()?),
                "--name" => arguments.name = Some(value()?),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(Some(arguments))
    }
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
        assert_eq!(read("").boxes, [3, 4, 5, 6, 7, 8]);
        let other = read("--sizes 3,8 --threads 4 --nodes 7 --runs 2 --write");
        assert_eq!((other.boxes, other.threads), (vec![3, 8], 4));
        assert_eq!((other.nodes, other.runs, other.write), (7, 2, true));
    }

    #[test]
    fn mistakes_are_told() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--sizes 3,9", "`--sizes` needs numbers from 2 to 8");
        check("--threads 0", "`--threads` needs a number above 0");
        check("--runs", "`--runs` needs a value");
        check("--thread 2", "unknown option `--thread`");
        assert!(read("--help").expect("correct").is_none());
    }
}
