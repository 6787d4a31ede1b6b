//! `sudoku/candidates`: true candidates, basic candidates and conflicts, for a grid being edited.

use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::tasks::{TrueCandidates, true_candidates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{
    LimitName, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion, puzzle,
};
use super::candidate_lists;
use crate::grid::{GridQuery, GridSearch};

/// The grid to examine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CandidatesRequest {
    /// A grid in any text format, or a puzzle file; placed digits count as givens.
    pub puzzle: String,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// What is known of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CandidatesResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The number of rows, columns and digits.
    pub n: usize,
    /// What was established.
    pub outcome: OutcomeName,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<LimitName>,
    /// 0, 1, or 2 for two or more; null: not decided.
    pub solutions: Option<u64>,
    /// Of each cell, digits that occur in some solution; all of them if `limit` is null.
    pub candidates: Vec<Vec<u8>>,
    /// Of each cell, digits that no digit in its houses excludes.
    pub basic: Vec<Vec<u8>>,
    /// Digits that repeat in a house.
    pub conflicts: Vec<Conflict>,
}

/// A digit that repeats in a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conflict {
    /// The name of the house.
    pub house: String,
    /// The digit that repeats.
    pub digit: u8,
    /// The cells that hold it.
    pub cells: Vec<usize>,
}

impl RequestKind for CandidatesRequest {
    const NAME: &'static str = "sudoku/candidates";
    const SUMMARY: &'static str = "Finds the digits that occur in some solution, digits that repeat in a house, \
                                   and whether there is one solution.";
    type Response = CandidatesResponse;

    fn example() -> Self {
        Self { puzzle: "12..34..2.4..32.".to_owned(), time_limit: None }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<CandidatesResponse, RequestError> {
        let puzzle::SudokuPosition { mut puzzle, placed } =
            puzzle::parse_position(&self.puzzle, ctx)?;
        for (cell, digit) in placed {
            puzzle.givens[cell] = digit;
        }
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let layout = &puzzle.layout;
        let mut search = GridSearch::default();
        let TrueCandidates { proven, stopped, .. } =
            true_candidates(search.finder(layout), &puzzle, &cancel, ctx.progress);
        let n_digits = |cell| proven.digits(cell).count();
        let none = (0..layout.n_cells()).all(|cell| n_digits(cell) == 0);
        // If every cell has exactly one true candidate, there is exactly one solution.
        let single = (0..layout.n_cells()).all(|cell| n_digits(cell) == 1);
        let several = (0..layout.n_cells()).any(|cell| n_digits(cell) > 1);
        let solutions = match (several, none, single, stopped) {
            (true, ..) => Some(2),
            (false, true, _, None) => Some(0),
            (false, false, true, None) => Some(1),
            _ => {
                let query = GridQuery::default();
                let found = search.find(&puzzle, &query, &cancel, ctx.progress, &mut |_| ());
                (found.stopped.is_none() || found.n_solutions == 2).then_some(found.n_solutions)
            }
        };
        let outcome = match (stopped, none) {
            (Some(_), _) => OutcomeName::Stopped,
            (None, true) => OutcomeName::Infeasible,
            (None, false) => OutcomeName::Solved,
        };
        Ok(CandidatesResponse {
            schema: SchemaVersion,
            n: layout.n(),
            outcome,
            limit: stopped.map(Into::into),
            solutions,
            candidates: candidate_lists(&proven, layout),
            basic: candidate_lists(&basic_candidates(&puzzle), layout),
            conflicts: conflicts(layout, &puzzle.givens),
        })
    }
}

/// Returns for each cell the digits that no digit in its houses excludes; for a cell with a digit, that
/// digit.
fn basic_candidates(puzzle: &Grid) -> Candidates {
    let Grid { layout, givens, marks } = puzzle;
    let mut basic = marks.clone().unwrap_or_else(|| Candidates::all(layout));
    for house in layout.houses() {
        for digit in house.cells.iter().map(|&cell| givens[cell]).filter(|&digit| digit != 0) {
            house.cells.iter().for_each(|&cell| basic.remove(cell, digit));
        }
    }
    for (mask, &digit) in basic.masks_mut().iter_mut().zip(givens) {
        if digit != 0 {
            *mask = 1 << (digit - 1);
        }
    }
    basic
}

/// Returns the digits that repeat in a house.
fn conflicts(layout: &Layout, givens: &[u8]) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    for house in layout.houses() {
        for digit in 1..=u8::try_from(layout.n()).unwrap_or(u8::MAX) {
            let cells: Vec<usize> =
                house.cells.iter().copied().filter(|&cell| givens[cell] == digit).collect();
            if cells.len() > 1 {
                conflicts.push(Conflict { house: house.name.clone(), digit, cells });
            }
        }
    }
    conflicts
}
