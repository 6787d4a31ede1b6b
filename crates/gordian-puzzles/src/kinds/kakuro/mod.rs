//! Kakuro: a number crossword in which the clues are the sums of runs of digits.
//!
//! A *run* is a maximal sequence of white cells in a row or in a column. No digit occurs twice in a run, and
//! the digits of a run add up to its clue, if it has one: the clue in the cell before it, on the left or
//! above.

mod check;
mod link;
#[cfg(test)]
mod tests;
mod text;

use toml::de::DeTable;

use crate::board::{
    Cell, CellMap, Drawing, Fill, Ink, Layer, NumberCell, Numbers, OutsideClues, Reader, Size,
};
use crate::board_kind::BoardKind;
use crate::link::{Link, LinkError};
use crate::puzzle::Metadata;
use crate::solution::Violation;

/// A Kakuro puzzle.
///
/// The row above the board and the column left of it, which have only clues, are `outside`; rows and
/// columns of the board are counted without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kakuro {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The cells of the board.
    pub cells: CellMap<KakuroCell>,
    /// The clues of the runs that begin in the first row or column. A clue without a run states nothing.
    pub outside: OutsideClues<Option<u16>>,
}

/// A cell of a Kakuro puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KakuroCell {
    /// A cell for a digit.
    White,
    /// A cell without a digit. A clue without a run states nothing.
    Clue {
        /// The sum of the run below: 1 to [`Kakuro::MAX_CLUE`].
        down: Option<u16>,
        /// The sum of the run to the right: 1 to [`Kakuro::MAX_CLUE`].
        right: Option<u16>,
    },
}

impl BoardKind for Kakuro {
    const NAME: &'static str = "kakuro";
    const LINK_NAMES: &'static [&'static str] = &["kakuro"];

    /// The digit of a white cell; the other cells are [`NumberCell::Blocked`].
    type Entry = NumberCell;

    const LAYER: &'static dyn Layer<Entry = NumberCell> = &Numbers;

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        text::read(reader, table)
    }

    fn to_toml(&self) -> String {
        text::to_toml(self)
    }

    fn check(&self, digits: &CellMap<NumberCell>) -> Result<(), Vec<Violation>> {
        check::check(self, digits)
    }

    fn from_link(link: &Link) -> Result<Self, LinkError> {
        link::read(link)
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        link::write(self)
    }

    fn drawing(&self, digits: Option<&CellMap<NumberCell>>) -> Drawing {
        let cells = self.with_outside();
        let mut drawing = Drawing::new(cells.size(), self.metadata.title_or("Kakuro"));
        drawing.grid_lines();
        for (cell, content) in cells.iter() {
            match content {
                KakuroCell::Clue { down, right } => {
                    drawing.fill(cell, Fill::Shaded);
                    if down.or(*right).is_some() {
                        let text = |clue: &Option<u16>| clue.map(|clue| clue.to_string());
                        drawing.clues(cell, text(down), text(right));
                    }
                }
                KakuroCell::White => {
                    let inside = Cell::new(cell.row - 1, cell.column - 1);
                    let digit = digits.and_then(|digits| digits.get(inside));
                    if let Some(NumberCell::Number(digit)) = digit {
                        drawing.text(cell, digit.to_string(), Ink::Found);
                    }
                }
            }
        }
        drawing
    }
}

impl Kakuro {
    /// The largest clue. The largest sum of a run is 45; larger clues have no solution.
    pub const MAX_CLUE: u16 = 999;

    /// Returns the board with the row above it and the column left of it, in which every cell is a clue.
    fn with_outside(&self) -> CellMap<KakuroCell> {
        let Size { rows, columns } = self.cells.size();
        CellMap::from_fn(Size::new(rows + 1, columns + 1), |cell| match (cell.row, cell.column) {
            (0, 0) => KakuroCell::Clue { down: None, right: None },
            (0, column) => KakuroCell::Clue { down: self.outside.above[column - 1], right: None },
            (row, 0) => KakuroCell::Clue { down: None, right: self.outside.left[row - 1] },
            (row, column) => self.cells[Cell::new(row - 1, column - 1)],
        })
    }
}
