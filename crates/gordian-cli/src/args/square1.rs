//! `gordian square1` and its commands.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use gordian::perm::square1::{Colours, Notation};
use gordian::square1::Metric;

use super::atlas::notations;
use super::values::{RandomArgs, one_of, seconds, threads};

/// Square-1 (Cube 21): shortest solutions, scrambles, drawings
///
/// A position is written as `01234567-F89ABCDE,S`, or given as the sequence of moves that leads to
/// it from the solved puzzle; docs/guides/square1.md explains both.
#[derive(Debug, Args)]
pub(crate) struct Square1Args {
    #[command(subcommand)]
    pub(crate) command: Square1Command,
}

/// The commands of `gordian square1`.
#[derive(Debug, Subcommand)]
pub(crate) enum Square1Command {
    Solve(Square1SolveArgs),
    Apply(Square1ApplyArgs),
    Scramble(Square1ScrambleArgs),
    Check(Square1CheckArgs),
    Draw(Square1DrawArgs),
}

/// The notation of positions and sequences.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Square1NotationArgs {
    /// The notation of sequences, for input and output
    #[arg(long, value_name = "NAME", default_value = "wca", value_parser = notations())]
    pub(crate) notation: Notation,
    /// The colours of the puzzle to which sequences are applied; a position determines its own
    #[arg(long, value_name = "NAME", default_value = "six", value_parser = colours())]
    pub(crate) colours: Colours,
}

/// Arguments about tables.
#[derive(Debug, Args)]
pub(crate) struct Square1TableArgs {
    /// Use only this table, written by `gordian atlas build`
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The number of threads for building a table [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Find a shortest solution and the number of shortest solutions
///
/// Every solution is replayed, move by move, before it is shown. The distance is given in the true
/// model and in the model of 2007, which ignores the middle layer. Near positions are solved
/// without a table; for the others a table is built once, in a second or two, and cached. With `-`,
/// reads one position or sequence per line from standard input and writes one line per position, in
/// order: the position, its distance, its distance in the model of 2007, the number of shortest
/// solutions and one of them, separated by tabs. An invalid line is answered by `error`, its line
/// number, a code and a message, and the exit code is 2.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 solve 01034547-F898BCDC,K          solved except for the middle layer
  gordian square1 solve '(0,-1)/(-3,3)/(1,0)/'       the position after a scramble
  gordian square1 solve 01034547-F898BCDC,K --all    all shortest solutions
  gordian square1 solve CBD4539-E7180F26A,K --metric wca
  gordian square1 scramble --count 100 | cut -f 1 | gordian square1 solve - --json")]
pub(crate) struct Square1SolveArgs {
    /// The position, or the sequence that leads to it, or `-`
    pub(crate) position: String,
    /// The metric
    #[arg(long, value_name = "NAME", default_value = "twist", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// Show all shortest solutions, one per line
    #[arg(long)]
    pub(crate) all: bool,
    /// Show at most N shortest solutions
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "all"
    )]
    pub(crate) limit: Option<u64>,
    /// The time limit per position in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) notation: Square1NotationArgs,
    #[command(flatten)]
    pub(crate) tables: Square1TableArgs,
    /// Write one JSON document per position, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the position after a sequence of moves
///
/// With one argument, a sequence, the moves start from the solved puzzle.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 apply '(1,0)/(-1,-1)/(0,1)'
  gordian square1 apply 01034547-F898BCDC,K '/(6,6)/'")]
pub(crate) struct Square1ApplyArgs {
    /// The start position, or the sequence that leads to it; if it is the only argument, the
    /// sequence to apply
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// The sequence to apply
    #[arg(value_name = "SEQUENCE")]
    pub(crate) sequence: Option<String>,
    #[command(flatten)]
    pub(crate) notation: Square1NotationArgs,
}

/// Generate random positions, with shortest sequences that lead to them
///
/// All positions in which a twist is possible are equally likely. Each line contains the position,
/// a tab, and a sequence with the fewest twists.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 scramble
  gordian square1 scramble --colours silver --seed 1 --count 5")]
pub(crate) struct Square1ScrambleArgs {
    #[command(flatten)]
    pub(crate) random: RandomArgs,
    #[command(flatten)]
    pub(crate) notation: Square1NotationArgs,
    #[command(flatten)]
    pub(crate) tables: Square1TableArgs,
}

/// Check whether a position is possible, or whether moves solve it
///
/// The command does not search: it applies the moves one by one. The exit code is 0 if the position
/// is possible and the moves, if given, solve it; 1 if the moves do not solve it; 2 if the position
/// is impossible.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 check +23456701-F89ABCDE,S
  gordian square1 check 01034547-F898BCDC,K --solution '/(6,0)/(6,0)/(6,0)'")]
pub(crate) struct Square1CheckArgs {
    /// The position, or the sequence that leads to it
    pub(crate) position: String,
    /// The moves to check
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) solution: Option<String>,
    #[command(flatten)]
    pub(crate) notation: Square1NotationArgs,
}

/// Draw a position
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 draw '/(3,0)/'
  gordian square1 draw 01034547-F898BCDC,K --svg kite.svg")]
pub(crate) struct Square1DrawArgs {
    /// The position, or the sequence that leads to it
    pub(crate) position: String,
    /// Write an SVG picture to this file, or `-`, instead of text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) notation: Square1NotationArgs,
}

fn colours() -> impl TypedValueParser<Value = Colours> {
    one_of([
        (Colours::Six, "six", "all sixteen pieces differ"),
        (Colours::Silver, "silver", "two colours: small pieces are identical in pairs"),
    ])
}

fn metrics() -> impl TypedValueParser<Value = Metric> {
    one_of([
        (Metric::Twist, "twist", "`/` counts one, turns count zero"),
        (Metric::Wca, "wca", "`/` counts one, `(x,y)` counts one"),
        (Metric::Face, "face", "`/` counts one, `(x,0)` and `(0,y)` count one each"),
    ])
}
