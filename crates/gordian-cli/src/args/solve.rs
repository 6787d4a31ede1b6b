//! `gordian solve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{ArgGroup, Args};
use gordian::Engine;

use super::PuzzleArgs;
use super::memory::bytes;

/// More threads than this help nobody, and each holds the whole formula.
const MAX_THREADS: usize = 256;

/// Solve puzzles and models, and prove the solution unique
///
/// Reads puzzle files (TOML), models (JSON), and folders of them; `-` is standard input. Finds a
/// solution and goes on to prove that it is the only one, or shows a second one; a model with a goal
/// is optimised instead. Every solution is checked by the rules before it is shown.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian solve puzzles                             every puzzle in a folder
  gordian solve --count puzzles/golden-waste.toml   how many solutions
  gordian solve --conflict broken.toml              why there is none
  gordian solve --explain puzzles/horrendum.toml    every step of a person, and why
  gordian solve --json model.json                   for programs
  gordian solve --proof proof horrendum.toml        a proof for other programs to check")]
#[command(group = ArgGroup::new("task").args(["first", "count", "all"]))]
#[command(group = ArgGroup::new("several").args(["count", "all"]))]
pub(crate) struct SolveArgs {
    /// Puzzle files (TOML), models (JSON), folders of them, or `-`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Count the solutions
    #[arg(long)]
    pub(crate) count: bool,
    /// Show all solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// Count or show at most N solutions
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "several"
    )]
    pub(crate) limit: Option<u64>,

    /// Say which givens and rules exclude each other, where there is no solution
    ///
    /// The list is minimal: without any one of them, the others can be satisfied.
    #[arg(long, conflicts_with_all = ["task", "limit", "report", "confirm", "proof"])]
    pub(crate) conflict: bool,
    /// Explain the solution of a grid step by step, as a person would find it
    #[arg(long, conflicts_with = "conflict")]
    pub(crate) explain: bool,
    /// Say what the compiler made of each rule, and why
    #[arg(long)]
    pub(crate) report: bool,
    /// Have "none" and "no other" confirmed by a second engine, on the same clauses
    ///
    /// The two engines share no code. The compilation of the problem into clauses is not confirmed;
    /// docs/proofs.md says what speaks for it.
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Write a proof of "none" or "no other" to FILE.cnf and FILE.drat
    ///
    /// The proof covers the clauses in FILE.cnf, not the compilation of the problem into these
    /// clauses; docs/proofs.md says what speaks for that.
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    pub(crate) proof: Option<PathBuf>,

    /// Who answers
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines())]
    pub(crate) engine: Engine,
    /// How many threads may work on a file
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// How long a file may take, in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// How much memory the clauses of a model may take, such as 3GiB
    ///
    /// The default is half of the machine's memory. A model that needs more is undecided: the exit
    /// code is 3.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// The seed of everything random: the same seed gives the same answers
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,

    /// Write one JSON document a file, each on a line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Sudoku Cube of 3×3×3: find the turns that solve it, too
    #[arg(
        long,
        conflicts_with_all = ["several", "conflict", "ignore_reachability"],
        help_heading = "Options for one kind of puzzle"
    )]
    pub(crate) moves: bool,
    /// Square-1: the folder in which tables are kept, instead of the system's
    #[arg(long, value_name = "DIR", help_heading = "Options for one kind of puzzle")]
    pub(crate) cache: Option<PathBuf>,
}

fn engines() -> impl clap::builder::TypedValueParser<Value = Engine> {
    let value = |name: &'static str| {
        let help = match name {
            "auto" => "whoever answers this kind of problem fastest",
            "search" => "the search made for this kind of puzzle",
            "model" => "the naive model, decided by the default SAT engine",
            "batsat" => "the naive model, decided by batsat",
            "cadical" => "the naive model, decided by CaDiCaL",
            _ => return PossibleValue::new(name),
        };
        PossibleValue::new(name).help(help)
    };
    PossibleValuesParser::new(Engine::NAMES.map(value)).try_map(|name| name.parse::<Engine>())
}

/// Reads a number of threads.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let n = text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MAX_THREADS);
    n.ok_or_else(|| format!("not a number from 1 to {MAX_THREADS}"))
}

/// Reads a time limit.
pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.ok_or("not a number of seconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_are_seconds() {
        let check = |text, millis| {
            assert_eq!(seconds(text).ok(), Option::map(millis, Duration::from_millis), "{text}");
        };
        check("1", Some(1000));
        check("0.25", Some(250));
        check("0", Some(0));
        check("-1", None);
        check("inf", None);
        check("NaN", None);
        check("1e30", None);
        check("1s", None);
    }

    #[test]
    fn threads_are_few() {
        assert_eq!(threads("256").map(NonZeroUsize::get), Ok(256));
        assert!(threads("257").is_err());
        assert!(threads("0").is_err());
    }
}
