//! The puzzle files and the links of Akari.

use toml::de::DeTable;

use super::{Akari, AkariCell};
use crate::board::text_board::{BoardForm, CellError};
use crate::board::{CellMap, Reader, Size};
use crate::diagnostic::escaped;
use crate::link::{Link, LinkError, four_cell};
use crate::puzzle::Metadata;

const BOARD: BoardForm = BoardForm {
    key: "board",
    cell: "cell",
    is_separated: false,
    max_side: Size::MAX_SIDE,
    blank_hint: "draw white cells as `.`",
};

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Akari> {
    let metadata = Metadata::read_with_keys(reader, table, "an akari puzzle", &["board"]);
    let hint =
        "draw it with `.` for a white cell, `#` for a black one, and `0` to `4` for a number";
    let block = reader.required_block(table, "board", hint)?;
    let cells = BOARD.read(reader, &block, |_, text| match text {
        "." => Ok(AkariCell::White),
        "#" => Ok(AkariCell::Black(None)),
        "0" | "1" | "2" | "3" | "4" => Ok(AkariCell::Black(text.parse().ok())),
        other => Err(CellError {
            code: "puzzle.bad-character",
            message: format!("`{}` is not a cell", escaped(other)),
            hint: Some("a cell is `.` (white), `#` (black), or a number from `0` to `4` (black)"),
        }),
    })?;
    Some(Akari { metadata, cells })
}

/// Returns the character of a cell in a file.
fn symbol(cell: &AkariCell) -> char {
    match cell {
        AkariCell::White => '.',
        AkariCell::Black(None) => '#',
        AkariCell::Black(Some(number)) => char::from(b'0' + number),
    }
}

pub(super) fn to_toml(puzzle: &Akari) -> String {
    let rows = puzzle.cells.rows().map(|row| row.iter().map(symbol).collect());
    puzzle.metadata.to_toml("akari") + &BOARD.to_toml(rows)
}

pub(super) fn from_link(link: &Link) -> Result<Akari, LinkError> {
    link.require_flags("")?;
    let clues = four_cell::read(&mut link.reader(), link.size)?;
    let cells =
        CellMap::from_fn(link.size, |cell| clues[cell].map_or(AkariCell::White, AkariCell::Black));
    Ok(Akari { metadata: Metadata::default(), cells })
}

pub(super) fn to_link(puzzle: &Akari) -> Link {
    let size = puzzle.cells.size();
    let clues = CellMap::from_fn(size, |cell| match puzzle.cells[cell] {
        AkariCell::White => None,
        AkariCell::Black(number) => Some(number),
    });
    Link::new("akari", size, four_cell::write(&clues))
}
