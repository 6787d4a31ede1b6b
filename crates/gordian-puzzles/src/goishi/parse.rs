//! Reads a Golden Waste board from its file.

use toml::de::{DeTable, DeValue};

use super::Goishi;
use crate::board::block::Block;
use crate::board::cell::{Cell, count_noun};
use crate::board::reader::{Reader, Value};
use crate::diagnostic::{Diagnostic, escaped};
use crate::puzzle::Metadata;

/// A drawn board: its size, its coins, and the coin that is marked as the first.
struct Board {
    rows: usize,
    columns: usize,
    coins: Vec<Cell>,
    marked: Option<Cell>,
}

pub(crate) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Goishi> {
    reader.check_keys(
        "a goishi board",
        table,
        &[&Metadata::KEYS[..], &["board", "start"]].concat(),
    );
    let metadata = Metadata::read(reader, table);
    let Some(value) = table.get("board") else {
        let diagnostic = Diagnostic::new("puzzle.missing-key", 0..0, "there is no `board`");
        reader.report(diagnostic.hint("draw it with `X` for a coin and `.` for an empty place"));
        return None;
    };
    let block = reader.block("board", value)?;
    let board = read_board(reader, &block)?;
    let start = match table.get("start") {
        Some(start) => read_start(reader, start, &board)?,
        None if board.marked.is_none() => {
            let message = "the board does not say where the walk starts";
            let hint = "draw the first coin as `1`, or set `start = [row, column]` or \
                        `start = \"any\"`";
            reader.report(Diagnostic::new("puzzle.missing-key", value.span(), message).hint(hint));
            return None;
        }
        None => board.marked,
    };
    let Board { rows, columns, coins, .. } = board;
    Some(Goishi { metadata, rows, columns, coins, start })
}

fn read_board(reader: &mut Reader<'_>, block: &Block) -> Option<Board> {
    let rows = block.lines.len();
    let columns = block.lines.first().map_or(0, |line| line.characters().count());
    for (what, side) in [("row", rows), ("column", columns)] {
        if !(1..=Goishi::MAX_SIDE).contains(&side) {
            let message = format!(
                "board has {}, not between 1 and {}",
                count_noun(side, what),
                Goishi::MAX_SIDE
            );
            reader.error("puzzle.wrong-shape", block.span.clone(), message);
            return None;
        }
    }
    // Blanks could be meant as empty places, but would be ignored at the end of a line, so they are
    // rejected everywhere.
    let indent = block.lines[0].indent;
    if let Some(line) = block.lines.iter().find(|line| line.has_blanks() || line.indent != indent) {
        let message = if line.has_blanks() {
            "a row of board contains blanks"
        } else {
            "the rows of board are not aligned"
        };
        let diagnostic = Diagnostic::new("puzzle.bad-character", line.span.clone(), message);
        reader.report(diagnostic.hint("draw empty places as `.`"));
        return None;
    }
    let mut board = Board { rows, columns, coins: Vec::new(), marked: None };
    let mut fits = true;
    for (row, line) in block.lines.iter().enumerate() {
        let width = line.characters().count();
        if width != columns {
            let message = format!(
                "row {} of board has {}, but row 1 has {columns}",
                row + 1,
                count_noun(width, "place")
            );
            reader.error("puzzle.wrong-shape", line.span.clone(), message);
            fits = false;
        }
        for (column, piece) in line.characters().enumerate() {
            let cell = Cell::new(row, column);
            match piece.text {
                "." => continue,
                "X" | "x" | "O" | "o" => {}
                "1" if board.marked.is_none() => board.marked = Some(cell),
                "1" => {
                    let message = "a second coin is marked as the first";
                    reader.error("puzzle.duplicate", piece.span, message);
                    fits = false;
                }
                other => {
                    let message =
                        format!("`{}` is neither a coin nor an empty place", escaped(other));
                    let hint =
                        "draw coins as `X` or `o`, the first one as `1`, empty places as `.`";
                    let diagnostic = Diagnostic::new("puzzle.bad-character", piece.span, message);
                    reader.report(diagnostic.hint(hint));
                    fits = false;
                }
            }
            board.coins.push(cell);
        }
    }
    if fits && board.coins.is_empty() {
        reader.error("puzzle.empty", block.span.clone(), "the board has no coin");
        fits = false;
    }
    fits.then_some(board)
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
        let message = format!("start is `{}`", escaped(text));
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
