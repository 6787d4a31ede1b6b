//! Reads a Golden Waste board from its file.

use toml::de::{DeTable, DeValue};

use super::Goishi;
use crate::board::block::Block;
use crate::board::reader::{Reader, Value};
use crate::board::text_board::{BoardForm, CellError};
use crate::board::{Cell, CellMap, Size};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

/// A drawn board: its size, its coins, and the coin that is marked as the first.
struct Board {
    rows: usize,
    columns: usize,
    coins: Vec<Cell>,
    marked: Option<Cell>,
}

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Goishi> {
    let metadata = Metadata::read_with_keys(reader, table, "a goishi board", &["board", "start"]);
    let hint = "draw it with `X` for a coin and `.` for an empty place";
    let block = reader.required_block(table, "board", hint)?;
    let board = read_board(reader, &block)?;
    let start = match table.get("start") {
        Some(start) => read_start(reader, start, &board)?,
        None if board.marked.is_none() => {
            let message = "the board does not say where the walk starts";
            let hint = "draw the first coin as `1`, or set `start = [row, column]` or \
                        `start = \"any\"`";
            let diagnostic = Diagnostic::new("puzzle.missing-key", block.span, message);
            reader.report(diagnostic.hint(hint));
            return None;
        }
        None => board.marked,
    };
    let Board { rows, columns, coins, .. } = board;
    Some(Goishi { metadata, rows, columns, coins, start })
}

const BOARD: BoardForm = BoardForm {
    key: "board",
    cell: "place",
    is_separated: false,
    max_side: Goishi::MAX_SIDE,
    blank_hint: "draw empty places as `.`",
};

fn read_board(reader: &mut Reader<'_>, block: &Block) -> Option<Board> {
    let mut marked = None;
    let places = BOARD.read(reader, block, |cell, text| match text {
        "." => Ok(false),
        "X" | "x" | "O" | "o" => Ok(true),
        "1" if marked.is_none() => {
            marked = Some(cell);
            Ok(true)
        }
        "1" => Err(CellError {
            code: "puzzle.duplicate",
            message: "a second coin is marked as the first".to_owned(),
            hint: None,
        }),
        other => Err(CellError {
            code: "puzzle.bad-character",
            message: format!("`{}` is neither a coin nor an empty place", excerpt(other)),
            hint: Some("draw coins as `X` or `o`, the first one as `1`, empty places as `.`"),
        }),
    })?;
    let coins: Vec<Cell> =
        places.iter().filter(|&(_, &is_coin)| is_coin).map(|(cell, _)| cell).collect();
    if coins.is_empty() {
        reader.error("puzzle.empty", block.span.clone(), "the board has no coin");
        return None;
    }
    let Size { rows, columns } = places.size();
    Some(Board { rows, columns, coins, marked })
}

/// Reads the key `start`; the inner `None` means any coin.
fn read_start(reader: &mut Reader<'_>, value: &Value<'_>, board: &Board) -> Option<Option<Cell>> {
    if let Some(marked) = board.marked {
        let message = format!("the board already marks {marked} as the first coin");
        let diagnostic = Diagnostic::new("puzzle.conflict", value.span(), message);
        reader.report(diagnostic.hint("remove `start`, or draw that coin as `X`"));
        return None;
    }
    if let DeValue::String(text) = value.get_ref() {
        if text == "any" {
            return Some(None);
        }
        let message = format!("start is `{}`", excerpt(text));
        let diagnostic = Diagnostic::new("puzzle.unknown-value", value.span(), message);
        reader.report(diagnostic.hint("start is `[row, column]` or `\"any\"`"));
        return None;
    }
    let cell = reader.cell("start", value, board.rows, board.columns)?;
    if board.coins.binary_search(&cell).is_err() {
        reader.error("puzzle.no-coin", value.span(), format!("there is no coin at {cell}"));
        return None;
    }
    Some(Some(cell))
}

/// Returns a puzzle file that is read as `puzzle`.
pub(super) fn to_toml(puzzle: &Goishi) -> String {
    let mut places = CellMap::new(Size::new(puzzle.rows, puzzle.columns), '.');
    for &coin in &puzzle.coins {
        places[coin] = if puzzle.start == Some(coin) { '1' } else { 'X' };
    }
    let board = BOARD.to_toml(places.rows().map(|row| row.iter().collect()));
    let start = if puzzle.start.is_none() { "start = \"any\"\n" } else { "" };
    puzzle.metadata.to_toml("goishi") + start + &board
}
