//! `gordian export`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use gordian::export::Format;

use super::PuzzleArgs;

/// Write a puzzle or model for another solver
///
/// A puzzle is written as its naive model. Clauses and pseudo-Boolean constraints begin with a
/// legend of what their variables mean; LP and MPS have integer rows under the model's own names.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian export puzzle.toml --format cnf -o puzzle.cnf
  gordian export model.json --format lp | less")]
pub(crate) struct ExportArgs {
    /// The puzzle (TOML) or model (JSON), or `-`
    pub(crate) file: PathBuf,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

fn formats() -> impl clap::builder::TypedValueParser<Value = Format> {
    let value = |format: Format| {
        let help = match format {
            Format::Cnf => "clauses, for SAT solvers (DIMACS)",
            Format::Opb => "pseudo-Boolean constraints",
            Format::Lp => "integer rows, in the LP format of CPLEX",
            Format::Mps => "integer rows, in free MPS format",
        };
        PossibleValue::new(format.name()).help(help)
    };
    PossibleValuesParser::new(Format::ALL.map(value)).try_map(|name| name.parse::<Format>())
}
