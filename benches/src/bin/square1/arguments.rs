//! The command line of the benchmark.

use std::path::PathBuf;
use std::time::Duration;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench --bin square1 -- [OPTION]...

  --gordian PATH       the program, `gordian` beside this one by default
  --peer COMMAND       compare with another program; benches/README.md describes its interface
  --runs N             runs of each program, an odd number, 5 by default
  --positions N        silver positions per run, 1000000 by default
  --sample N           six-colour positions, 100 by default
  --time-limit SECONDS for each solution in the other metrics, 10 by default
  --only NAME          run only this part: silver, six, distances, solving or metrics; may be
                       repeated
  --out FOLDER         folder for the results, benches/results by default
  --name TEXT          machine name in the file names, the processor name by default

Tables are written to the temporary folder (TMPDIR) and take up to 2 GB.";

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Enumeration of the two-colour puzzle.
    Silver,
    /// Enumeration of the six-colour puzzle.
    Six,
    /// Distance queries to the silver table.
    Distances,
    /// Six-colour positions in the twist metric.
    Solving,
    /// Six-colour positions in the other metrics.
    Metrics,
}

impl Part {
    pub(crate) const ALL: [Self; 5] =
        [Self::Silver, Self::Six, Self::Distances, Self::Solving, Self::Metrics];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Silver => "silver",
            Self::Six => "six",
            Self::Distances => "distances",
            Self::Solving => "solving",
            Self::Metrics => "metrics",
        }
    }
}

/// The options of the benchmark.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) gordian: Option<PathBuf>,
    pub(crate) peer: Option<String>,
    /// Odd, so that one run is the median.
    pub(crate) runs: usize,
    pub(crate) positions: usize,
    pub(crate) sample: usize,
    pub(crate) time_limit: Duration,
    /// Empty selects all parts.
    only: Vec<Part>,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Parses the arguments; returns `None` if help was requested.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut arguments = Self {
            gordian: None,
            peer: None,
            runs: 5,
            positions: 1_000_000,
            sample: 100,
            time_limit: Duration::from_secs(10),
            only: Vec::new(),
            out: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
            name: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` requires a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--gordian" => arguments.gordian = Some(PathBuf::from(value()?)),
                "--peer" => arguments.peer = Some(value()?),
                "--runs" => {
                    let runs = value()?.parse().ok().filter(|runs| runs % 2 == 1);
                    arguments.runs = runs.ok_or("`--runs` requires an odd number")?;
                }
                "--positions" => arguments.positions = parse_positive(&word, &value()?)?,
                "--sample" => arguments.sample = parse_positive(&word, &value()?)?,
                "--time-limit" => {
                    let seconds = value()?.parse().ok().map(Duration::try_from_secs_f64);
                    let seconds = seconds.and_then(Result::ok);
                    arguments.time_limit = seconds.ok_or("`--time-limit` requires seconds")?;
                }
                "--only" => {
                    let name = value()?;
                    let part = Part::ALL.into_iter().find(|part| part.name() == name);
                    arguments.only.push(part.ok_or_else(|| format!("unknown part `{name}`"))?);
                }
                "--out" => arguments.out = PathBuf::from(value()?),
                "--name" => arguments.name = Some(value()?),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(Some(arguments))
    }

    /// Returns whether this part was requested.
    pub(crate) fn is_selected(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
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
        let plain = read("");
        assert_eq!((plain.runs, plain.positions, plain.sample), (5, 1_000_000, 100));
        assert!(plain.is_selected(Part::Silver) && plain.is_selected(Part::Metrics));
        let other = read("--runs 3 --only six --only solving --time-limit 0.5 --sample 7");
        assert_eq!((other.runs, other.sample), (3, 7));
        assert_eq!(other.time_limit, Duration::from_millis(500));
        assert_eq!(
            Part::ALL.map(|part| other.is_selected(part)),
            [false, true, false, true, false]
        );
    }

    #[test]
    fn invalid_options_are_rejected() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--runs 4", "`--runs` requires an odd number");
        check("--peer", "`--peer` requires a value");
        check("--sample 0", "`--sample` requires a positive number");
        check("--time-limit -1", "`--time-limit` requires seconds");
        check("--only gold", "unknown part `gold`");
        check("--rnus 4", "unknown option `--rnus`");
        assert!(read("--help").expect("correct").is_none());
    }
}
