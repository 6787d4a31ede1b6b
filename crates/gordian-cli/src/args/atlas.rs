//! `gordian atlas` and its commands.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use gordian::perm::square1::Notation;
use gordian::tables::{BuildRequest, Checkpoints, Claim, Kernel, ReportFormat, TablePuzzle};

use super::values::{bytes, kernels, one_of, threads};

/// Tables of all positions of a puzzle: build, query and report
///
/// A table contains the distance of every position, so that a shortest solution of any position is
/// found immediately.
#[derive(Debug, Args)]
pub(crate) struct AtlasArgs {
    #[command(subcommand)]
    pub(crate) command: AtlasCommand,
}

/// The commands of `gordian atlas`.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    Build(AtlasBuildArgs),
    Info(AtlasInfoArgs),
    Verify(AtlasVerifyArgs),
    Query(AtlasQueryArgs),
    Report(AtlasReportArgs),
    Prove(AtlasProveArgs),
}

/// Compute the distance of every position of a puzzle
///
/// Prints the number of positions at each distance, in three models side by side: ignoring the
/// middle layer and up to flipping the puzzle over (the model of 2007, whose levels begin at 1); up
/// to flipping it over; and with flipped positions counted separately. Without `--out` it only
/// counts and writes no file. With `--out` it writes the distances to a table; the file appears
/// when it is complete. The same command resumes a stopped or killed build from its last
/// checkpoint.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian atlas build square1-silver                      count
  gordian atlas build square1-silver --out silver.table   write the table
  gordian atlas build square1 --memory 3GiB --json        for programs")]
pub(crate) struct AtlasBuildArgs {
    /// The puzzle
    #[arg(value_name = "PUZZLE", value_parser = puzzles())]
    pub(crate) puzzle: TablePuzzle,
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The maximum memory to use, such as 3GiB, 800MB or a number of bytes
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// When to write checkpoints
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = checkpoints(), requires = "out")]
    pub(crate) checkpoint: Checkpoints,
    /// The implementation of the inner loops; all give the same results
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = kernels())]
    pub(crate) kernel: Kernel,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl From<&AtlasBuildArgs> for BuildRequest {
    fn from(args: &AtlasBuildArgs) -> Self {
        let AtlasBuildArgs { puzzle, out, threads, memory, checkpoint, kernel, json: _ } = args;
        Self {
            puzzle: *puzzle,
            out: out.clone(),
            threads: *threads,
            memory: *memory,
            checkpoint: *checkpoint,
            kernel: *kernel,
        }
    }
}

/// Show what a table contains
///
/// Reads only the header; `gordian atlas verify` reads the whole file.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian atlas info silver.table")]
pub(crate) struct AtlasInfoArgs {
    /// The table, or a checkpoint
    pub(crate) file: PathBuf,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Verify the checksums and the hash of a table
///
/// Reads the whole file. The exit code is 0 if every byte is intact, else 2 with a message that
/// names the first damaged block.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian atlas verify silver.table")]
pub(crate) struct AtlasVerifyArgs {
    /// The table, or a checkpoint
    pub(crate) file: PathBuf,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Look up many positions in a table
///
/// Reads one position per line, or the sequence that leads to it from the solved puzzle, and writes
/// one line per position in the same order: the position, its distance in twists, its distance in
/// the model of 2007, which ignores the middle layer, and a shortest solution, separated by tabs.
/// Every solution is replayed before it is shown. An invalid line is answered by `error`, its line
/// number, a code and a message, and the exit code is 2. Blank lines are skipped.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian atlas query silver.table positions.txt
  gordian square1 scramble | gordian atlas query square1.table -
  gordian atlas query silver.table --no-solution --threads 4 positions.txt")]
pub(crate) struct AtlasQueryArgs {
    /// The table
    pub(crate) file: PathBuf,
    /// The positions, or `-`
    pub(crate) positions: PathBuf,
    /// Omit the solutions, which take most of the time
    #[arg(long)]
    pub(crate) no_solution: bool,
    /// The notation of sequences, for input and output
    #[arg(long, value_name = "NAME", default_value = "wca", value_parser = notations())]
    pub(crate) notation: Notation,
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Write one JSON document per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write a report about a table
///
/// Contains drawings of all shapes, histograms of distances, a table for each shape, the farthest
/// positions with solutions, and the distance of each shape from the square: as a self-contained
/// HTML page or as data.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian atlas report silver.table --out silver
  gordian atlas report silver.table --out silver --format xml")]
pub(crate) struct AtlasReportArgs {
    /// The table
    pub(crate) file: PathBuf,
    /// The directory to write to; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = "html", value_parser = formats())]
    pub(crate) format: ReportFormat,
}

/// Recompute a proof about all positions of a puzzle
///
/// `square1-wca-bound`: every position of the six-colour Square-1 that can be twisted is solved in
/// at most 26 moves when `(x,y)` counts one and `/` counts one, and one position needs 26. Both
/// bounds are recomputed, and the assumptions are listed. The exit code is 0 if the claim holds,
/// else 1.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian atlas prove square1-wca-bound                          counts all positions first
  gordian atlas prove square1-wca-bound --table square1.table    from a table")]
pub(crate) struct AtlasProveArgs {
    /// The claim
    #[arg(value_parser = claims())]
    pub(crate) claim: Claim,
    /// Take the distances from this table of `square1` instead of counting all positions first
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

fn puzzles() -> impl TypedValueParser<Value = TablePuzzle> {
    let value = |puzzle: TablePuzzle, help| (puzzle, puzzle.name(), help);
    one_of([
        value(
            TablePuzzle::Square1Silver,
            "Square-1 in two colours: small pieces are identical in pairs",
        ),
        value(TablePuzzle::Square1, "Square-1 in six colours"),
    ])
}

fn checkpoints() -> impl TypedValueParser<Value = Checkpoints> {
    one_of([
        (
            Checkpoints::Auto,
            "auto",
            "When the work since the last checkpoint took ten times as long as writing one",
        ),
        (Checkpoints::EveryLevel, "every-level", "After every level"),
    ])
}

fn claims() -> impl TypedValueParser<Value = Claim> {
    let help = "The most moves that Square-1 needs, (x,y) one and / one";
    one_of([(Claim::Square1WcaBound, Claim::Square1WcaBound.name(), help)])
}

/// Parses the name of a notation.
pub(super) fn notations() -> impl TypedValueParser<Value = Notation> {
    let value = |notation: Notation, help| (notation, notation.name(), help);
    one_of([
        value(Notation::Wca, "the notation of the World Cube Association: positive is clockwise"),
        value(Notation::Cube21, "the notation of 2007: positive is anticlockwise, `!` is a flip"),
    ])
}

fn formats() -> impl TypedValueParser<Value = ReportFormat> {
    let value = |format: ReportFormat, help| (format, format.name(), help);
    one_of([
        value(ReportFormat::Html, "an HTML page: index.html"),
        value(ReportFormat::Json, "one document: report.json"),
        value(ReportFormat::Xml, "one document: report.xml"),
        value(ReportFormat::Csv, "rows: levels.csv, shapes.csv, farthest.csv"),
    ])
}
