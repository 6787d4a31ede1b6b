//! The command line of the comparison.

use std::path::PathBuf;

pub(crate) const HELP: &str = "\
cargo run --release -p gordian-bench -- [OPTION]...

  --peer COMMAND    compare with a peer solver, such as \"python3 benches/peers/cpsat.py\"
  --runs N          runs of each solver, an odd number, 11 by default
  --batch SECONDS   repeat short tasks until a run takes this long, 0.2 by default
  --seeds           use a different seed in each run instead of seed 0
  --only NAME       run only this puzzle, or `boards`; may be repeated
  --out FOLDER      folder for the results, benches/results by default
  --name TEXT       machine name in the file names, the processor name by default";

/// The options of the comparison.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) peer: Option<String>,
    /// Odd, so that one run is the median.
    pub(crate) runs: u32,
    /// In seconds.
    pub(crate) batch: f64,
    pub(crate) vary_seeds: bool,
    only: Vec<String>,
    pub(crate) out: PathBuf,
    pub(crate) name: Option<String>,
}

impl Arguments {
    /// Parses the arguments; returns `None` if help was requested.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut arguments = Self {
            peer: None,
            runs: 11,
            batch: 0.2,
            vary_seeds: false,
            only: Vec::new(),
            out: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
            name: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` requires a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--peer" => arguments.peer = Some(value()?),
                "--runs" => {
                    let runs = value()?.parse().ok().filter(|runs| runs % 2 == 1);
                    arguments.runs = runs.ok_or("`--runs` requires an odd number")?;
                }
                "--batch" => {
                    let batch = value()?.parse().ok().filter(|batch| (0.0..=60.0).contains(batch));
                    arguments.batch = batch.ok_or("`--batch` requires 0 to 60 seconds")?;
                }
                "--seeds" => arguments.vary_seeds = true,
                "--only" => arguments.only.push(value()?),
                "--out" => arguments.out = PathBuf::from(value()?),
                "--name" => arguments.name = Some(value()?),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        Ok(Some(arguments))
    }

    /// Returns whether this part was requested.
    pub(crate) fn is_selected(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// Returns the seed of a run.
    pub(crate) fn seed(&self, run: u32) -> u64 {
        if self.vary_seeds { u64::from(run) } else { 0 }
    }
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
        assert_eq!((plain.runs, plain.seed(7), plain.is_selected("boards")), (11, 0, true));
        let other = read("--runs 3 --seeds --only boards --peer cpsat");
        assert_eq!((other.runs, other.seed(2), other.is_selected("horrendum")), (3, 2, false));
        assert!(other.is_selected("boards"));
        assert_eq!(other.peer.as_deref(), Some("cpsat"));
    }

    #[test]
    fn invalid_options_are_rejected() {
        let check = |line, expected: &str| assert_eq!(read(line).expect_err(line), expected);
        check("--runs 4", "`--runs` requires an odd number");
        check("--runs", "`--runs` requires a value");
        check("--batch -1", "`--batch` requires 0 to 60 seconds");
        check("--rnus 4", "unknown option `--rnus`");
        assert!(read("--help").expect("correct").is_none());
    }
}
