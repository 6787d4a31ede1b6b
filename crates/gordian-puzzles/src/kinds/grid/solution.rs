//! Parses solutions of grids: rows of digits, or JSON.

use serde_json::{Value, json};

use super::{GridPuzzle, digit};
use crate::board::block::Block;
use crate::board::cell::count_noun;
use crate::diagnostic::{Diagnostic, excerpt};
use crate::document::{ShapeError, list, parse_json};

const HINT: &str =
    "a solution has a row of numbers from 1 for each row of the grid, `?` where one is not known";

pub(super) fn to_json(digits: &[u8]) -> Value {
    let n = digits.len().isqrt().max(1);
    // 0 is a cell that is not known, in a part of a solution.
    let cell = |&digit: &u8| if digit == 0 { json!("?") } else { json!(digit) };
    digits.chunks(n).map(|row| row.iter().map(cell).collect::<Value>()).collect()
}

pub(super) fn parse(text: &str) -> Result<Vec<u8>, Vec<Diagnostic>> {
    if text.trim_start().starts_with(['{', '[']) {
        parse_json(text, |solution, _| read_grid(solution))
    } else {
        read_rows(text)
    }
}

/// Parses rows of digits.
fn read_rows(text: &str) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let block = Block::plain(text);
    let board = block.board();
    let n = match &board[..] {
        // All rows in one line, a common format of solutions.
        [line] => line.len().isqrt(),
        rows => rows.len(),
    };
    let one_line = board.len() == 1 && n > 1 && board[0].len() == n * n;
    let wrong_shape = |span, message: String, hint: &str| {
        Err(vec![Diagnostic::new("solution.wrong-shape", span, message).hint(hint)])
    };
    if !(1..=GridPuzzle::MAX_SIZE).contains(&n) {
        let message =
            format!("the solution has {n} rows, not between 1 and {}", GridPuzzle::MAX_SIZE);
        return wrong_shape(0..text.len(), message, HINT);
    }
    let mut digits = Vec::with_capacity(n * n);
    for (number, (row, line)) in board.iter().zip(&block.lines).enumerate() {
        if row.len() != n && !one_line {
            let message = wrong_length(number + 1, row.len(), board.len());
            return wrong_shape(line.span.clone(), message, HINT);
        }
        for piece in row {
            // A cell that is not known is 0.
            let value = if piece.text == "?" { Some(0) } else { digit(piece.text) };
            match value.map(u8::try_from) {
                Some(Ok(digit)) => digits.push(digit),
                _ => {
                    let message = format!("`{}` is not a digit", excerpt(piece.text));
                    return wrong_shape(piece.span.clone(), message, HINT);
                }
            }
        }
    }
    Ok(digits)
}

/// Returns the message about a row with another number of cells than there are rows.
fn wrong_length(row: usize, n_cells: usize, n_rows: usize) -> String {
    let (cells, verb) = (count_noun(n_cells, "cell"), if n_rows == 1 { "is" } else { "are" });
    format!("row {row} has {cells}, but there {verb} {}", count_noun(n_rows, "row"))
}

fn read_grid(value: &Value) -> Result<Vec<u8>, ShapeError> {
    let rows = list(value, "the solution", HINT)?;
    let n = rows.len();
    if !(1..=GridPuzzle::MAX_SIZE).contains(&n) {
        let message =
            format!("the solution has {n} rows, not between 1 and {}", GridPuzzle::MAX_SIZE);
        return Err(ShapeError::new(message, HINT));
    }
    let mut digits = Vec::with_capacity(n * n);
    for (number, row) in (1..).zip(rows) {
        let cells = list(row, &format!("row {number}"), HINT)?;
        if cells.len() != n {
            return Err(ShapeError::new(wrong_length(number, cells.len(), n), HINT));
        }
        for (column, cell) in (1..).zip(cells) {
            let digit = match cell.as_str() {
                // A cell that is not known, as in what is written for a part of a solution.
                Some("?") => Some(0),
                _ => cell.as_u64().and_then(|digit| u8::try_from(digit).ok()),
            };
            let message = || format!("r{number}c{column} is not a number from 1 to 64");
            digits.push(digit.ok_or_else(|| ShapeError::new(message(), HINT))?);
        }
    }
    Ok(digits)
}
