//! The arguments as the user writes them: one struct for each command, with its help.
//!
//! Nothing here does any work or looks at files; what the arguments mean together is resolved by the
//! commands.

mod atlas;
mod check;
mod completions;
mod cube;
mod export;
mod man;
mod memory;
mod puzzle;
mod serve;
mod solve;
mod square1;
mod sudoku;

use clap::{Args, Parser, Subcommand};

use crate::console::Colour;
use crate::env;

pub(crate) use atlas::{
    AtlasArgs, AtlasBuildArgs, AtlasCommand, AtlasInfoArgs, AtlasProveArgs, AtlasQueryArgs,
    AtlasReportArgs, AtlasVerifyArgs, Checkpoint, Claim, Kernel,
};
pub(crate) use check::CheckArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use cube::{
    CubeApplyArgs, CubeArgs, CubeCheckArgs, CubeCommand, CubeReadingArgs, CubeScrambleArgs,
    CubeSolveArgs,
};
pub(crate) use export::ExportArgs;
pub(crate) use man::ManArgs;
pub(crate) use puzzle::{PuzzleArgs, Start};
pub(crate) use serve::{Forwarded, JobArgs, ServeArgs, WorkerArgs};
pub(crate) use solve::SolveArgs;
pub(crate) use square1::{
    Square1ApplyArgs, Square1Args, Square1CheckArgs, Square1Command, Square1DrawArgs,
    Square1ScrambleArgs, Square1SolveArgs, TableArgs, WritingArgs,
};

pub(crate) use sudoku::{
    SudokuArgs, SudokuCasesArgs, SudokuCheckArgs, SudokuCommand, SudokuEngine, SudokuGenerateArgs,
    SudokuLayoutArgs, SudokuOutput, SudokuReadingArgs, SudokuRunningArgs, SudokuScale,
};

const EXIT_CODES: &str = "\
Exit codes:
  0    answer found
  1    proven that there is none
  2    user or system error
  3    stopped by a limit
  130  interrupted
Of several files, the gravest of 130, 2, 3, 1, 0 counts.";

/// Exact answers to combinatorial puzzles
///
/// Finds a solution, counts them, proves that one is the only one or the best, or proves that there
/// is none. Every solution is checked by the rules before it is shown.
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

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Show no progress, hints and summaries
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

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Check(CheckArgs),
    Export(ExportArgs),
    Sudoku(SudokuArgs),
    Square1(Square1Args),
    Cube(CubeArgs),
    Atlas(AtlasArgs),
    Serve(ServeArgs),
    Worker(WorkerArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }
}
