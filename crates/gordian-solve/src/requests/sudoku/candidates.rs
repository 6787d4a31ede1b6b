//! `sudoku/candidates`: true candidates, basic candidates and conflicts, for a grid being edited.

use gordian_grid::Layout;
use gordian_sudoku::tasks::{TrueCandidates, true_candidates};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{Operation, RequestContext, RequestError, input, puzzle, schema};
use super::candidates_json;
use crate::grid::{GridQuery, GridSearch};

pub(in super::super) const OPERATION: Operation = Operation {
    name: "sudoku/candidates",
    summary: "Finds the digits that occur in some solution, digits that repeat in a house, and whether \
              there is one solution.",
    input: schema::of_request::<Input>,
    output,
    example: || json!({"puzzle": "12..34..2.4..32."}),
    handler: handle,
};

/// The grid to examine.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// A grid in any text format, or a puzzle file; placed digits count as givens.
    puzzle: String,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    time_limit: Option<f64>,
}

fn output() -> Value {
    let conflict = schema::object(&[
        ("house", schema::text("the name of the house")),
        ("digit", schema::number("the digit that repeats")),
        ("cells", schema::list(&json!({"type": "integer"}), "the cells that hold it")),
    ]);
    schema::document(&[
        ("n", schema::number("the number of rows, columns and digits")),
        ("outcome", schema::outcome()),
        ("limit", schema::limit()),
        ("solutions", schema::optional_number("0, 1, or 2 for two or more; null: not decided")),
        (
            "candidates",
            schema::candidates(
                "of each cell, digits that occur in some solution; all of them if `limit` is null",
            ),
        ),
        ("basic", schema::candidates("of each cell, digits that no digit in its houses excludes")),
        ("conflicts", schema::list(&conflict, "digits that repeat in a house")),
    ])
}

fn handle(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let Input { puzzle, time_limit } = input::read(text)?;
    let puzzle::SudokuPosition { mut puzzle, placed } = puzzle::parse_position(&puzzle)?;
    for (cell, digit) in placed {
        puzzle.givens[cell] = digit;
    }
    let cancel = ctx.cancel_with_time_limit(time_limit)?;
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
        (Some(_), _) => "stopped",
        (None, true) => "infeasible",
        (None, false) => "solved",
    };
    Ok(json!({
        "schema": 1,
        "n": layout.n(),
        "outcome": outcome,
        "limit": stopped.map(gordian_core::Limit::name),
        "solutions": solutions,
        "candidates": candidates_json(&proven, layout),
        "basic": basic_candidates(&puzzle),
        "conflicts": conflicts(layout, &puzzle.givens),
    }))
}

/// Returns for each cell the digits that no digit in its houses excludes; for a cell with a digit, that
/// digit.
fn basic_candidates(puzzle: &gordian_grid::Grid) -> Vec<Vec<u8>> {
    let layout = &puzzle.layout;
    let all = u8::try_from(layout.n()).unwrap_or(u8::MAX);
    let mut seen = vec![0_u64; layout.n_cells()];
    for house in layout.houses() {
        let digits =
            house.cells.iter().map(|&cell| puzzle.givens[cell]).filter(|&digit| digit != 0);
        let mask = digits.fold(0_u64, |mask, digit| mask | 1 << (digit - 1));
        for &cell in &house.cells {
            seen[cell] |= mask;
        }
    }
    let marks = |cell, digit: u8| {
        puzzle.marks.as_ref().is_none_or(|marks| marks.mask(cell) >> (digit - 1) & 1 == 1)
    };
    let cell = |(cell, seen): (usize, u64)| match puzzle.givens[cell] {
        0 => {
            (1..=all).filter(|&digit| seen >> (digit - 1) & 1 == 0 && marks(cell, digit)).collect()
        }
        digit => vec![digit],
    };
    seen.into_iter().enumerate().map(cell).collect()
}

/// Returns the digits that repeat in a house, as JSON.
fn conflicts(layout: &Layout, givens: &[u8]) -> Vec<Value> {
    let mut conflicts = Vec::new();
    for house in layout.houses() {
        for digit in 1..=u8::try_from(layout.n()).unwrap_or(u8::MAX) {
            let cells: Vec<usize> =
                house.cells.iter().copied().filter(|&cell| givens[cell] == digit).collect();
            if cells.len() > 1 {
                conflicts.push(json!({"house": house.name, "digit": digit, "cells": cells}));
            }
        }
    }
    conflicts
}
