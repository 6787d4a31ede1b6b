//! `gordian perm` and its commands.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use gordian::perm::definition::Metric;

use super::values::{RandomArgs, bytes, one_of, seconds, threads};

/// Any permutation puzzle, from a definition in a file or by name
///
/// A puzzle is the name of a file in the format of twsearch, or one of 2x2x2, 3x3x3, dino, floppy,
/// ivy, kilominx, pyraminx, skewb, square1 and tower; docs/guides/perm.md describes the format.
#[derive(Debug, Args)]
pub(crate) struct PermArgs {
    #[command(subcommand)]
    pub(crate) command: PermCommand,
}

/// The commands of `gordian perm`.
#[derive(Debug, Subcommand)]
pub(crate) enum PermCommand {
    Info(PermInfoArgs),
    Check(PermCheckArgs),
    Count(PermCountArgs),
    Distances(PermDistancesArgs),
    Query(PermQueryArgs),
    Solve(PermSolveArgs),
    Scramble(PermScrambleArgs),
}

/// A puzzle with the moves that are allowed.
#[derive(Debug, Args)]
pub(crate) struct PermPuzzleArgs {
    /// A definition: a file, `-`, or a name
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// Only these moves and their powers, such as `U R2`
    #[arg(long, value_name = "NAMES")]
    pub(crate) moves: Option<String>,
    /// What counts as one move
    #[arg(long, value_name = "NAME", default_value = "htm", value_parser = metrics())]
    pub(crate) metric: Metric,
}

/// Show the pieces, the moves, and how many states there are
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm info pyraminx
  gordian perm info 3x3x3 --moves \"U R\"      the group of two faces
  gordian perm info puzzle.tws --json")]
pub(crate) struct PermInfoArgs {
    #[command(flatten)]
    pub(crate) puzzle: PermPuzzleArgs,
    /// Also show the state after a sequence of moves, such as `[R, U] F2'`
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) after: Option<String>,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check a definition
///
/// Reports the first error with its place, and moves or pieces without effect. The exit code is 2
/// if there is an error.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm check puzzle.tws")]
pub(crate) struct PermCheckArgs {
    /// The file of the definition, or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Count the states that the moves reach
///
/// The number is exact: it follows from the order of the group that the moves generate. If illegal
/// states depend on the moves before, as for the Square-1, or for some puzzles with identical
/// pieces, it is not known without enumeration, and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm count 3x3x3
  gordian perm count 3x3x3 --moves \"U2 R2 F2 D2 L2 B2\"
  gordian perm count puzzle.tws --json")]
pub(crate) struct PermCountArgs {
    #[command(flatten)]
    pub(crate) puzzle: PermPuzzleArgs,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Count the states at each distance from the solved state
///
/// Searches all states breadth-first. They take a quarter of a byte each, in memory or in files, if
/// they can be numbered with few gaps; else they are kept in a hash set. The complete levels are
/// shown when the work is stopped.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm distances 2x2x2
  gordian perm distances 3x3x3 --moves \"U R\" --antipodes 3
  gordian perm distances skewb --out skewb.table --memory 1MiB
  gordian perm distances square1 --memory 1GiB --json")]
pub(crate) struct PermDistancesArgs {
    #[command(flatten)]
    pub(crate) puzzle: PermPuzzleArgs,
    /// The memory for the states, such as 512MiB
    ///
    /// With `--out`, states that need more are kept in files. The default is half of the machine's
    /// memory.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// Write the distances of all states to this file
    ///
    /// If the work is stopped or killed, the same command continues it. States that need more than
    /// the memory allowed are kept in the directory `FILE.buckets`, which is removed at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The last distance to enumerate [default: until there are no more states]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) depth: Option<u32>,
    /// Work together with the other processes of `mpirun`
    ///
    /// Needs `--out` in a directory that all processes have. Memory and threads are those of each
    /// process; process 0 alone writes the answer.
    #[cfg(feature = "mpi")]
    #[arg(long, requires = "out")]
    pub(crate) mpi: bool,
    /// The time limit in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Also show N states of the last level
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        value_parser = clap::value_parser!(u32).range(0..=1_000)
    )]
    pub(crate) antipodes: u32,
    /// Threads, 1 to 256 [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Look up states in a table of distances
///
/// Reads a table that `gordian perm distances --out` wrote, and shows the distance of a state with
/// a shortest solution, which is replayed by the plain simulator. The exit code is 1 if the moves
/// do not solve the state, and 3 if the table ends before it.
///
/// A state is a sequence of moves from the solved state, or for each orbit its name, its pieces and
/// their orientations, as in the solved state of a definition, with semicolons between them. With
/// `-`, the states are the lines of standard input.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm distances skewb --out skewb.table
  gordian perm query skewb.table \"R L U'\"
  gordian perm query skewb.table --antipodes 3
  gordian perm distances ivy --out ivy.table
  gordian perm query ivy.table \"CORNER; 1 2 3 4; 1 2 0 0\"")]
pub(crate) struct PermQueryArgs {
    /// The table
    #[arg(value_name = "TABLE")]
    pub(crate) table: PathBuf,
    /// A sequence from the solved state, pieces such as `EDGE; 2 1 3; 0 1 0`, or `-`
    #[arg(value_name = "STATE", allow_hyphen_values = true, required_unless_present = "antipodes")]
    pub(crate) state: Option<String>,
    /// The definition: a file, `-`, or a name [default: the name in the table]
    #[arg(long, value_name = "PUZZLE")]
    pub(crate) puzzle: Option<String>,
    /// Only these moves and their powers, as for the table
    #[arg(long, value_name = "NAMES")]
    pub(crate) moves: Option<String>,
    /// What counts as one move, as for the table
    #[arg(long, value_name = "NAME", default_value = "htm", value_parser = metrics())]
    pub(crate) metric: Metric,
    /// Show at most N shortest solutions
    ///
    /// Two neighbouring moves that commute are shown in one order only; in both if there are
    /// illegal states.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub(crate) solutions: u32,
    /// Also show at most N states of the last level, each as a shortest sequence that makes it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) antipodes: Option<u32>,
    /// Write one JSON document; with `-`, one for each state, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find shortest solutions
///
/// Builds pattern databases, as large as is worthwhile, or reads them from the cache, then searches
/// by iterative deepening. A definition that is the 3x3x3 is solved as by `gordian cube solve
/// --optimal`. Every solution is replayed by the plain simulator before it is shown. When the work
/// is stopped, the proved lower bound of the length is shown, and for the 3x3x3 the best solution.
///
/// With `-`, the sequences are the lines of standard input, and the databases are built once. The
/// answer to each is its solution after the number of moves, or a verdict.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm solve pyraminx \"U L' R B\"
  gordian perm solve 3x3x3 \"R U R' U' R' F R2\" --memory 300MiB
  gordian perm solve skewb \"[R, L]\" --solutions 10
  gordian perm solve 2x2x2 \"R U\" --to \"F R2\"      from one state to another
  gordian perm scramble skewb --count 100 | gordian perm solve skewb -")]
pub(crate) struct PermSolveArgs {
    #[command(flatten)]
    pub(crate) puzzle: PermPuzzleArgs,
    /// The sequence that leads to the state, from the solved one, or `-`
    #[arg(value_name = "SEQUENCE", allow_hyphen_values = true)]
    pub(crate) sequence: String,
    /// The sequence that leads to the target, from the solved state [default: the solved state]
    #[arg(long, value_name = "SEQUENCE", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Take solutions from a table of `gordian perm distances --out`
    ///
    /// It must have the distances of the target by the same moves. States that it does not have are
    /// searched.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// Show at most N shortest solutions
    ///
    /// Two neighbouring moves that commute are tried in one order only; in both if there are
    /// illegal states.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub(crate) solutions: u32,
    /// At most this memory for pattern databases, such as 300MiB
    ///
    /// The default is 64MiB; the tables of the 3x3x3, which take 80 MB, are used unless less is
    /// allowed.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// The directory in which large databases are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The time limit in seconds; with `-`, for each state
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Threads that build databases and search, 1 to 256 [default: one per processor]
    ///
    /// The answers do not depend on their number. The first million states are searched by one
    /// thread.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document; with `-`, one for each state, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Generate random states, with sequences that lead to them
///
/// All states that the moves reach are equally likely. A sequence is the inverse of a solution: a
/// shortest one, for the 3x3x3 one of at most 21 moves. If there are too many states to solve a
/// random one, `--length` makes random moves.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian perm scramble skewb --count 5
  gordian perm scramble square1 --seed 7
  gordian perm scramble kilominx --length 40      random moves")]
pub(crate) struct PermScrambleArgs {
    #[command(flatten)]
    pub(crate) puzzle: PermPuzzleArgs,
    /// Make N random moves instead
    ///
    /// Each is chosen among those that are legal, change the state and belong after the moves
    /// before: no two of them make one move or none, and moves that commute come in one order. Not
    /// all states are equally likely.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) length: Option<u32>,
    #[command(flatten)]
    pub(crate) random: RandomArgs,
    /// The directory in which tables are cached [default: the system's cache directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// The time limit for each state in seconds
    #[arg(long, value_name = "SECS", default_value = "30", value_parser = seconds)]
    pub(crate) time_limit: Duration,
    /// Threads that build tables and search, 1 to 256 [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document per state, each on one line
    #[arg(long)]
    pub(crate) json: bool,
}

fn metrics() -> impl TypedValueParser<Value = Metric> {
    one_of([
        (Metric::AnyPower, "htm", "any number of turns of one kind, as in the half-turn metric"),
        (Metric::SinglePower, "qtm", "a single turn or its inverse, as in the quarter-turn metric"),
    ])
}
