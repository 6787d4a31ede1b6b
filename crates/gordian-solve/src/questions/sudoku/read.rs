//! `sudoku/read`: what people paste, as data that can be drawn.

use gordian_puzzles::{Grid, Puzzle, grid::Rule};
use gordian_sudoku::formats::ParsedPuzzle;
use gordian_sudoku::{HouseKind, Layout};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::puzzle::{Text, grid_of, notes};
use super::super::{Asked, Fault, Question, Refusal, input, puzzle, schema};
use super::{digits, placed_grid};
use crate::Problem;
use crate::grid::puzzle_of;

pub(in super::super) const QUESTION: Question = Question {
    name: "sudoku/read",
    summary: "Reads Sudoku in any text format, and puzzle files of the kind `grid`, as data that can \
              be drawn.",
    input: schema::of::<Input>,
    output,
    example: || json!({"text": "12..34..2.4..32."}),
    answer,
};

/// What is read.
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
        ("sum", schema::number("what the digits add up to")),
        ("different", schema::flag("whether no digit repeats in it")),
        ("cells", cells),
    ]);
    let one = schema::object(&[
        ("title", schema::optional_text("its name")),
        ("author", schema::optional_text("who made it")),
        ("format", schema::text("what the text was")),
        ("n", schema::number("rows, columns and digits")),
        ("givens", schema::list(&digit, "the digits that are given, row by row; 0: none")),
        ("placed", schema::list(&digit, "digits that a player had placed; 0: none")),
        (
            "marks",
            json!({"type": ["array", "null"], "description": "pencil marks of each cell, if there are any"}),
        ),
        ("houses", schema::list(&house, "sets of cells in which no digit repeats")),
        ("cages", schema::list(&cage, "sets of cells with a sum")),
        ("puzzle", schema::text("the same as a puzzle file, without what a player added")),
        ("notes", schema::texts("what was assumed or left out")),
    ]);
    schema::document(&[("puzzles", schema::list(&one, "the puzzles, in the order of the text"))])
}

fn answer(text: &str, _asked: &Asked<'_>) -> Result<Value, Refusal> {
    let Input { text } = input::read(text)?;
    let puzzles = match puzzle::text(&text)? {
        Text::Problem(problem) => match *problem {
            Problem::Puzzle(Puzzle::Grid(grid)) => vec![of_grid(&grid)],
            problem => {
                let message = format!("this is a {}, not a grid", problem.kind());
                return Err(Fault::new("request.not-applicable", message).into());
            }
        },
        Text::Sudoku(reads) => {
            reads.into_iter().map(|read| Ok(of_read(&read?))).collect::<Result<_, Fault>>()?
        }
    };
    Ok(json!({"schema": 1, "puzzles": puzzles}))
}

/// Returns a grid of a text format as data.
fn of_read(read: &ParsedPuzzle) -> Value {
    let layout = &read.puzzle.layout;
    let grid = grid_of(read);
    json!({
        "title": grid.about.title,
        "author": grid.about.author,
        "format": read.format.name(),
        "n": layout.n(),
        "givens": read.puzzle.givens,
        "placed": placed_grid(&read.placed, layout.n_cells()),
        "marks": read.puzzle.marks.as_ref().map(|marks| digits(marks, layout)),
        "houses": houses(layout),
        "cages": cages(&grid),
        "puzzle": grid.to_toml(),
        "notes": notes(read),
    })
}

/// Returns a grid of a puzzle file as data.
fn of_grid(grid: &Grid) -> Value {
    let plain = Grid { rules: Vec::new(), ..grid.clone() };
    let layout = puzzle_of(&plain).expect("a grid without rules").layout;
    json!({
        "title": grid.about.title,
        "author": grid.about.author,
        "format": "puzzle-file",
        "n": grid.n,
        "givens": grid.givens,
        "placed": vec![0; grid.n * grid.n],
        "marks": null,
        "houses": houses(&layout),
        "cages": cages(grid),
        "puzzle": grid.to_toml(),
        "notes": [],
    })
}

fn cages(grid: &Grid) -> Vec<Value> {
    let cage = |rule: &Rule| match rule {
        Rule::Cells(cage) => json!({
            "name": cage.name,
            "sum": cage.sum,
            "different": cage.different,
            "cells": cage.cells.iter().map(|cell| cell.index(grid.n)).collect::<Vec<_>>(),
        }),
    };
    grid.rules.iter().map(cage).collect()
}

fn houses(layout: &Layout) -> Vec<Value> {
    let kind = |kind| match kind {
        HouseKind::Row => "row",
        HouseKind::Column => "column",
        HouseKind::Region => "region",
        HouseKind::Diagonal => "diagonal",
        HouseKind::Group => "group",
    };
    let houses = layout.houses().iter();
    houses
        .map(|house| json!({"kind": kind(house.kind), "name": house.name, "cells": house.cells}))
        .collect()
}
