//! `gordian cube` and its commands.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use gordian::atlas::cube3::Side;
use gordian::perm::cube3::LowercaseMeaning;
use gordian::perm::cube3::Metric;

use super::values::{RandomArgs, bytes, one_of, seconds, threads};

/// The 3×3×3 cube, with centre orientations: solutions, positions, moves, checks
///
/// A position is given as its 54 stickers, as a net, as JSON, or as the sequence of moves that
/// leads to it from the solved cube; docs/guides/cube.md explains these formats.
#[derive(Debug, Args)]
pub(crate) struct CubeArgs {
    #[command(subcommand)]
    pub(crate) command: CubeCommand,
}

/// The commands of `gordian cube`.
#[derive(Debug, Subcommand)]
pub(crate) enum CubeCommand {
    Solve(CubeSolveArgs),
    Apply(CubeApplyArgs),
    Scramble(CubeScrambleArgs),
    Check(CubeCheckArgs),
    Step(CubeStepArgs),
    Table(CubeTableArgs),
}

/// The notation of sequences.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CubeNotationArgs {
    /// The meaning of lower-case face letters in sequences
    #[arg(long, value_name = "NAME", default_value = "wide", value_parser = lower_cases())]
    pub(crate) lower_case: LowercaseMeaning,
}

/// Find a short solution
///
/// Tables are built first, in two to three seconds. The first solution is found within a few
/// hundredths of a second and is improved until the time limit; a solution that is proved to be
/// shortest is called optimal. Every solution is replayed, move by move, before it is shown. With
/// `-`, reads one position or sequence per line from standard input and writes one line per
/// position, in order: the position, the length of the solution, a lower bound of the length, and
/// the solution, separated by tabs. An invalid line is answered by `error`, its line number, a code
/// and a message, and the exit code is 2.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube solve \"R U F' D2 L B\"                       the position after a scramble
  gordian cube solve \"(R U R' U')3 F2\" --centres           with centre orientations
  gordian cube solve \"R U F' D2 L B R' D\" --optimal        a solution that is proved to be shortest
  gordian cube solve puzzles/cube3.toml --time-limit 10
  gordian cube solve puzzles/sudoku-cube.toml
  gordian cube scramble --count 100 | gordian cube solve - --time-limit 0.2")]
pub(crate) struct CubeSolveArgs {
    /// The position, the sequence that leads to it, a puzzle file (TOML) of the kind `cube3` or
    /// `sudoku-cube`, or `-`
    pub(crate) position: String,
    /// Also solve the centre orientations
    ///
    /// A centre whose orientation the position does not specify may have any orientation.
    #[arg(long)]
    pub(crate) centres: bool,
    /// The metric
    #[arg(long, value_name = "NAME", default_value = "htm", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// The time limit per position in seconds [default: 1, or no limit with `--optimal`]
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop at the first solution with at most N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) max_length: Option<u8>,
    /// Search until a shortest solution is proved
    ///
    /// This takes seconds for up to about fourteen moves; each further move takes thirteen times as
    /// long. With the table of `gordian cube table`, random positions take seconds to minutes.
    #[arg(long, conflicts_with = "max_length")]
    pub(crate) optimal: bool,
    /// With `--optimal`: the table of `gordian cube table` [default: the one in the cache, if there
    /// is one]
    #[arg(long, value_name = "FILE", requires = "optimal")]
    pub(crate) table: Option<PathBuf>,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The memory limit for tables, such as 300MB; a plain number is in MB
    ///
    /// They need about 90 MB, and the command fails below that.
    #[arg(long, value_name = "SIZE", value_parser = megabytes)]
    pub(crate) memory: Option<u64>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) notation: CubeNotationArgs,
    /// Write one JSON document per position, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the position after a sequence of moves
///
/// With one argument, a sequence, the moves start from the solved cube. The result is shown in the
/// standard orientation, with the U centre on top and the F centre in front.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube apply \"R U R' U'\"
  gordian cube apply --net \"F B' L R' U D' F' U' D L' R F' B U\"
  gordian cube apply \"f b’ l r’ u d’\" \"x2 (R U)3\" --lower-case face
  gordian cube scramble | gordian cube apply - M2 --json")]
pub(crate) struct CubeApplyArgs {
    /// The start position, the sequence that leads to it, or `-` for standard input; if it is the
    /// only argument, the sequence to apply
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// The sequence to apply
    #[arg(value_name = "SEQUENCE")]
    pub(crate) sequence: Option<String>,
    /// Draw the position as a net, with arrows for the known centre orientations
    #[arg(long, conflicts_with = "json")]
    pub(crate) net: bool,
    #[command(flatten)]
    pub(crate) notation: CubeNotationArgs,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Generate random positions, with sequences that lead to them
///
/// All reachable positions are equally likely. Each line contains the position, a tab, and a
/// sequence of at most 21 turns, or 25 with centre orientations. With the same seed the positions
/// are the same; the sequences may differ.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube scramble
  gordian cube scramble --centres --seed 1 --count 5")]
pub(crate) struct CubeScrambleArgs {
    /// Also randomise the centre orientations; without it they are unknown
    #[arg(long)]
    pub(crate) centres: bool,
    #[command(flatten)]
    pub(crate) random: RandomArgs,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document per position, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check whether a position is possible, or whether moves solve it
///
/// The command does not search: it applies the moves one by one. The exit code is 0 if the position
/// is possible and the moves, if given, solve it; 1 if the moves do not solve it; 2 if the position
/// is impossible. All reasons why a position is impossible are listed.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube check UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB
  gordian cube check - < net.txt
  gordian cube check \"R U\" --solution \"U' R'\" --centres")]
pub(crate) struct CubeCheckArgs {
    /// The position, the sequence that leads to it, or `-` for standard input
    pub(crate) position: String,
    /// The moves to check
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) solution: Option<String>,
    /// Also check the centre orientations
    #[arg(long, requires = "solution")]
    pub(crate) centres: bool,
    #[command(flatten)]
    pub(crate) notation: CubeNotationArgs,
}

/// Find all short ways to oriented edges, a domino, half turns, or solved
///
/// For solutions in few moves, found step by step: edges are oriented (`eo`), then corners too,
/// with the slice edges in their slice (`dr`), then half turns suffice (`htr`), then the cube is
/// solved. The turns are those of the smallest of these subgroups that contains the position. With
/// `--side both`, moves in parentheses are for the inverse of the scramble: `R (U F)` after the
/// scramble S means F' U' S R.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube step \"R' U' F L2 D B' R2 U F2 D' L\"                    orients the edges, on each axis
  gordian cube step \"R' U' F L2 D B' R2 U F2 D' L\" --to eo-fb --side both --max-length 5
  gordian cube step \"U D' R2 F2 U L2 D\" --to htr --solutions 5
  gordian cube step \"R2 U2 F2 D2\" --to solved --max-length 6")]
pub(crate) struct CubeStepArgs {
    /// The position, or the sequence that leads to it from the solved cube, or `-`
    pub(crate) position: String,
    /// Where to: eo, dr, one of them with an axis such as eo-fb or dr-ud, htr, or solved [default:
    /// the next step]
    #[arg(long, value_name = "NAME")]
    pub(crate) to: Option<String>,
    /// The subgroup whose turns are used: one of the above, or all [default: the smallest that
    /// contains the position]
    #[arg(long, value_name = "NAME")]
    pub(crate) from: Option<String>,
    /// Where the moves may be
    #[arg(long, value_name = "NAME", default_value = "normal", value_parser = sides())]
    pub(crate) side: Side,
    /// List all ways of at most N moves [default: the shortest for each subgroup]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) max_length: Option<u8>,
    /// At most N ways for each subgroup
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) solutions: u32,
    /// List variants of ways too
    ///
    /// Without it, `F B` stands for `F B'`, `F' B` and `F' B'`, if half turns of these faces keep
    /// the subgroup, and `F2 B` is left out, because F2 may as well come after B, where it is not
    /// needed.
    #[arg(long)]
    pub(crate) variants: bool,
    /// The time limit in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) notation: CubeNotationArgs,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Build the table that makes optimal solutions fast
///
/// The table has a lower bound for each of 155,196,518,400 cosets: 2.5 GB. Building it takes some
/// minutes and 3.9 GB of memory. The same command resumes a stopped or killed build from its last
/// checkpoint. `gordian cube solve --optimal` uses the table in the cache; it reads all of it, so
/// give it many positions at once.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian cube table
  gordian cube table --metric qtm --out qtm.table
  gordian cube scramble --count 10 | gordian cube solve - --optimal")]
pub(crate) struct CubeTableArgs {
    /// The metric
    #[arg(long, value_name = "NAME", default_value = "htm", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// The file to write [default: `cube3.table` or `cube3-qtm.table` in the cache]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The maximum memory to use, such as 4GiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}

/// Parses a size in bytes; a number without a unit is in MB, as in earlier versions.
fn megabytes(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(n) => n.checked_mul(1_000_000).ok_or_else(|| "too many bytes".to_owned()),
        Err(_) => bytes(text),
    }
}

fn lower_cases() -> impl TypedValueParser<Value = LowercaseMeaning> {
    one_of([
        (LowercaseMeaning::Wide, "wide", "`r` is the wide turn `Rw`, the usual notation"),
        (LowercaseMeaning::Face, "face", "`r` is the turn `R`"),
    ])
}

fn sides() -> impl TypedValueParser<Value = Side> {
    one_of([
        (Side::Normal, "normal", "after the scramble"),
        (Side::Inverse, "inverse", "after the inverse of the scramble"),
        (Side::Both, "both", "some after each"),
    ])
}

fn metrics() -> impl TypedValueParser<Value = Metric> {
    one_of([
        (Metric::HalfTurn, "htm", "every face turn counts one"),
        (Metric::QuarterTurn, "qtm", "a half turn counts two"),
    ])
}
