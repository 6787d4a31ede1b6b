//! `gordian cube` and its commands.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use gordian::perm::cube3::{LowerCase, Metric};

use super::solve::{seconds, threads};

/// The 3×3×3 cube, with the directions of its centres: solutions, positions, moves, checks
///
/// A position is written as its 54 stickers, drawn as a net or given as JSON, or it is the sequence of
/// moves that leads to it from the solved cube; docs/cube.md explains all of it, with the cube in hand.
#[derive(Debug, Args)]
pub(crate) struct CubeArgs {
    #[command(subcommand)]
    pub(crate) command: CubeCommand,
}

/// What to do with a cube.
#[derive(Debug, Subcommand)]
pub(crate) enum CubeCommand {
    Solve(CubeSolveArgs),
    Apply(CubeApplyArgs),
    Scramble(CubeScrambleArgs),
    Check(CubeCheckArgs),
}

/// How sequences are read.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CubeReadingArgs {
    /// What small letters of faces mean in sequences
    #[arg(long, value_name = "NAME", default_value = "wide", value_parser = lower_cases())]
    pub(crate) lower_case: LowerCase,
}

/// Find a short solution
///
/// The first solution is there after some hundredths of a second, and gets better as long as there is
/// time; what is proved shortest is called optimal. Every solution is replayed, move by move, before it
/// is shown. Tables are built first, in two to three seconds. With `-`, positions or sequences are read from standard input, one on a line, and each is
/// answered by a line, in order: the position, the length of the solution, a number of moves that no
/// solution goes below, and the solution, separated by tabs. A line with a fault is answered by
/// `error`, its number, a code and a message; then the exit code is 2 at the end.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube solve \"R U F' D2 L B\"                       what a scramble leads to
  gordian cube solve \"(R U R' U')3 F2\" --centres           its centres too
  gordian cube solve \"R U F' D2 L B R' D\" --optimal        a shortest solution, proved
  gordian cube solve puzzles/cube3.toml --time-limit 10
  gordian cube solve puzzles/sudoku-cube.toml
  gordian cube scramble --count 100 | gordian cube solve - --time-limit 0.2")]
pub(crate) struct CubeSolveArgs {
    /// The position, the sequence that leads to it, a puzzle file (TOML) of the kind `cube3` or
    /// `sudoku-cube`, or `-`
    pub(crate) position: String,
    /// The centres must look as on the solved cube too
    ///
    /// Of a centre whose direction the position does not tell, nothing is demanded.
    #[arg(long)]
    pub(crate) centres: bool,
    /// How moves are counted
    #[arg(long, value_name = "NAME", default_value = "htm", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// How long a position may take, in seconds; 1 if left out, and no limit with `--optimal`
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop at a solution of at most N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) max_length: Option<u8>,
    /// Go on until a shortest solution is proved
    ///
    /// That is a matter of seconds up to some fourteen moves; each move more takes thirteen times as
    /// long.
    #[arg(long, conflicts_with = "max_length")]
    pub(crate) optimal: bool,
    /// How much memory tables may take, in MB; they take about 90 and are refused if that is too much
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    /// How many threads may work; as many as the machine has if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) reading: CubeReadingArgs,
    /// Write one JSON document for each position, each on a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Say to which position moves lead
///
/// With one argument, a sequence, the moves begin at the solved cube. The position is that of the cube
/// held as always, with the U centre on top and the F centre in front.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube apply \"R U R' U'\"
  gordian cube apply --net \"F B' L R' U D' F' U' D L' R F' B U\"
  gordian cube apply \"f b’ l r’ u d’\" \"x2 (R U)3\" --lower-case face
  gordian cube scramble | gordian cube apply - M2 --json")]
pub(crate) struct CubeApplyArgs {
    /// The position to begin at, the sequence that leads to it, or `-` for standard input; if it is
    /// the only argument, the sequence to do
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// The sequence to do
    #[arg(value_name = "SEQUENCE")]
    pub(crate) sequence: Option<String>,
    /// Draw the position as a net, with arrows for the centres whose directions are known
    #[arg(long, conflicts_with = "json")]
    pub(crate) net: bool,
    #[command(flatten)]
    pub(crate) reading: CubeReadingArgs,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Make random positions, with sequences that lead to them
///
/// All positions that turns can reach are equally likely. Each is written on a line: the position, a
/// tab, and a sequence of at most 21 turns, or 25 with the centres. The sequences may differ from run
/// to run; the positions do not.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube scramble
  gordian cube scramble --centres --seed 1 --count 5")]
pub(crate) struct CubeScrambleArgs {
    /// Turn the centres at random too; without it their directions are not known
    #[arg(long)]
    pub(crate) centres: bool,
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
    /// How many threads may work; as many as the machine has if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document for each position, each on a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Say whether a position is possible, or whether moves solve it
///
/// Nothing is searched: moves are done one by one. The exit code is 0 if the position is possible and
/// the moves, if there are any, solve it; 1 if the moves do not; 2 if the position is not possible. All
/// reasons why it is not are told.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube check UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB
  gordian cube check - < net.txt
  gordian cube check \"R U\" --solution \"U' R'\" --centres")]
pub(crate) struct CubeCheckArgs {
    /// The position, the sequence that leads to it, or `-` for standard input
    pub(crate) position: String,
    /// The moves that are to solve it
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) solution: Option<String>,
    /// The centres must look as on the solved cube too
    #[arg(long, requires = "solution")]
    pub(crate) centres: bool,
    #[command(flatten)]
    pub(crate) reading: CubeReadingArgs,
}

fn lower_cases() -> impl TypedValueParser<Value = LowerCase> {
    let value = |lower_case: LowerCase| {
        let help = match lower_case {
            LowerCase::Wide => "`r` is the wide turn `Rw`, as cubers write",
            LowerCase::Face => "`r` is the turn `R`",
        };
        PossibleValue::new(lower_case.name()).help(help)
    };
    PossibleValuesParser::new(LowerCase::ALL.map(value)).map(|name| {
        let lower_case = LowerCase::ALL.into_iter().find(|it| it.name() == name);
        lower_case.expect("the names are those of the meanings")
    })
}

fn metrics() -> impl TypedValueParser<Value = Metric> {
    let value = |metric: Metric| {
        let help = match metric {
            Metric::HalfTurn => "any turn of a face is one move",
            Metric::QuarterTurn => "a half turn is two moves",
        };
        PossibleValue::new(metric.name()).help(help)
    };
    PossibleValuesParser::new(Metric::ALL.map(value)).map(|name| {
        let metric = Metric::ALL.into_iter().find(|metric| metric.name() == name);
        metric.expect("the names are those of the metrics")
    })
}
