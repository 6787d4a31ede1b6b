//! `gordian solve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{ArgGroup, Args};
use gordian::Engine;

use super::PuzzleArgs;
use super::values::{bytes, seconds, threads};

/// Solve puzzles and models, and prove that the solution is unique
///
/// Reads puzzle files (TOML), models (JSON) and directories of them; `-` is standard input. Finds a
/// solution and then proves that it is unique, or shows a second one. A model with an objective is
/// optimised instead. Every solution is checked against the rules before it is shown.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian solve puzzles                             every puzzle in a directory
  gordian solve --count puzzles/golden-waste.toml   count the solutions
  gordian solve --conflict broken.toml              why there is no solution
  gordian solve --explain puzzles/horrendum.toml    logical steps with reasons
  gordian solve --json model.json                   JSON output
  gordian solve --proof proof horrendum.toml        a proof for proof checkers")]
#[command(group = ArgGroup::new("task").args(["first", "determined", "count", "all"]))]
#[command(group = ArgGroup::new("several").args(["count", "all"]))]
pub(crate) struct SolveArgs {
    /// Puzzle files (TOML), models (JSON), directories of them, or `-`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Show what is the same in all solutions
    ///
    /// If there are several, what differs is shown as `?`. If a limit is reached before everything
    /// is decided, what is proved is shown, and then, as not decided, what else the solutions found
    /// so far have in common.
    #[arg(long)]
    pub(crate) determined: bool,
    /// Count the solutions
    #[arg(long)]
    pub(crate) count: bool,
    /// Show all solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// Show each better solution of a model with an objective as soon as it is found
    ///
    /// With it are shown the proven bound on the objective, and the gap between the two. With
    /// `--json`, each is one document on one line before the document of the answer.
    #[arg(long, conflicts_with_all = ["first", "determined", "count", "all", "conflict"])]
    pub(crate) improvements: bool,
    /// Count or show at most N solutions
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "several"
    )]
    pub(crate) limit: Option<u64>,

    /// Show which givens and rules conflict if there is no solution
    ///
    /// The list is minimal: without any one of them, the others can be satisfied.
    #[arg(long, conflicts_with_all = ["task", "limit", "report", "confirm", "proof"])]
    pub(crate) conflict: bool,
    /// Explain the solution of a grid or pencil puzzle in logical steps
    #[arg(long, conflicts_with = "conflict")]
    pub(crate) explain: bool,
    /// Report how each rule was compiled, and why
    #[arg(long)]
    pub(crate) report: bool,
    /// Establish "no solution", "unique", the count or "optimal" again by other means
    ///
    /// What clauses or a special search established is established again by propagators (lcg), and
    /// what propagators established by clauses, each time from the model: the two share nothing
    /// else. See docs/guides/proofs.md.
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Write a proof of "no solution" or "unique" to FILE.cnf and FILE.drat
    ///
    /// The proof covers the clauses in FILE.cnf, not the compilation of the problem into these
    /// clauses; docs/guides/proofs.md describes how that is tested.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "determined"])]
    pub(crate) proof: Option<PathBuf>,

    /// The engine
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines(false))]
    pub(crate) engine: Engine,
    /// The number of threads per file
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// The time limit per file in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// The memory limit for the clauses and constraints of a model, such as 3GiB
    ///
    /// The default is half of the machine's memory. A model that needs more is undecided: the exit
    /// code is 3.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// The random seed: with one thread, the same seed gives the same answers
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,

    /// Write one JSON document per file, each on one line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    /// Sudoku Cube 3×3×3: also find the turns that solve it
    #[arg(
        long,
        conflicts_with_all = ["several", "conflict", "ignore_reachability"],
        help_heading = "Options for one kind of puzzle"
    )]
    pub(crate) moves: bool,
    /// Square-1 and 3×3×3: the directory in which tables are cached [default: the system's cache
    /// directory]
    #[arg(long, value_name = "DIR", help_heading = "Options for one kind of puzzle")]
    pub(crate) cache: Option<PathBuf>,
}

/// Returns a parser of names of engines. Models have no specialised search.
pub(super) fn engines(for_models: bool) -> impl clap::builder::TypedValueParser<Value = Engine> {
    let value = |name: &'static str| {
        let help = match name {
            "auto" => "the fastest engine for this kind of problem",
            "search" => "the specialised search for this kind of puzzle",
            "model" => "the naive model, by clauses or propagators as its features suggest",
            "sat" => "the naive model as clauses, solved by the default SAT engine",
            "lcg" => "the naive model by propagators that learn (lazy clause generation)",
            "portfolio" => {
                "the naive model by clauses and propagators at once, on at least two threads"
            }
            "batsat" => "the naive model as clauses, solved by batsat",
            "cadical" => "the naive model as clauses, solved by CaDiCaL",
            _ => return PossibleValue::new(name),
        };
        PossibleValue::new(name).help(help)
    };
    let names = Engine::NAMES.into_iter().filter(move |&name| !for_models || name != "search");
    PossibleValuesParser::new(names.map(value)).try_map(|name| name.parse::<Engine>())
}
