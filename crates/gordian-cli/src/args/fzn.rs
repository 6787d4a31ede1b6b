//! `gordian fzn`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use gordian::Engine;

use super::solve::engines;
use super::values::{bytes, threads};

/// Solve a FlatZinc model for MiniZinc
///
/// Reads FlatZinc, as text or JSON, and writes solutions as MiniZinc expects them. Each is checked
/// by evaluating the constraints of the FlatZinc model before it is shown. The program
/// `fzn-gordian` is the same command, and `minizinc --solver gordian` starts it. The exit code is 0
/// unless there is an error.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  minizinc --solver gordian model.mzn data.dzn      flattens a MiniZinc model and solves it
  gordian fzn -a model.fzn                          all solutions, or each better one
  gordian solve --conflict model.fzn                which constraints conflict")]
pub(crate) struct FznArgs {
    /// The FlatZinc model, or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Show all solutions, or each better solution of a model with an objective
    #[arg(short, long = "all-solutions")]
    pub(crate) all: bool,
    /// Show each better solution of a model with an objective
    #[arg(short, long)]
    pub(crate) intermediate: bool,
    /// Stop after N solutions of a model without an objective
    #[arg(
        short,
        long = "num-solutions",
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) n_solutions: Option<u64>,
    /// Follow the search annotations only between every second restart and the next
    #[arg(short, long)]
    pub(crate) free_search: bool,
    /// The number of threads
    #[arg(short = 'p', long = "parallel", value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// The random seed
    #[arg(short = 'r', long = "random-seed", value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// Write statistics as comments
    #[arg(short, long)]
    pub(crate) statistics: bool,
    /// The time limit in milliseconds
    #[arg(short, long, value_name = "MS")]
    pub(crate) time_limit: Option<u64>,
    /// Write notes to standard error
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// Establish "unsatisfiable", the number of all solutions or the optimum again by other means
    ///
    /// If that does not succeed, the mark of a complete search is not written.
    #[arg(long)]
    pub(crate) confirm: bool,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines(true))]
    pub(crate) engine: Engine,
    /// The memory limit for the clauses and constraints, such as 3GiB [default: half of the memory]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
}
