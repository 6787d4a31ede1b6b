//! Options that the benchmarks share.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gordian_bench::log;
use gordian_bench::report::Document;

/// Options of all measurements.
#[derive(Clone, Debug, Args)]
pub(crate) struct CommonOptions {
    /// Run only this part; may be repeated. An unknown name lists the parts
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Runs of each solver, an odd number; the default depends on the benchmark
    #[arg(long, value_name = "N", value_parser = odd)]
    rounds: Option<usize>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

impl CommonOptions {
    /// Checks that `--only` has names of parts.
    pub(crate) fn check_parts(&self, parts: &[&str]) -> Result<(), String> {
        match self.only.iter().find(|name| !parts.contains(&name.as_str())) {
            Some(name) => Err(format!("unknown part `{name}`; the parts are {}", parts.join(", "))),
            None => Ok(()),
        }
    }

    /// Returns whether this part was requested.
    pub(crate) fn is_selected(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == part)
    }

    /// Returns whether the name contains one of the requested texts.
    pub(crate) fn is_match(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|text| name.contains(text.as_str()))
    }

    /// Returns the number of runs, which is odd, so that one run is the median.
    pub(crate) fn rounds(&self, default: usize) -> usize {
        self.rounds.unwrap_or(default)
    }
}

/// Where the results go.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputOptions {
    /// Write the results to files instead of standard output
    #[arg(long)]
    write: bool,
    /// The folder for the files
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/results"), hide_default_value = true)]
    out: PathBuf,
    /// The name of the machine in the file names [default: the name of the processor]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
}

impl OutputOptions {
    /// Writes the result to files, or prints the page.
    #[expect(clippy::print_stdout, reason = "the page is the output of the program")]
    pub(crate) fn finish(&self, document: &Document) -> Result<(), Box<dyn Error>> {
        if self.write {
            for path in document.write(&self.out, self.name.as_deref())? {
                log(&format!("written: {}", path.display()));
            }
        } else {
            println!("{}", document.page);
        }
        Ok(())
    }
}

/// Parses an odd number.
fn odd(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| number % 2 == 1);
    number.ok_or_else(|| "not an odd number".to_owned())
}

/// Parses a positive number.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse::<NonZeroUsize>();
    number.map(NonZeroUsize::get).map_err(|_| "not a positive number".to_owned())
}

/// Parses a time in seconds that is not zero.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "not a time in seconds".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    #[test]
    fn parts_are_selected() {
        let read = |words: &[&str]| {
            let command = CommonOptions::augment_args(clap::Command::new("bench"));
            let matches = command.get_matches_from([&["bench"], words].concat());
            CommonOptions::from_arg_matches(&matches).expect("correct")
        };
        let all = read(&[]);
        assert!(all.is_selected("six") && all.is_match("queens 50"));
        assert_eq!((all.rounds(5), read(&["--rounds", "3"]).rounds(5)), (5, 3));
        let some = read(&["--only", "six", "--only", "queens"]);
        assert!(some.is_selected("six") && !some.is_selected("silver"));
        assert!(some.is_match("queens 50") && !some.is_match("knapsack 30"));
        let error = some.check_parts(&["silver", "six"]).expect_err("an unknown part");
        assert_eq!(error, "unknown part `queens`; the parts are silver, six");
    }

    #[test]
    fn values_are_parsed() {
        assert_eq!(odd("3"), Ok(3));
        assert!(["4", "0", "-1", "x"].iter().all(|text| odd(text).is_err()));
        assert_eq!(positive("7"), Ok(7));
        assert!(["0", "-1", ""].iter().all(|text| positive(text).is_err()));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(["0", "-1", "x"].iter().all(|text| seconds(text).is_err()));
    }
}
