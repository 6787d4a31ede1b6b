//! Rectangular boards drawn as text in a puzzle file.

use super::block::Block;
use super::cell::count_noun;
use super::reader::Reader;
use super::{Cell, CellMap, Size};
use crate::diagnostic::Diagnostic;

/// How a board is drawn, and the words for it in messages.
pub(crate) struct BoardForm {
    /// The key of the file.
    pub(crate) key: &'static str,
    /// What a cell is called.
    pub(crate) cell: &'static str,
    /// Whether blanks separate the cells of a row; otherwise each character is a cell.
    pub(crate) is_separated: bool,
    /// The largest number of rows and of columns.
    pub(crate) max_side: usize,
    /// How to draw an empty cell, for boards in which each character is a cell.
    pub(crate) blank_hint: &'static str,
}

/// Why the text of a cell is not valid.
pub(crate) struct CellError {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<&'static str>,
}

impl BoardForm {
    /// Reads a board. `read` converts the text of each cell, row by row.
    ///
    /// Reports a size out of range, every row that is not as long as the first, and every error of
    /// `read`.
    pub(crate) fn read<T>(
        &self,
        reader: &mut Reader<'_>,
        block: &Block,
        mut read: impl FnMut(Cell, &str) -> Result<T, CellError>,
    ) -> Option<CellMap<T>> {
        let Self { key, max_side, is_separated, .. } = *self;
        let columns = block.lines.first().map_or(0, |line| line.cells(is_separated).len());
        let size = Size::new(block.lines.len(), columns);
        for (what, side) in [("row", size.rows), ("column", size.columns)] {
            if !(1..=max_side).contains(&side) {
                let sides = count_noun(side, what);
                let message = format!("{key} has {sides}, not between 1 and {max_side}");
                reader.error("puzzle.wrong-shape", block.span.clone(), message);
                return None;
            }
        }
        if !is_separated {
            self.check_blanks(reader, block)?;
        }
        let mut fits = true;
        let mut values = Vec::with_capacity(size.n_cells());
        for (row, line) in block.lines.iter().enumerate() {
            let tokens = line.cells(is_separated);
            if tokens.len() != size.columns {
                let (number, cells) = (row + 1, count_noun(tokens.len(), self.cell));
                let message =
                    format!("row {number} of {key} has {cells}, but row 1 has {}", size.columns);
                let diagnostic = Diagnostic::new("puzzle.wrong-shape", line.span.clone(), message);
                reader.report(block.with_escape_hint(diagnostic));
                fits = false;
            }
            for (column, token) in tokens.into_iter().enumerate() {
                match read(Cell::new(row, column), token.text) {
                    Ok(value) => values.push(value),
                    Err(CellError { code, message, hint }) => {
                        let hint = hint.map(str::to_owned);
                        let diagnostic = Diagnostic::new(code, token.span, message);
                        reader.report(block.with_escape_hint(Diagnostic { hint, ..diagnostic }));
                        fits = false;
                    }
                }
            }
        }
        CellMap::from_values(size, values).filter(|_| fits)
    }

    /// Returns the key of a file with a board of these rows.
    pub(crate) fn to_toml(&self, rows: impl Iterator<Item = String>) -> String {
        let rows: String = rows.map(|row| row + "\n").collect();
        format!("{} = '''\n{rows}'''\n", self.key)
    }

    /// Rejects blanks, which could be meant as empty cells: they would be ignored at the end of a
    /// line, so they are rejected everywhere.
    fn check_blanks(&self, reader: &mut Reader<'_>, block: &Block) -> Option<()> {
        let indent = block.lines[0].indent;
        let line = block.lines.iter().find(|line| line.has_blanks() || line.indent != indent);
        let Some(line) = line else { return Some(()) };
        let key = self.key;
        let message = if line.has_blanks() {
            format!("a row of {key} contains blanks")
        } else {
            format!("the rows of {key} are not aligned")
        };
        let diagnostic = Diagnostic::new("puzzle.bad-character", line.span.clone(), message);
        reader.report(diagnostic.hint(self.blank_hint));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a board of numbers; returns its values, or the messages with the text that they point
    /// at.
    fn read(source: &str, is_separated: bool) -> Result<Vec<u32>, Vec<String>> {
        let mut reader = Reader::new(source);
        let form = BoardForm {
            key: "board",
            cell: "cell",
            is_separated,
            max_side: 3,
            blank_hint: "draw zeros",
        };
        let value = source.trim_matches('\'');
        let block = Block::new(source, 0..source.len(), value);
        let board = form.read(&mut reader, &block, |_, text| {
            text.parse().map_err(|_| CellError {
                code: "puzzle.bad-character",
                message: format!("`{text}` is not a number"),
                hint: None,
            })
        });
        let show = |d: &Diagnostic| format!("{} <{}>", d.message, &source[d.span.clone()]);
        let shown = |diagnostics: Vec<Diagnostic>| diagnostics.iter().map(show).collect();
        reader.finish(board.map(|board| board.values().to_vec())).map_err(shown)
    }

    #[test]
    fn boards_are_rectangles_of_valid_cells() {
        assert_eq!(read("'''12\n34'''", false), Ok(vec![1, 2, 3, 4]));
        assert_eq!(read("'''12\n34'''", true), Ok(vec![12, 34]));
        assert_eq!(read("'''1 2\n 3|4'''", true), Ok(vec![1, 2, 3, 4]));
        let check = |source: &str, is_separated, expected: &[&str]| {
            assert_eq!(read(source, is_separated).unwrap_err(), expected, "{source}");
        };
        check(
            "'''12\n3x4\n5'''",
            false,
            &[
                "row 2 of board has 3 cells, but row 1 has 2 <3x4>",
                "`x` is not a number <x>",
                "row 3 of board has 1 cell, but row 1 has 2 <5>",
            ],
        );
        check("'''12\n3 4'''", false, &["a row of board contains blanks <3 4>"]);
        check("'''12\n 34'''", false, &["the rows of board are not aligned <34>"]);
        check("''''''", false, &["board has 0 rows, not between 1 and 3 <''''''>"]);
        check("'''1234'''", false, &["board has 4 columns, not between 1 and 3 <'''1234'''>"]);
    }
}
