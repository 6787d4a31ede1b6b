//! What several commands of `gordian sudoku` take.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gordian::sudoku::formats::Format;
use gordian::sudoku::tasks::Symmetry;

use crate::args::Kernel;
use crate::args::solve::{seconds, threads};

/// Where puzzles come from, and what they are where their text does not say it.
#[derive(Debug, Args)]
pub(crate) struct SudokuReadingArgs {
    /// The puzzles, or `-`
    pub(crate) file: PathBuf,
    /// The format of the puzzles; found out from the text if left out
    #[arg(long, value_name = "NAME", value_parser = formats())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) layout: SudokuLayoutArgs,
}

/// The houses of plain grids.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for grids whose text does not say their houses")]
pub(crate) struct SudokuLayoutArgs {
    /// Boxes of R rows and C columns, such as 2x3
    #[arg(long = "box", id = "boxes", value_name = "RxC", value_parser = boxes)]
    pub(crate) boxes: Option<(usize, usize)>,
    /// N rows and columns and no boxes
    #[arg(long, value_name = "N", conflicts_with = "boxes")]
    pub(crate) latin: Option<usize>,
    /// Irregular regions: a character for each cell, row by row, that names its region
    #[arg(long, value_name = "LETTERS", conflicts_with_all = ["boxes", "latin"])]
    pub(crate) regions: Option<String>,
    /// No digit repeats on both long diagonals
    #[arg(long)]
    pub(crate) diagonals: bool,
}

/// How the work is done and told.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options")]
pub(crate) struct SudokuRunningArgs {
    /// How many threads may work; as many as the machine has if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// How long each puzzle may take, in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Which form of the inner loops runs; all give the same results
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) kernel: Kernel,
    /// Write one JSON document a puzzle, each on a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a JSON document with counts and times on standard error at the end
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuEngine {
    /// Many 9×9 puzzles at once where there are many, else one at a time, and learning where that
    /// gives up on a large grid
    Auto,
    /// Many 9×9 puzzles at once
    Batch,
    /// The search for one puzzle at a time
    Single,
    /// The search for one puzzle at a time that learns from dead ends
    Learning,
    /// The naive model, decided by the default SAT engine
    Model,
}

/// How grids are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuOutput {
    /// In one line
    Line,
    /// In a line for each row, with an empty line behind
    Block,
}

/// A number of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Amount {
    /// So many.
    Cells(usize),
    /// So many of a hundred.
    Percent(f64),
}

impl Amount {
    /// Returns how many of `cells` cells it is, to the nearest.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a number of cells, which is small, is neither large nor negative"
    )]
    pub(crate) fn of(self, cells: usize) -> usize {
        match self {
            Self::Cells(n) => n,
            Self::Percent(percent) => (percent / 100.0 * cells as f64).round() as usize,
        }
    }
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        format.expect("the names are those of the formats")
    })
}

pub(super) fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(|symmetry| PossibleValue::new(symmetry.name())))
        .map(|name| {
            let symmetry = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name);
            symmetry.expect("the names are those of the symmetries")
        })
}

/// Reads the size of a box.
fn boxes(text: &str) -> Result<(usize, usize), &'static str> {
    let side = |text: &str| text.parse().ok().filter(|&side: &usize| side > 0);
    let sides = text.split_once(['x', 'X', '×']).and_then(|(rows, columns)| {
        let (rows, columns) = (side(rows)?, side(columns)?);
        Some((rows, columns))
    });
    sides.ok_or("not rows and columns of a box such as `2x3`")
}

/// Reads a number from 1.
pub(super) fn from_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    text.parse().ok().filter(|number| *number >= N::from(1)).ok_or("not a number from 1")
}

/// Reads a number of holes.
pub(super) fn holes(text: &str) -> Result<Amount, &'static str> {
    let amount = match text.strip_suffix('%') {
        None => text.parse().ok().map(Amount::Cells),
        Some(percent) => match percent.trim_end().parse().ok() {
            Some(percent) if percent > 100.0 => return Err("over 100 %"),
            percent => percent.filter(|percent| *percent >= 0.0).map(Amount::Percent),
        },
    };
    amount.ok_or("neither a number of cells nor a part in percent such as `48%`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_have_rows_and_columns() {
        let check = |text, expected| assert_eq!(boxes(text).ok(), expected, "{text}");
        check("2x3", Some((2, 3)));
        check("3X2", Some((3, 2)));
        check("4×4", Some((4, 4)));
        for wrong in ["", "2", "x", "2x", "0x3", "2x-3", "2x3x4", " 2x3"] {
            check(wrong, None);
        }
    }

    #[test]
    fn holes_are_cells_or_percent() {
        let check = |text: &str, expected| {
            assert_eq!(holes(text).ok().map(|amount| amount.of(1296)), expected, "{text}");
        };
        check("0", Some(0));
        check("622", Some(622));
        check("48%", Some(622));
        check("48.5 %", Some(629));
        check("100%", Some(1296));
        for wrong in ["", "%", "-1", "101%", "-1%", "NaN%", "4.5"] {
            check(wrong, None);
        }
    }
}
