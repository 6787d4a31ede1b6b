//! `gordian minizinc`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

/// Make Gordian known to MiniZinc
///
/// Afterwards `minizinc --solver gordian model.mzn` solves models, and the MiniZinc IDE lists
/// Gordian. Run it again after an update.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("action").required(true))]
#[command(after_long_help = "\
Examples:
  gordian minizinc --install
  minizinc --solver gordian model.mzn data.dzn")]
pub(crate) struct MinizincArgs {
    /// Write the solver configuration and the library of constraints to the directory of MiniZinc
    #[arg(long, group = "action")]
    pub(crate) install: bool,
    /// Remove what `--install` wrote
    #[arg(long, group = "action")]
    pub(crate) uninstall: bool,
    /// The directory of MiniZinc's user files [default: ~/.minizinc]
    ///
    /// MiniZinc finds the solver in other directories only if MZN_SOLVER_PATH names the directory
    /// `solvers` in it.
    #[arg(long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
}
