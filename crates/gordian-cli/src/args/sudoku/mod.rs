//! `gordian sudoku` and its commands.
//!
//! To add a command, add its struct here, an arm in `commands/sudoku/mod.rs`, and its name in the
//! list of commands of the tests.

mod logic;
mod shared;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};
use gordian::sudoku::tasks::Symmetry;
use gordian::sudoku_batch::{CellCount, GridForm, SudokuEngine};

use super::values::{seconds, threads};
use shared::{at_least_one, engines, forms, symmetries};

pub(crate) use logic::{
    SudokuCasesArgs, SudokuCriteriaArgs, SudokuExplainArgs, SudokuHintArgs, SudokuRateArgs,
    SudokuStepsArgs,
};
pub(crate) use shared::{SudokuInputArgs, SudokuLayoutArgs, SudokuRunArgs};

/// Sudoku of any size, in batches: solve, count, check, minimise, generate, explain
///
/// Reads puzzles from a file or from standard input, one per line or in whole-file formats (drawn
/// grids, .sdk, XML), and writes one line per puzzle, in order. Files may be of any size.
/// docs/formats/sudoku-text.md describes the formats. An invalid puzzle is answered by `error`, its
/// line number, a code and a message, separated by tabs, and the exit code is 2. For puzzle files
/// (TOML) use `gordian solve`.
#[derive(Debug, Args)]
pub(crate) struct SudokuArgs {
    #[command(subcommand)]
    pub(crate) command: SudokuCommand,
}

/// The commands of `gordian sudoku`.
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

/// Solve puzzles, and prove that each solution is unique
///
/// The answer to a puzzle is its solution. If it is not unique, a tab and `several` follow; if
/// there is no solution, the answer is `-`, a tab and `none`; if a limit was reached first, the
/// word is `undecided`. Every solution is checked against the rules before it is shown.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku solve puzzles.txt > solutions.txt
  gordian sudoku solve --first --threads 8 puzzles.txt --stats
  echo 1... ..2. .3.. ...4 | gordian sudoku solve - --output block")]
pub(crate) struct SudokuSolveArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// Stop at the first solution of each puzzle
    #[arg(long)]
    pub(crate) first: bool,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines())]
    pub(crate) engine: SudokuEngine,
    /// The output format of solutions
    #[arg(long, value_name = "FORM", default_value = "line", value_parser = forms(), conflicts_with = "json")]
    pub(crate) output: GridForm,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Count the solutions of puzzles
///
/// The answer to a puzzle is a number, preceded by `at least` if Ctrl-C or the time limit stopped
/// the count.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku count --limit 2 puzzles.txt    0, 1 or 2 for each puzzle
  echo ................ | gordian sudoku count --box 2x2 -
  gordian sudoku count --estimate sparse.txt")]
pub(crate) struct SudokuCountArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// Stop at N solutions per puzzle; the answer N then means N or more
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Estimate the number of solutions if it is too large to be counted
    ///
    /// The answer is `about` and a number, a tab, and its standard error. The estimate samples
    /// random paths of the search tree (Knuth 1975); its expected value is the true number.
    #[arg(long, conflicts_with_all = ["limit", "engine"])]
    pub(crate) estimate: bool,
    /// The number of random paths per puzzle
    #[arg(
        long,
        value_name = "N",
        default_value = "10000",
        value_parser = at_least_one::<u64>,
        allow_negative_numbers = true,
        requires = "estimate"
    )]
    pub(crate) probes: u64,
    /// The random seed
    #[arg(long, value_name = "N", default_value = "0", requires = "estimate")]
    pub(crate) seed: u64,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines())]
    pub(crate) engine: SudokuEngine,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Check whether puzzles have a unique solution, or whether solutions are right
///
/// The answer to a puzzle is `unique`, `several` or `none`. With `--solution` the command does not
/// search: the answer is `right`, or `wrong`, a tab and the first broken rule.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku check puzzles.txt
  gordian sudoku check --minimal puzzles.txt
  gordian sudoku check puzzles.txt --solution solutions.txt")]
pub(crate) struct SudokuCheckArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// Also show whether each given is needed: `minimal` or `redundant`
    #[arg(long, conflicts_with = "solution")]
    pub(crate) minimal: bool,
    /// The solutions, in the order of the puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Find the true candidates: the digits that each cell has in some solution
///
/// The answer to a 9×9 puzzle is a line of 729 characters, nine per cell: digit d at position d if
/// some solution has it, else `.`. For other grids it is one word per cell.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku candidates puzzles.txt
  gordian sudoku candidates --output block puzzle.sdk")]
pub(crate) struct SudokuCandidatesArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// The output format of candidates
    #[arg(long, value_name = "FORM", default_value = "line", value_parser = forms(), conflicts_with = "json")]
    pub(crate) output: GridForm,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// List the redundant givens of puzzles
///
/// A given is redundant if the puzzle still has one solution without it. The answer to a puzzle is
/// a list of cells such as `r1c2 r3c4`, or `-` if every given is needed. Two redundant givens
/// cannot always be removed together: see `minimise`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku redundant puzzles.txt")]
pub(crate) struct SudokuRedundantArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Remove givens until each is needed
///
/// The answer to a puzzle is a minimal puzzle with the same unique solution. Pencil marks and
/// houses are kept: if a line of givens cannot express them, the answer is 729 pencil marks or a
/// link of f-puzzles.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku minimise puzzles.txt
  gordian sudoku minimise --symmetry half-turn --seed 7 puzzles.txt")]
pub(crate) struct SudokuMinimiseArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// The seed of the order in which givens are removed
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// The symmetry of the pattern of givens to keep
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
    /// The output format of puzzles
    #[arg(long, value_name = "FORM", default_value = "line", value_parser = forms(), conflicts_with = "json")]
    pub(crate) output: GridForm,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Find the canonical form of 9×9 puzzles
///
/// The canonical form is the lexicographically first puzzle among all that result from renaming
/// digits, exchanging rows, columns, bands and stacks, and transposing. Two puzzles are equivalent
/// if their canonical forms are equal.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku canonical puzzles.txt | sort -u | wc -l")]
pub(crate) struct SudokuCanonicalArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// The output format of puzzles
    #[arg(long, value_name = "FORM", default_value = "line", value_parser = forms(), conflicts_with = "json")]
    pub(crate) output: GridForm,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Generate puzzles with a unique solution
///
/// Each puzzle is proved to have exactly one solution. With `--holes` it is a solved grid with
/// evenly spread holes, a benchmark for large grids, which may have several solutions. Puzzle k,
/// counted from 0, is generated from the seed plus k.
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
    /// The number of puzzles
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = at_least_one::<u64>,
        allow_negative_numbers = true
    )]
    pub(crate) count: u64,
    /// The random seed; the same seed gives the same puzzles [default: from the clock, and printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The number of rows; boxes are as square as possible
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>, allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) layout: SudokuLayoutArgs,
    /// The number of givens
    #[arg(long, value_name = "N")]
    pub(crate) clues: Option<usize>,
    /// Use all attempts and keep the puzzle with the fewest givens
    #[arg(long, conflicts_with_all = ["clues", "needs", "avoids", "level", "score"])]
    pub(crate) fewest: bool,
    /// Every given is needed; with a symmetry, every symmetric set of givens
    #[arg(long)]
    pub(crate) minimal: bool,
    /// The symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
    /// The maximum number of attempts per puzzle [default: 1000, or a million for a chosen
    /// difficulty]
    #[arg(
        long,
        value_name = "N",
        value_parser = at_least_one::<u64>,
        allow_negative_numbers = true
    )]
    pub(crate) attempts: Option<u64>,
    /// Generate a solved grid with N holes, as a number or in percent, instead of a puzzle with a
    /// unique solution
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        conflicts_with_all = [
            "clues", "fewest", "minimal", "symmetry", "attempts", "needs", "avoids", "level", "score"
        ]
    )]
    pub(crate) holes: Option<CellCount>,
    /// Also write the solution, after a tab
    #[arg(long, conflicts_with = "output")]
    pub(crate) solution: bool,
    /// The output format of puzzles
    #[arg(long, value_name = "FORM", default_value = "line", value_parser = forms(), conflicts_with = "json")]
    pub(crate) output: GridForm,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The time limit of the whole command in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Write one JSON document per puzzle, each on one line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) criteria: SudokuCriteriaArgs,
}
