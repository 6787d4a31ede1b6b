//! A board of coins and its drawing.

use crate::board::{Cell, Drawing, Ink, Size};
use crate::metadata::Metadata;

/// The places of the coins in the order in which they are picked up; `None` where that is not
/// known.
pub type Walk = Vec<Option<Cell>>;

/// A Golden Waste board.
///
/// A board constructed in code must satisfy the invariants of the fields; the functions of this
/// crate may panic otherwise. A board that was read from a file satisfies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goishi {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The number of rows: 1 to [`Goishi::MAX_SIDE`].
    pub rows: usize,
    /// The number of columns: 1 to [`Goishi::MAX_SIDE`].
    pub columns: usize,
    /// The places of the coins, row by row, each once, at least one.
    pub coins: Vec<Cell>,
    /// The coin that must be picked up first; `None` where any may be.
    pub start: Option<Cell>,
}

impl Goishi {
    /// The largest number of rows and of columns.
    pub const MAX_SIDE: usize = 1000;

    /// Draws the board with the coins of `walk` numbered in the order in which they are picked up.
    ///
    /// Without a walk, `1` is the first coin and `o` any other coin. A coin whose step is not known
    /// is drawn as `o`, an empty place as `·`. Every line ends with a line break.
    ///
    /// *Shape*: places of the walk outside the board are ignored.
    #[must_use]
    pub fn draw(&self, walk: Option<&[Option<Cell>]>) -> String {
        self.drawing(walk).to_text()
    }

    /// Draws the board as SVG, with the path of `walk` between successive steps that are known.
    ///
    /// *Shape*: as for [`Goishi::draw`].
    #[must_use]
    pub fn svg(&self, walk: Option<&[Option<Cell>]>) -> String {
        let mut drawing = self.drawing(walk);
        let size = drawing.size();
        for step in walk.unwrap_or_default().windows(2) {
            if let [Some(from), Some(to)] = *step
                && size.contains(from)
                && size.contains(to)
            {
                drawing.segment(from, to, Ink::Found);
            }
        }
        drawing.to_svg()
    }

    fn drawing(&self, walk: Option<&[Option<Cell>]>) -> Drawing {
        let size = Size::new(self.rows, self.columns);
        let title = self.metadata.title_or("goishi");
        let mut drawing = Drawing::new(size, title);
        for &coin in &self.coins {
            drawing.circle(coin, Ink::Given);
        }
        if let (None, Some(start)) = (walk, self.start) {
            drawing.text(start, "1", Ink::Given);
        }
        for (step, &cell) in (1..).zip(walk.unwrap_or_default()) {
            if let Some(cell) = cell.filter(|&cell| size.contains(cell)) {
                drawing.text(cell, format!("{step}"), Ink::Found);
            }
        }
        drawing.min_width(walk.map_or(1, <[_]>::len).to_string().len());
        drawing
    }
}
