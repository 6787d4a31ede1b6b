//! Arguments that several commands of `gordian sudoku` share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use gordian::sudoku::formats::Format;
use gordian::sudoku::tasks::Symmetry;
use gordian::sudoku_batch::{GridForm, SudokuEngine};
use gordian::tables::Kernel;

use crate::args::values::{kernels, one_of, seconds, threads};

/// The input file, its format, and the layout of plain grids.
#[derive(Debug, Args)]
pub(crate) struct SudokuInputArgs {
    /// The puzzles, or `-`
    pub(crate) file: PathBuf,
    /// The format of the puzzles [default: detected from the text]
    #[arg(long, value_name = "NAME", value_parser = formats())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) layout: SudokuLayoutArgs,
}

/// The layout of grids whose text does not specify their houses.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for grids whose text does not specify their houses")]
pub(crate) struct SudokuLayoutArgs {
    /// Boxes of R rows and C columns, such as 2x3
    #[arg(long = "box", id = "boxes", value_name = "RxC", value_parser = boxes)]
    pub(crate) boxes: Option<(usize, usize)>,
    /// N rows and columns without boxes
    #[arg(long, value_name = "N", conflicts_with = "boxes")]
    pub(crate) latin: Option<usize>,
    /// Irregular regions: one letter per cell, row by row, that names its region
    #[arg(long, value_name = "LETTERS", conflicts_with_all = ["boxes", "latin"])]
    pub(crate) regions: Option<String>,
    /// Both long diagonals contain each digit once
    #[arg(long)]
    pub(crate) diagonals: bool,
}

/// Threads, limits, kernels and output of a batch.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options")]
pub(crate) struct SudokuRunArgs {
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The time limit per puzzle in seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// The implementation of the inner loops; all give the same results
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = kernels())]
    pub(crate) kernel: Kernel,
    /// Write one JSON document per puzzle, each on one line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a JSON document with counts and times to standard error at the end
    #[arg(long)]
    pub(crate) stats: bool,
}

pub(super) fn engines() -> impl TypedValueParser<Value = SudokuEngine> {
    one_of([
        (
            SudokuEngine::Auto,
            "auto",
            "The batch engine for many 9×9 puzzles, else one puzzle at a time, with learning for large grids \
             on which the plain search gives up",
        ),
        (SudokuEngine::Batch, "batch", "Many 9×9 puzzles in parallel lanes"),
        (SudokuEngine::Single, "single", "The search for one puzzle at a time"),
        (
            SudokuEngine::Learning,
            "learning",
            "The search for one puzzle at a time with learnt clauses",
        ),
        (SudokuEngine::Model, "model", "The naive model, solved by the default SAT engine"),
    ])
}

/// Parses the output format of grids.
pub(super) fn forms() -> impl TypedValueParser<Value = GridForm> {
    one_of([
        (GridForm::Line, "line", "One line"),
        (GridForm::Block, "block", "One line per row, followed by an empty line"),
    ])
}

fn formats() -> impl TypedValueParser<Value = Format> {
    one_of(Format::ALL.map(|format| (format, format.name(), "")))
}

pub(super) fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    one_of(Symmetry::ALL.map(|symmetry| (symmetry, symmetry.name(), "")))
}

/// Parses the size of a box.
fn boxes(text: &str) -> Result<(usize, usize), &'static str> {
    let side = |text: &str| text.parse().ok().filter(|&side: &usize| side > 0);
    let sides = text.split_once(['x', 'X', '×']).and_then(|(rows, columns)| {
        let (rows, columns) = (side(rows)?, side(columns)?);
        Some((rows, columns))
    });
    sides.ok_or("not a box size such as `2x3` (rows and columns)")
}

/// Parses a number of at least 1.
pub(super) fn at_least_one<N: FromStr + PartialOrd + From<u8>>(
    text: &str,
) -> Result<N, &'static str> {
    text.parse().ok().filter(|number| *number >= N::from(1)).ok_or("not a number from 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_sizes_are_parsed() {
        let check = |text, expected| assert_eq!(boxes(text).ok(), expected, "{text}");
        check("2x3", Some((2, 3)));
        check("3X2", Some((3, 2)));
        check("4×4", Some((4, 4)));
        for wrong in ["", "2", "x", "2x", "0x3", "2x-3", "2x3x4", " 2x3"] {
            check(wrong, None);
        }
    }
}
