//! `sudoku/read`: reads Sudoku texts as data that can be drawn.

use gordian_grid::{HouseKind, Layout};
use gordian_puzzles::{GridPuzzle, grid::Rule};
use gordian_sudoku::formats::ParsedPuzzle;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::puzzle::{Text, notes, puzzle_from_read};
use super::super::{ErrorDetail, Operation, RequestContext, RequestError, input, puzzle, schema};
use super::{candidates_json, placed_grid};

pub(in super::super) const OPERATION: Operation = Operation {
    name: "sudoku/read",
    summary: "Reads Sudoku in any text format, and puzzle files of the kind `grid`, as data that can \
              be drawn.",
    input: schema::of_request::<Input>,
    output,
    example: || json!({"text": "12..34..2.4..32."}),
    handler: handle,
};

/// The text to read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// One puzzle or several: lines, drawn grids, links, files.
    text: String,
}

fn output() -> Value {
    let digit = json!({"type": "integer"});
    let cells = schema::list(&json!({"type": "integer", "minimum": 0}), "cells, row by row from 0");
    let house = schema::object(&[
        ("kind", json!({"enum": ["row", "column", "region", "diagonal", "group"]})),
        ("name", schema::text("as in steps and messages")),
        ("cells", cells.clone()),
    ]);
    let cage = schema::object(&[
        ("name", schema::text("as in messages")),
        ("sum", schema::number("the sum of the digits")),
        ("different", schema::flag("whether digits must not repeat in the cage")),
        ("cells", cells),
    ]);
    let puzzle = schema::object(&[
        ("title", schema::optional_text("the title")),
        ("author", schema::optional_text("the author")),
        ("format", schema::text("the format of the text")),
        ("n", schema::number("the number of rows, columns and digits")),
        ("givens", schema::list(&digit, "the given digits, row by row; 0: none")),
        ("placed", schema::list(&digit, "the digits placed by a player; 0: none")),
        (
            "marks",
            json!({"type": ["array", "null"], "description": "pencil marks of each cell, if the text has any"}),
        ),
        ("houses", schema::list(&house, "sets of cells in which no digit repeats")),
        ("cages", schema::list(&cage, "sets of cells with a sum")),
        ("puzzle", schema::text("the puzzle as a puzzle file, without placed digits and marks")),
        ("notes", schema::texts("what was assumed or ignored")),
    ]);
    schema::document(&[("puzzles", schema::list(&puzzle, "the puzzles, in the order of the text"))])
}

fn handle(text: &str, _ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let Input { text } = input::read(text)?;
    let puzzles = match puzzle::parse_text(&text)? {
        Text::Problem(problem) => match problem.as_kind::<GridPuzzle>() {
            Some(grid) => vec![grid_json(grid)],
            None => {
                let message = format!("this operation needs a grid, not a {}", problem.kind());
                return Err(ErrorDetail::new("request.not-applicable", message).into());
            }
        },
        Text::Sudoku(reads) => reads
            .into_iter()
            .map(|read| Ok(read_json(&read?)))
            .collect::<Result<_, ErrorDetail>>()?,
    };
    Ok(json!({"schema": 1, "puzzles": puzzles}))
}

/// Returns the JSON of a puzzle from a Sudoku text.
fn read_json(read: &ParsedPuzzle) -> Value {
    let layout = &read.puzzle.layout;
    let puzzle = puzzle_from_read(read);
    json!({
        "title": puzzle.metadata.title,
        "author": puzzle.metadata.author,
        "format": read.format.name(),
        "n": layout.n(),
        "givens": read.puzzle.givens,
        "placed": placed_grid(&read.placed, layout.n_cells()),
        "marks": read.puzzle.marks.as_ref().map(|marks| candidates_json(marks, layout)),
        "houses": houses(layout),
        "cages": cages(&puzzle),
        "puzzle": puzzle.to_toml(),
        "notes": notes(read),
    })
}

/// Returns the JSON of a grid from a puzzle file.
fn grid_json(puzzle: &GridPuzzle) -> Value {
    let layout = &puzzle.grid.layout;
    json!({
        "title": puzzle.metadata.title,
        "author": puzzle.metadata.author,
        "format": "puzzle-file",
        "n": layout.n(),
        "givens": puzzle.grid.givens,
        "placed": vec![0; layout.n_cells()],
        "marks": null,
        "houses": houses(layout),
        "cages": cages(puzzle),
        "puzzle": puzzle.to_toml(),
        "notes": [],
    })
}

fn cages(puzzle: &GridPuzzle) -> Vec<Value> {
    let cage = |rule: &Rule| match rule {
        Rule::Cells(cage) => json!({
            "name": cage.name,
            "sum": cage.sum,
            "different": cage.distinct,
            "cells": cage.cells.iter().map(|cell| cell.index(puzzle.n())).collect::<Vec<_>>(),
        }),
    };
    puzzle.rules.iter().map(cage).collect()
}

fn houses(layout: &Layout) -> Vec<Value> {
    let kind = |kind| match kind {
        HouseKind::Row => "row",
        HouseKind::Column => "column",
        HouseKind::Region => "region",
        HouseKind::MainDiagonal | HouseKind::AntiDiagonal => "diagonal",
        HouseKind::Group => "group",
    };
    let houses = layout.houses().iter();
    houses
        .map(|house| json!({"kind": kind(house.kind), "name": house.name, "cells": house.cells}))
        .collect()
}
