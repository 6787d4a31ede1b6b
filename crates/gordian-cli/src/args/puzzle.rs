//! `gordian check`, `gordian export`, and the arguments that change a puzzle.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gordian::export::Format;
use gordian::puzzles::Cell;

use super::values::seconds;

/// Check a solution against the rules
///
/// Lists the rules that the solution breaks, in terms of the puzzle. The checker of complete
/// solutions does not search and shares no code with the solvers. Of a part of a solution, with `?`
/// where nothing is known, it finds out whether a solution continues it, and otherwise why none
/// does. The exit code is 0 if the solution is right or the part is possible, 1 if it is wrong, 3 if
/// a limit was reached before it was known.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian check horrendum.toml --solution mine.txt
  gordian solve --json puzzle.toml | gordian check puzzle.toml --solution -")]
pub(crate) struct CheckArgs {
    /// The puzzle (TOML) or model (JSON), or `-`
    pub(crate) file: PathBuf,
    /// The solution, or `-`: the output of `gordian solve --json`, its field `solution` alone, or,
    /// for most kinds of puzzles, plain text such as rows of digits or moves
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: PathBuf,
    /// The time limit for a part of a solution in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time_limit: Option<Duration>,
    /// Write a JSON document
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Write a puzzle or model for another solver
///
/// A puzzle is exported as its naive model. CNF and OPB files begin with a legend that explains
/// their variables; LP and MPS files contain integer rows under the names of the model.
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

fn formats() -> impl TypedValueParser<Value = Format> {
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

/// Arguments that change a puzzle.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options for one kind of puzzle")]
pub(crate) struct PuzzleArgs {
    /// Golden Waste: start at the coin in this row and column, counted from 1, or at any coin
    #[arg(long, value_name = "any|R,C")]
    pub(crate) start: Option<StartCell>,
    /// Sudoku Cube: also accept solutions that turns of a real cube cannot reach
    #[arg(long)]
    pub(crate) ignore_reachability: bool,
}

/// The start of a Golden Waste walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartCell {
    /// Any coin.
    Any,
    /// The coin in this cell.
    At(Cell),
}

impl StartCell {
    /// Returns the cell; `None` for any coin.
    pub(crate) fn cell(self) -> Option<Cell> {
        match self {
            Self::Any => None,
            Self::At(cell) => Some(cell),
        }
    }
}

impl FromStr for StartCell {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "any" {
            return Ok(Self::Any);
        }
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let parts = text.split_once(',');
        match parts.map(|(row, column)| (number(row), number(column))) {
            Some((Some(row), Some(column))) => Ok(Self::At(Cell::new(row, column))),
            _ => Err("write `any`, or row and column counted from 1, such as `3,8`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_cells_are_parsed() {
        let check = |text: &str, expected| assert_eq!(text.parse::<StartCell>().ok(), expected);
        check("any", Some(StartCell::Any));
        check("3,8", Some(StartCell::At(Cell::new(2, 7))));
        check("3, 8", Some(StartCell::At(Cell::new(2, 7))));
        check("0,1", None);
        check("3", None);
        check("3,8,1", None);
        check("-1,2", None);
        check("", None);
    }
}
