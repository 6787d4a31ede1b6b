//! `sudoku/candidates`: true candidates, basic candidates and conflicts, for a grid being edited.

use gordian_core::Limit;
use gordian_grid::{Candidates, Grid, Layout};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::candidate_lists;
use crate::{OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion, puzzle};
use gordian_solve::grid::GridSearch;
use gordian_solve::sudoku_batch::CandidatesAnswer;

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
    pub limit: Option<Limit>,
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
        let search = &mut GridSearch::default();
        let answer = CandidatesAnswer::find(&puzzle, search, &cancel, ctx.progress);
        Ok(CandidatesResponse::new(&answer))
    }
}

impl CandidatesResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &CandidatesAnswer) -> Self {
        let puzzle = &answer.puzzle;
        let layout = &puzzle.layout;
        Self {
            schema: SchemaVersion,
            n: layout.n(),
            outcome: answer.outcome(),
            limit: answer.limit,
            solutions: answer.n_solutions,
            candidates: candidate_lists(&answer.candidates, layout),
            basic: candidate_lists(&basic_candidates(puzzle), layout),
            conflicts: conflicts(layout, &puzzle.givens),
        }
    }
}

/// Returns for each cell the digits that no digit in its houses excludes; for a cell with a digit,
/// that digit.
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
