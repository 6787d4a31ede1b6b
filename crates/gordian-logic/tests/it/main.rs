//! What the techniques conclude, seen from outside.

mod als;
mod chains;
mod conditions;
mod exocet;
mod explanation;
mod fish;
mod fish_exhaustive;
mod forcing;
mod generate;
mod kraken;
mod limits;
mod many;
mod multi_sector;
mod published;
mod sentences;
mod sound;
mod technique_pages;
mod wings_and_uniqueness;

use std::time::Duration;

use gordian_core::{Cancel, NoProgress};
use gordian_grid::Grid;
use gordian_logic::TrueCandidates;
use gordian_sudoku::{Finder, tasks};

/// Finds the true candidates of a puzzle with placed digits; those of a puzzle with several
/// solutions for at most one second.
fn true_candidates(puzzle: &Grid, placed: &[(usize, u8)]) -> TrueCandidates {
    let mut puzzle = puzzle.clone();
    for &(cell, digit) in placed {
        puzzle.givens[cell] = digit;
    }
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(1));
    let mut finder = Finder::new(&puzzle.layout);
    let found = tasks::true_candidates(&mut finder, &puzzle, &cancel, &NoProgress);
    TrueCandidates::new(found.proven, found.undecided)
}
