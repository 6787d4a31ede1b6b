//! The puzzles in SudokuPad links.
//!
//! A puzzle is JSON, often shortened (`short_json.rs`):
//!
//! ```json
//! {"cells": [[{"value": 5}, {}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...],
//!  "cages": [{"value": "title: ..."}, {"cells": [[0, 0], [0, 1]], "sum": 9, "unique": true}],
//!  "metadata": {"title": "..."}, "lines": [...], "overlays": [...], "underlays": [...], ...}
//! ```
//!
//! Rules are drawings there: the meaning of lines, arrows and shapes is explained in the
//! description. So every drawing is an unknown construct. Classic puzzles have a short form of
//! their own, `scf`.

use gordian_grid::{Grid, Layout};
use serde_json::Value;

use super::alphabet::classic_layout;
use super::fpuzzles::{Groups, add_cage, layout_of_regions};
use super::json::{
    as_digit, as_integer, as_list, as_object, as_square_grid, as_text, invalid_value, is_unset,
};
use super::{Format, FormatError, ParsedPuzzle, json, short_json};

/// Reads the unpacked text of a link.
pub(super) fn parse(text: &str) -> Result<ParsedPuzzle, FormatError> {
    match json::parse(text) {
        Ok(value) => read(&value),
        Err(_) => read(&short_json::parse(text)?),
    }
}

/// Reads a puzzle.
pub(super) fn read(value: &Value) -> Result<ParsedPuzzle, FormatError> {
    let fields = as_object(value, "puzzle")?;
    let (n, rows) = as_square_grid(fields.get("cells"), "cells")?;
    let mut read =
        ParsedPuzzle::new(Grid::new(Layout::latin(n)?, vec![0; n * n]), Format::SudokuPad);
    for (index, value) in rows.into_iter().flatten().enumerate() {
        let path = || format!("cells[{}][{}]", index / n, index % n);
        for (key, value) in as_object(value, &path())?.iter().filter(|(_, value)| !is_unset(value))
        {
            match key.as_str() {
                "value" => {
                    read.puzzle.givens[index] = as_digit(value, n, || format!("{}.value", path()))?;
                }
                "centremarks" | "centreMarks" | "cornermarks" | "cornerMarks" | "pencilMarks"
                | "pencilmarks" | "candidates" | "color" | "colour" | "highlight" => {
                    read.note_ignored(&format!("cells.{key}"));
                }
                _ => read.add_unknown_construct(&format!("cells.{key}")),
            }
        }
    }
    let mut regions = Vec::new();
    for value in as_list(fields.get("regions").unwrap_or(&Value::Array(Vec::new())), "regions")? {
        regions.push(read_cell_list(value, n, "regions")?);
    }
    let mut groups = Groups::new(layout_of_regions(n, regions, &mut read)?);
    for (key, value) in fields.iter().filter(|(_, value)| !is_unset(value)) {
        match key.as_str() {
            "cells" | "regions" | "id" | "cellSize" => {}
            "cages" => read_cages(value, n, &mut groups, &mut read)?,
            "metadata" | "metaData" => {
                for (key, value) in as_object(value, key)? {
                    read_metadata(key, value, &mut read);
                }
            }
            "title" | "author" | "rules" | "solution" => read_metadata(key, value, &mut read),
            "settings" | "videos" | "duration" => read.note_ignored(key),
            _ => read.add_unknown_construct(key),
        }
    }
    read.puzzle.layout = groups.into_layout()?;
    Ok(read)
}

/// Reads one entry of the metadata.
fn read_metadata(key: &str, value: &Value, read: &mut ParsedPuzzle) {
    if is_unset(value) {
        return;
    }
    match key {
        "title" => read.metadata.title = as_text(value),
        "author" => read.metadata.author = as_text(value),
        "rules" => read.metadata.description = as_text(value),
        "source" => read.metadata.source = as_text(value),
        "solution" | "msgcorrect" => read.note_ignored(key),
        _ => read.add_unknown_construct(&format!("metadata.{key}")),
    }
}

/// Reads cages: those without cells are metadata, those without a value are groups, those with a
/// number and `unique` are sums; all others are unknown constructs.
fn read_cages(
    value: &Value,
    n: usize,
    groups: &mut Groups,
    read: &mut ParsedPuzzle,
) -> Result<(), FormatError> {
    for (number, value) in as_list(value, "cages")?.iter().enumerate() {
        let path = format!("cages[{number}]");
        let fields = as_object(value, &path)?;
        let get = |key: &str| fields.get(key).filter(|value| !is_unset(value));
        match (get("cells"), get("value"), get("sum")) {
            (None, Some(Value::String(value)), None) => match value.split_once(':') {
                Some((key, said)) => read_metadata(key.trim(), &Value::from(said), read),
                None => read.add_unknown_construct("cages"),
            },
            (Some(cells), None, None) => {
                // A cage whose cells need not differ is only an outline.
                if fields.get("unique") != Some(&Value::Bool(false)) {
                    let cells = read_cell_list(cells, n, &path)?;
                    groups.add(format!("cage {}", number + 1), cells)?;
                }
            }
            (None, None, None) => {}
            // A label that differs from the sum may represent another rule.
            (Some(cells), value, sum)
                if fields.contains_key("unique")
                    && (sum.is_none() || value.is_none() || is_same_number(value, sum)) =>
            {
                let different = fields.get("unique") == Some(&Value::Bool(true));
                let said = sum.or(value).unwrap_or(&Value::Null);
                add_cage(read, said, read_cell_list(cells, n, &path)?, different, "cages")?;
            }
            _ => read.add_unknown_construct("cages"),
        }
    }
    Ok(())
}

/// Returns whether two values are the same number.
fn is_same_number(one: Option<&Value>, other: Option<&Value>) -> bool {
    let number = |value: Option<&Value>| value.and_then(as_integer);
    number(one).is_some() && number(one) == number(other)
}

/// Reads a list of [row, column], from 0.
fn read_cell_list(value: &Value, n: usize, path: &str) -> Result<Vec<usize>, FormatError> {
    let one = |place: &Value| -> Option<usize> {
        let [row, column] = place.as_array()?.as_slice() else { return None };
        let within =
            |value: &Value| usize::try_from(value.as_u64()?).ok().filter(|&value| value < n);
        Some(within(row)? * n + within(column)?)
    };
    let places = as_list(value, path)?;
    places
        .iter()
        .map(|place| one(place).ok_or_else(|| invalid_value(path, "a list of cells")))
        .collect()
}

/// Reads the short form of 9×9 puzzles: each character is a digit (0 for blank) plus ten times the
/// number of blanks after it, in the order `0` to `9`, `A` to `Z`, `a` to `x`. After the 81st cell,
/// `x` represents both diagonals and `w` the four windows.
pub(super) fn read_short(data: &str) -> Result<ParsedPuzzle, FormatError> {
    let mut givens = Vec::with_capacity(81);
    let mut characters = data.chars();
    while givens.len() < 81 {
        let found = characters.next().ok_or(FormatError::DamagedLink)?;
        let value = match found {
            '0'..='9' => u32::from(found) - u32::from('0'),
            'A'..='Z' => u32::from(found) - u32::from('A') + 10,
            'a'..='x' => u32::from(found) - u32::from('a') + 36,
            _ => return Err(FormatError::PackedCharacter { found }),
        };
        givens.push(u8::try_from(value % 10).unwrap_or(0));
        givens.extend((0..value / 10).map(|_| 0));
    }
    if givens.len() > 81 {
        return Err(FormatError::DamagedLink);
    }
    let mut read = ParsedPuzzle::new(Grid::new(classic_layout(), givens), Format::SudokuPad);
    // A repeated rule means the same, and its houses must not be added for each repetition.
    let mut seen = Vec::new();
    for rule in characters {
        let layout = &read.puzzle.layout;
        match rule {
            'x' | 'w' if seen.contains(&rule) => continue,
            'x' => read.puzzle.layout = layout.with_main_diagonal().with_anti_diagonal(),
            'w' => read.puzzle.layout = add_windows(layout)?,
            _ => {
                read.add_unknown_construct(&format!("scf.{}", rule.escape_debug()));
                continue;
            }
        }
        seen.push(rule);
    }
    Ok(read)
}

/// Adds the four windows: 3×3 groups, one row and column apart from each other and from the edges.
fn add_windows(layout: &Layout) -> Result<Layout, FormatError> {
    let window = |(number, corner): (usize, usize)| {
        let cells = (0..9).map(|cell| corner + cell / 3 * 9 + cell % 3).collect();
        (format!("window {}", number + 1), cells)
    };
    Ok(layout.with_groups([10, 14, 46, 50].into_iter().enumerate().map(window))?)
}
