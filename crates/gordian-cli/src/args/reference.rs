//! `gordian kinds`, `gordian explain` and `gordian docs`: what the program knows about itself.

use std::path::PathBuf;

use clap::Args;

/// List the kinds of puzzles, or show the rules and files of one
///
/// Without a name, lists all kinds. With the name of a kind, prints its page: the rules, puzzle
/// files, solutions, and links.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian kinds
  gordian kinds nurikabe
  gordian kinds --json nurikabe")]
pub(crate) struct KindsArgs {
    /// The kind, as in puzzle files
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explain an error code
///
/// Prints what an error with this code means and what to do about it. Errors show their codes in
/// JSON documents and in the lines that answer invalid lines. Without a code, lists all codes.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian explain puzzle.unknown-kind
  gordian explain
  gordian explain --json cube.twisted-corner")]
pub(crate) struct ExplainArgs {
    /// The error code
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,

    /// Write one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write the generated pages of the book
///
/// Writes the reference of commands, documents, error codes, kinds and techniques as Markdown.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian docs --out target/book/docs/reference")]
pub(crate) struct DocsArgs {
    /// The directory, which is created
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}
