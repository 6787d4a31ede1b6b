//! The puzzle files of Kakuro.

use toml::de::DeTable;

use super::{Kakuro, KakuroCell};
use crate::board::text_board::{BoardForm, CellError};
use crate::board::{Cell, CellMap, OutsideClues, Reader, Size};
use crate::diagnostic::{Diagnostic, escaped};
use crate::puzzle::Metadata;

/// The drawn board has the row above and the column on the left, too.
const BOARD: BoardForm = BoardForm {
    key: "board",
    cell: "cell",
    is_separated: true,
    max_side: Size::MAX_SIDE + 1,
    blank_hint: "",
};

const HINT: &str = "a cell is `.` (white), `#` (without clue), or a clue: `16\\` for the sum below, `\\23` \
                    for the sum to the right, `16\\23` for both";

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Kakuro> {
    let metadata = Metadata::read_with_keys(reader, table, "a kakuro puzzle", &["board"]);
    let block = reader.required_block(table, "board", HINT)?;
    let cells = BOARD.read(reader, &block, read_cell)?;
    let Size { rows, columns } = cells.size();
    if rows < 2 || columns < 2 {
        let message = format!("board has {}, but at least 2 of each are necessary", cells.size());
        let diagnostic = Diagnostic::new("puzzle.wrong-shape", block.span, message);
        reader.report(diagnostic.hint("the first row and the first column are for clues only"));
        return None;
    }
    let size = Size::new(rows - 1, columns - 1);
    let clues = |row, column| match cells[Cell::new(row, column)] {
        KakuroCell::Clue { down, right } => (down, right),
        KakuroCell::White => unreachable!("a cell outside the board is not white"),
    };
    let outside = OutsideClues {
        above: (1..columns).map(|column| clues(0, column).0).collect(),
        left: (1..rows).map(|row| clues(row, 0).1).collect(),
    };
    let cells =
        CellMap::from_fn(size, |Cell { row, column }| cells[Cell::new(row + 1, column + 1)]);
    Some(Kakuro { metadata, cells, outside })
}

/// Reads a cell of the drawn board.
fn read_cell(cell: Cell, text: &str) -> Result<KakuroCell, CellError> {
    let error = |code, message| Err(CellError { code, message, hint: Some(HINT) });
    let content = match text {
        "." => KakuroCell::White,
        "#" => KakuroCell::Clue { down: None, right: None },
        _ => {
            let Some((down, right)) = text.split_once('\\') else {
                let message = format!("`{}` is not a cell", escaped(text));
                return error("puzzle.bad-character", message);
            };
            KakuroCell::Clue { down: read_clue(down)?, right: read_clue(right)? }
        }
    };
    // The first row has no cells to the right, and the first column none below.
    match content {
        KakuroCell::White if cell.row == 0 || cell.column == 0 => {
            let line = if cell.row == 0 { "row" } else { "column" };
            error("puzzle.bad-character", format!("a white cell in the first {line}"))
        }
        KakuroCell::Clue { right: Some(right), .. } if cell.row == 0 => {
            error("puzzle.bad-character", format!("the clue {right} has no cells to its right"))
        }
        KakuroCell::Clue { down: Some(down), .. } if cell.column == 0 => {
            error("puzzle.bad-character", format!("the clue {down} has no cells below it"))
        }
        _ => Ok(content),
    }
}

/// Reads one of the two clues of a cell; an empty text is no clue.
fn read_clue(text: &str) -> Result<Option<u16>, CellError> {
    let error = |code, message| Err(CellError { code, message, hint: Some(HINT) });
    if text.is_empty() {
        return Ok(None);
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return error("puzzle.bad-character", format!("`{}` is not a clue", escaped(text)));
    }
    match text.parse() {
        Ok(clue) if (1..=Kakuro::MAX_CLUE).contains(&clue) => Ok(Some(clue)),
        _ => {
            let max = Kakuro::MAX_CLUE;
            let message = format!("the clue {} is not between 1 and {max}", escaped(text));
            error("puzzle.out-of-range", message)
        }
    }
}

/// Returns the text of a cell in a file.
fn written(cell: &KakuroCell) -> String {
    let clue = |clue: &Option<u16>| clue.map_or(String::new(), |clue| clue.to_string());
    match cell {
        KakuroCell::White => ".".to_owned(),
        KakuroCell::Clue { down: None, right: None } => "#".to_owned(),
        KakuroCell::Clue { down, right } => format!("{}\\{}", clue(down), clue(right)),
    }
}

pub(super) fn to_toml(puzzle: &Kakuro) -> String {
    let cells = puzzle.with_outside();
    let width = cells.values().iter().map(|cell| written(cell).len()).max().unwrap_or_default();
    let row = |row: &[KakuroCell]| {
        let words: Vec<String> =
            row.iter().map(|cell| format!("{:<width$}", written(cell))).collect();
        words.join(" ").trim_end().to_owned()
    };
    puzzle.metadata.to_toml("kakuro") + &BOARD.to_toml(cells.rows().map(row))
}
