//! `gordian square1` and its commands.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use gordian::perm::square1::{Colours, Notation};
use gordian::square1::Metric;

use super::atlas::notations;
use super::solve::{seconds, threads};

/// Square-1 (Cube 21): shortest solutions, scrambles, drawings
///
/// A position is written as `01234567-F89ABCDE,S`, or given as the sequence of moves that leads to it
/// from the solved puzzle; docs/square1.md explains both, with the puzzle in hand.
#[derive(Debug, Args)]
pub(crate) struct Square1Args {
    #[command(subcommand)]
    pub(crate) command: Square1Command,
}

/// What to do with a Square-1.
#[derive(Debug, Subcommand)]
pub(crate) enum Square1Command {
    Solve(Square1SolveArgs),
    Apply(Square1ApplyArgs),
    Scramble(Square1ScrambleArgs),
    Check(Square1CheckArgs),
    Draw(Square1DrawArgs),
}

/// How positions and sequences are read and written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct WritingArgs {
    /// The notation of sequences, those read and those written
    #[arg(long, value_name = "NAME", default_value = "wca", value_parser = notations())]
    pub(crate) notation: Notation,
    /// The colours of the puzzle to which sequences are applied; a position tells its own
    #[arg(long, value_name = "NAME", default_value = "six", value_parser = colours())]
    pub(crate) colours: Colours,
}

/// Where tables come from.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Use this table, which `gordian atlas build` has written, and no other
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// The folder in which tables are kept, instead of the system's
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// How many threads may build a table; as many as the machine has if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Find a shortest solution, and how many there are
///
/// Every solution is replayed, move by move, before it is shown. The distance is told in the true
/// model and in that of 2007, which ignores the middle layer. Near positions are solved from nothing;
/// for the others a table is built once, in a second or two, and kept in the cache folder, unless
/// there is one. With `-`, positions or sequences are read from standard input, one on a line, and
/// each is answered by a line, in order: the position, its distance, that of 2007, the number of
/// shortest solutions and one of them, separated by tabs. A line with a fault is answered by `error`,
/// its number, a code and a message; then the exit code is 2 at the end.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 solve 01034547-F898BCDC,K          solved but for the middle layer
  gordian square1 solve '(0,-1)/(-3,3)/(1,0)/'       what a scramble leads to
  gordian square1 solve 01034547-F898BCDC,K --all    all shortest solutions
  gordian square1 solve CBD4539-E7180F26A,K --metric wca
  gordian square1 scramble --count 100 | cut -f 1 | gordian square1 solve - --json")]
pub(crate) struct Square1SolveArgs {
    /// The position, or the sequence that leads to it, or `-`
    pub(crate) position: String,
    /// How moves are counted
    #[arg(long, value_name = "NAME", default_value = "twist", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// Show all shortest solutions, each on a line
    #[arg(long)]
    pub(crate) all: bool,
    /// Show at most N of them
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        requires = "all"
    )]
    pub(crate) limit: Option<u64>,
    /// How long a position may take, in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Write one JSON document for each position, each on a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Say to which position moves lead
///
/// With one argument, a sequence, the moves begin at the solved puzzle.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 apply '(1,0)/(-1,-1)/(0,1)'
  gordian square1 apply 01034547-F898BCDC,K '/(6,6)/'")]
pub(crate) struct Square1ApplyArgs {
    /// The position to begin at, or the sequence that leads to it; if it is the only argument, the
    /// sequence to do
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// The sequence to do
    #[arg(value_name = "SEQUENCE")]
    pub(crate) sequence: Option<String>,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
}

/// Make random positions, with shortest sequences that lead to them
///
/// All positions in which a twist is possible are equally likely. Each is written on a line, the
/// position first, then a tab, then a sequence with as few twists as possible.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 scramble
  gordian square1 scramble --colours silver --seed 1 --count 5")]
pub(crate) struct Square1ScrambleArgs {
    /// The seed: the same one gives the same positions; from the clock if left out, and told
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
}

/// Say whether a position is possible, or whether moves solve it
///
/// Nothing is searched: moves are done one by one. The exit code is 0 if the position is possible and
/// the moves, if there are any, solve it; 1 if the moves do not; 2 if the position is not possible.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian square1 check +23456701-F89ABCDE,S
  gordian square1 check 01034547-F898BCDC,K --solution '/(6,0)/(6,0)/(6,0)'")]
pub(crate) struct Square1CheckArgs {
    /// The position, or the sequence that leads to it
    pub(crate) position: String,
    /// The moves that are to solve it
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) solution: Option<String>,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
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
    /// Draw a picture to this file, or `-`, instead of text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) writing: WritingArgs,
}

fn colours() -> impl TypedValueParser<Value = Colours> {
    let values = [
        PossibleValue::new("six").help("all sixteen pieces differ"),
        PossibleValue::new("silver").help("two colours: small pieces are equal in pairs"),
    ];
    PossibleValuesParser::new(values)
        .map(|name| if name == "six" { Colours::Six } else { Colours::Silver })
}

fn metrics() -> impl TypedValueParser<Value = Metric> {
    let value = |metric: Metric| {
        let help = match metric {
            Metric::Twist => "`/` is one, turns are free",
            Metric::Wca => "`/` is one, `(x,y)` is one",
            Metric::Face => "`/` is one, `(x,0)` and `(0,y)` are one each",
        };
        PossibleValue::new(metric.name()).help(help)
    };
    PossibleValuesParser::new(Metric::ALL.map(value)).map(|name| {
        let metric = Metric::ALL.into_iter().find(|metric| metric.name() == name);
        metric.expect("the names are those of the metrics")
    })
}
