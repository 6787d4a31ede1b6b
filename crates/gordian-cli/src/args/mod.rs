//! Definitions of the arguments: one struct for each command, with its help.
//!
//! The parser does not read files. The commands resolve how the arguments combine.

mod atlas;
mod cube;
mod fzn;
mod generate;
mod generated;
mod minizinc;
mod perm;
mod puzzle;
mod serve;
mod solve;
mod square1;
mod sudoku;
mod values;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand};

use crate::console::Colour;
use crate::env;

pub(crate) use atlas::{
    AtlasArgs, AtlasBuildArgs, AtlasCommand, AtlasInfoArgs, AtlasProveArgs, AtlasQueryArgs,
    AtlasReportArgs, AtlasVerifyArgs,
};
pub(crate) use cube::{
    CubeApplyArgs, CubeArgs, CubeCheckArgs, CubeCommand, CubeNotationArgs, CubeScrambleArgs,
    CubeSolveArgs, CubeStepArgs, CubeTableArgs,
};
pub(crate) use fzn::FznArgs;
pub(crate) use generate::{GenerateArgs, GenerateOutput};
pub(crate) use generated::{CompletionsArgs, ManArgs, NoticesArgs};
pub(crate) use minizinc::MinizincArgs;
pub(crate) use perm::{
    PermArgs, PermCheckArgs, PermCommand, PermCountArgs, PermDistancesArgs, PermInfoArgs,
    PermPuzzleArgs, PermQueryArgs, PermScrambleArgs, PermSolveArgs,
};
pub(crate) use puzzle::{CheckArgs, ExportArgs, PuzzleArgs};
pub(crate) use serve::{JobArgs, ServeArgs, WorkerArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use square1::{
    Square1ApplyArgs, Square1Args, Square1CheckArgs, Square1Command, Square1DrawArgs,
    Square1NotationArgs, Square1ScrambleArgs, Square1SolveArgs, Square1TableArgs,
};

pub(crate) use sudoku::{
    SudokuArgs, SudokuCasesArgs, SudokuCheckArgs, SudokuCommand, SudokuGenerateArgs,
    SudokuInputArgs, SudokuLayoutArgs, SudokuRunArgs,
};

const EXIT_CODES: &str = "\
Exit codes:
  0    answer found
  1    proven that there is none
  2    user or system error
  3    stopped by a limit
  130  interrupted
With several files, the first of 130, 2, 3, 1, 0 that applies is returned.";

/// Exact answers to combinatorial puzzles
///
/// Finds a solution, counts all solutions, proves that a solution is unique or optimal, or proves that none
/// exists. Every solution is checked against the rules before it is shown.
#[derive(Debug, Parser)]
#[command(
    name = "gordian",
    version,
    after_long_help = format!("{EXIT_CODES}\n\n{}", env::HELP),
    disable_help_subcommand = true,
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Arguments of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Do not show progress, hints and summaries
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) color: Colour,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Check(CheckArgs),
    Generate(GenerateArgs),
    Export(ExportArgs),
    Sudoku(SudokuArgs),
    Square1(Square1Args),
    Cube(CubeArgs),
    Perm(PermArgs),
    Atlas(AtlasArgs),
    Fzn(FznArgs),
    Minizinc(MinizincArgs),
    Serve(ServeArgs),
    Worker(WorkerArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Notices(NoticesArgs),
}

/// Turns `gordian help COMMAND` into `gordian COMMAND --help`. The subcommand of clap would repeat all commands in the completions and
/// in the manual.
pub(crate) fn with_help_as_option(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|it| it == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn argument_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
