//! Arguments that change a puzzle, each for one kind only.

use std::str::FromStr;

use clap::Args;
use gordian::puzzles::Cell;

/// Changes to puzzles.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options for one kind of puzzle")]
pub(crate) struct PuzzleArgs {
    /// Golden Waste: start at this coin instead, counted from 1, or at any
    #[arg(long, value_name = "any|R,C")]
    pub(crate) start: Option<Start>,
    /// Sudoku Cube: also accept what no turns of a real cube lead to
    #[arg(long)]
    pub(crate) ignore_reachability: bool,
}

/// Where a walk starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At any coin.
    Any,
    /// At the coin in this place.
    At(Cell),
}

impl FromStr for Start {
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
    fn starts_are_read() {
        let check = |text: &str, expected| assert_eq!(text.parse::<Start>().ok(), expected);
        check("any", Some(Start::Any));
        check("3,8", Some(Start::At(Cell::new(2, 7))));
        check("3, 8", Some(Start::At(Cell::new(2, 7))));
        check("0,1", None);
        check("3", None);
        check("3,8,1", None);
        check("-1,2", None);
        check("", None);
    }
}
