//! `gordian sudoku` and its commands.
//!
//! To add a command: its struct here, an arm in `commands/sudoku/mod.rs`, its line in the list of
//! commands of the tests, its section in `docs/cli.md`.

mod logic;
mod shared;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};
use gordian::sudoku::tasks::Symmetry;

use super::solve::{seconds, threads};
use shared::{from_one, symmetries};

pub(crate) use logic::{
    SudokuCasesArgs, SudokuExplainArgs, SudokuHintArgs, SudokuRateArgs, SudokuScale,
    SudokuStepsArgs, SudokuWishArgs,
};
pub(crate) use shared::{
    SudokuEngine, SudokuLayoutArgs, SudokuOutput, SudokuReadingArgs, SudokuRunningArgs,
};

/// Sudoku of any size, by the line: solve, count, check, reduce, generate
///
/// Puzzles are read from a file or from standard input, one on a line, or in whole-file formats
/// (drawn grids, .sdk, XML); each is answered by one line, in order, and files may be of any size.
/// docs/formats/sudoku-text.md describes the formats. A puzzle with a fault is answered by `error`,
/// the number of its line, a code and a message, separated by tabs; then the exit code is 2 at the
/// end. Grids that are not read by the line (puzzle files with irregular regions, groups, cages) are
/// for `gordian solve`.
#[derive(Debug, Args)]
pub(crate) struct SudokuArgs {
    #[command(subcommand)]
    pub(crate) command: SudokuCommand,
}

/// What to do with Sudoku.
#[derive(Debug, Subcommand)]
pub(crate) enum SudokuCommand {
    Solve(SudokuSolveArgs),
    Count(SudokuCountArgs),
    Check(SudokuCheckArgs),
    Candidates(SudokuCandidatesArgs),
    Redundant(SudokuRedundantArgs),
    Minimise(SudokuMinimiseArgs),
    Generate(SudokuGenerateArgs),
    Canonical(SudokuCanonicalArgs),
    Hint(SudokuHintArgs),
    Steps(SudokuStepsArgs),
    Explain(SudokuExplainArgs),
    Rate(SudokuRateArgs),
    TechniqueCases(SudokuCasesArgs),
}

/// Solve puzzles, and prove each solution unique
///
/// The answer to a puzzle is its solution. If it is not the only one, a tab and `several` follow; if
/// there is none, the answer is `-`, a tab and `none`; if a limit came first, `undecided` stands
/// there. Every solution is checked by the rules before it is shown.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku solve puzzles.txt > solutions.txt
  gordian sudoku solve --first --threads 8 puzzles.txt --stats
  echo 1... ..2. .3.. ...4 | gordian sudoku solve - --output block")]
pub(crate) struct SudokuSolveArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Stop at the first solution of each puzzle
    #[arg(long)]
    pub(crate) first: bool,
    /// Who answers
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: SudokuEngine,
    /// How solutions are written
    #[arg(long, value_name = "FORM", default_value = "line", conflicts_with = "json")]
    pub(crate) output: SudokuOutput,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Count the solutions of puzzles
///
/// The answer to a puzzle is a number; `at least` stands before it if Ctrl-C or the time limit came
/// first.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku count --limit 2 puzzles.txt    0, 1 or 2 for each
  echo ................ | gordian sudoku count --box 2x2 -
  gordian sudoku count --estimate sparse.txt")]
pub(crate) struct SudokuCountArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Stop at N solutions of each puzzle: N stands for N or more
    #[arg(long, value_name = "N", value_parser = from_one::<u64>, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Estimate the number instead, where it is too large to be counted
    ///
    /// The answer is `about` and a number, a tab, and its standard error. Random ways down the search
    /// tree are taken and weighed (Knuth 1975): the mean over all seeds is the true number.
    #[arg(long, conflicts_with_all = ["limit", "engine"])]
    pub(crate) estimate: bool,
    /// How many random ways are taken for each puzzle
    #[arg(
        long,
        value_name = "N",
        default_value = "10000",
        value_parser = from_one::<u64>,
        allow_negative_numbers = true,
        requires = "estimate"
    )]
    pub(crate) probes: u64,
    /// The seed of the random ways
    #[arg(long, value_name = "N", default_value = "0", requires = "estimate")]
    pub(crate) seed: u64,
    /// Who answers
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: SudokuEngine,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Say of puzzles whether they have one solution, or of solutions whether they are right
///
/// The answer to a puzzle is `unique`, `several` or `none`. With `--solution` nothing is searched:
/// the answer is `right`, or `wrong`, a tab and the first broken rule.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku check puzzles.txt
  gordian sudoku check --minimal puzzles.txt
  gordian sudoku check puzzles.txt --solution solutions.txt")]
pub(crate) struct SudokuCheckArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Say also whether each given is needed: `minimal` or `redundant`
    #[arg(long, conflicts_with = "solution")]
    pub(crate) minimal: bool,
    /// The solutions, in the order of the puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Find the digits that occur in some solution, for each cell
///
/// The answer to a 9×9 puzzle is a line of 729 characters, nine for each cell: the digit d in place d
/// if some solution has it there, else `.`. For other grids it is a word for each cell.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku candidates puzzles.txt
  gordian sudoku candidates --output block puzzle.sdk")]
pub(crate) struct SudokuCandidatesArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// How candidates are written
    #[arg(long, value_name = "FORM", default_value = "line", conflicts_with = "json")]
    pub(crate) output: SudokuOutput,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// List the givens without which a puzzle still has one solution
///
/// The answer to a puzzle is a list of cells such as `r1c2 r3c4`, or `-` if every given is needed. Two
/// redundant givens cannot always be removed together: see `minimise`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku redundant puzzles.txt")]
pub(crate) struct SudokuRedundantArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Remove givens until each is needed
///
/// The answer to a puzzle is the puzzle that is left. It has the same one solution. Its pencil marks and
/// houses stay: a line of givens becomes 729 pencil marks or a link of f-puzzles where it has to.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku minimise puzzles.txt
  gordian sudoku minimise --symmetry half-turn --seed 7 puzzles.txt")]
pub(crate) struct SudokuMinimiseArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// The seed of the order in which givens are tried
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// The symmetry of the pattern of givens that is to be kept
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
    /// How puzzles are written
    #[arg(long, value_name = "FORM", default_value = "line", conflicts_with = "json")]
    pub(crate) output: SudokuOutput,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Find the canonical form of 9×9 puzzles
///
/// Of all puzzles that renaming digits, exchanging rows, columns, bands and stacks, and transposing
/// make of a puzzle, the canonical form is the one whose text comes first. Two puzzles are
/// essentially the same if their forms are equal.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku canonical puzzles.txt | sort -u | wc -l")]
pub(crate) struct SudokuCanonicalArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// How puzzles are written
    #[arg(long, value_name = "FORM", default_value = "line", conflicts_with = "json")]
    pub(crate) output: SudokuOutput,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Make puzzles with one solution
///
/// Each is proved to have exactly one solution. With `--holes` it is a solved grid with holes that are
/// spread evenly, a benchmark for large grids, which may have several. Puzzle number k, from 0, is
/// the one that the seed plus k gives.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku generate
  gordian sudoku generate --clues 24 --symmetry half-turn --count 10
  gordian sudoku generate --minimal --seed 1 --count 1000
  gordian sudoku generate --needs xy-chain --avoids als-xz --score 800..1500
  gordian sudoku generate --size 16 --output block
  gordian sudoku generate --size 36 --holes 48% --seed 1")]
#[command(group = ArgGroup::new("grid").args(["size", "boxes", "latin", "regions"]))]
pub(crate) struct SudokuGenerateArgs {
    /// How many
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = from_one::<u64>,
        allow_negative_numbers = true
    )]
    pub(crate) count: u64,
    /// The seed: the same one gives the same puzzles; from the clock if left out, and told
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The number of rows; boxes are as square as can be
    #[arg(long, value_name = "N", value_parser = from_one::<usize>, allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) layout: SudokuLayoutArgs,
    /// The number of givens
    #[arg(long, value_name = "N")]
    pub(crate) clues: Option<usize>,
    /// Make all attempts and keep the puzzle with the fewest givens
    #[arg(long, conflicts_with_all = ["clues", "needs", "avoids", "level", "score"])]
    pub(crate) fewest: bool,
    /// Every given is needed, or every set of givens that the symmetry keeps together
    #[arg(long)]
    pub(crate) minimal: bool,
    /// The symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
    /// How often to try, for each puzzle; 1000 times if left out, a million times for a chosen
    /// difficulty
    #[arg(
        long,
        value_name = "N",
        value_parser = from_one::<u64>,
        allow_negative_numbers = true
    )]
    pub(crate) attempts: Option<u64>,
    /// So many holes in a solved grid, as a number or in percent, instead of a puzzle with one
    /// solution
    #[arg(
        long,
        value_name = "N",
        value_parser = shared::holes,
        allow_hyphen_values = true,
        conflicts_with_all = [
            "clues", "fewest", "minimal", "symmetry", "attempts", "needs", "avoids", "level", "score"
        ]
    )]
    pub(crate) holes: Option<shared::Amount>,
    /// Write the solution too, behind a tab
    #[arg(long, conflicts_with = "output")]
    pub(crate) solution: bool,
    /// How puzzles are written
    #[arg(long, value_name = "FORM", default_value = "line", conflicts_with = "json")]
    pub(crate) output: SudokuOutput,
    /// How many threads may work; as many as the machine has if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// How long all of it may take, in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Write one JSON document a puzzle, each on a line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) wish: SudokuWishArgs,
}
