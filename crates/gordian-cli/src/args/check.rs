//! `gordian check`.

use std::path::PathBuf;

use clap::Args;

use super::PuzzleArgs;

/// Check somebody's solution by the rules
///
/// Says which rules the solution breaks, in the puzzle's own words. Nothing is searched: the check
/// shares no code with what finds solutions. The exit code is 0 if the solution is right, 1 if it is
/// wrong.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian check horrendum.toml --solution mine.txt
  gordian solve --json puzzle.toml | gordian check puzzle.toml --solution -")]
pub(crate) struct CheckArgs {
    /// The puzzle (TOML) or model (JSON), or `-`
    pub(crate) file: PathBuf,
    /// The solution, or `-`: what `gordian solve --json` prints, its field `solution` alone, or, for
    /// a grid, rows of digits
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: PathBuf,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}
