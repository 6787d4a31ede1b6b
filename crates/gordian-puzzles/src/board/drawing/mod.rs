//! Drawings of boards, rendered as text and as SVG.
//!
//! A kind describes its board once, as a [`Drawing`]: cells with a fill, texts, circles, borders,
//! lines and cages. [`Drawing::to_text`] renders it with box-drawing characters for a terminal,
//! [`Drawing::to_svg`] as an image for a page. Both show what is given differently from what was
//! found where the medium allows it ([`Ink`]).
//!
//! Clues outside the board are cells of the drawing without borders or with borders of their own.

mod svg;
mod text;

use std::collections::BTreeSet;

use super::{Cell, CellMap, Direction, Edge, EdgeMap, Regions, Size, Vertex};

/// Whether an element of a drawing belongs to the puzzle or to its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Part of the puzzle.
    Given,
    /// Part of the solution.
    Found,
}

/// The background of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Not a cell of the board: drawn without any background, also where it is empty.
    Outside,
    /// A white cell.
    White,
    /// A cell with a light background.
    Shaded,
    /// A cell with a dark background.
    Black,
}

/// The weight of a border between two cells, or of the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// No line.
    None,
    /// A thin line.
    Light,
    /// A thick line.
    Heavy,
}

/// What a cell contains, above its background.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Text(String, Ink),
    /// Two clues, below and above a diagonal from the top left to the bottom right.
    Clues {
        lower_left: Option<String>,
        upper_right: Option<String>,
    },
    /// Small numbers from 1 to `n`, each at its place in a square.
    Marks {
        numbers: Vec<usize>,
        n: usize,
    },
}

/// A shape that fills part of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line from the top left to the bottom right.
    Falling,
    /// A line from the bottom left to the top right.
    Rising,
    /// A black triangle with its right angle at the bottom left.
    BottomLeft,
    /// A black triangle with its right angle at the bottom right.
    BottomRight,
    /// A black triangle with its right angle at the top right.
    TopRight,
    /// A black triangle with its right angle at the top left.
    TopLeft,
}

/// A cell of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DrawnCell {
    fill: Fill,
    /// Whether the solution shades the cell.
    is_shaded: bool,
    circle: Option<Ink>,
    /// A given circle, black or white.
    disc: Option<bool>,
    shape: Option<Shape>,
    content: Option<Content>,
}

/// A small mark at a place of the grid of half cells: even coordinates are lines, odd ones centres.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Point {
    row: usize,
    column: usize,
    /// A number; without one it is a dot.
    text: Option<String>,
    is_black: bool,
}

/// A straight line between the centres of two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    from: Cell,
    to: Cell,
    ink: Ink,
    is_double: bool,
}

/// A dashed outline around cells.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cage {
    cells: BTreeSet<Cell>,
    label: Option<String>,
}

/// A drawing of a board.
///
/// # Example
///
/// ```
/// use gordian_puzzles::Cell;
/// use gordian_puzzles::board::{Drawing, Fill, Ink, Size};
///
/// let mut drawing = Drawing::new(Size::new(2, 2), "two lights");
/// drawing.grid_lines();
/// drawing.fill(Cell::new(0, 0), Fill::Black);
/// drawing.text(Cell::new(0, 0), "2", Ink::Given);
/// drawing.circle(Cell::new(0, 1), Ink::Found);
/// drawing.circle(Cell::new(1, 0), Ink::Found);
/// let expected = "\
/// ┏━━━┯━━━┓
/// ┃█2█│ o ┃
/// ┠───┼───┨
/// ┃ o │ · ┃
/// ┗━━━┷━━━┛
/// ";
/// assert_eq!(drawing.to_text(), expected);
/// assert!(drawing.to_svg().contains("<title>two lights</title>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    title: String,
    cells: CellMap<DrawnCell>,
    borders: EdgeMap<Weight>,
    /// Whether a border belongs to the solution.
    found_borders: EdgeMap<bool>,
    points: Vec<Point>,
    segments: Vec<Segment>,
    thin_lines: Vec<[Vertex; 2]>,
    cages: Vec<Cage>,
    min_width: usize,
}

impl Drawing {
    /// The largest number of cages of a cell that are drawn.
    pub const MAX_CAGES: usize = 4;

    /// Returns the drawing of white cells without borders.
    ///
    /// The title is the accessible name of the image; the text form does not show it.
    #[must_use]
    pub fn new(size: Size, title: impl Into<String>) -> Self {
        let cell = DrawnCell {
            fill: Fill::White,
            is_shaded: false,
            circle: None,
            disc: None,
            shape: None,
            content: None,
        };
        Self {
            title: title.into(),
            cells: CellMap::new(size, cell),
            borders: EdgeMap::new(size, Weight::None),
            found_borders: EdgeMap::new(size, false),
            points: Vec::new(),
            segments: Vec::new(),
            thin_lines: Vec::new(),
            cages: Vec::new(),
            min_width: 1,
        }
    }

    /// Returns the size of the drawing.
    #[must_use]
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Draws a light line between all cells and a heavy outline around the drawing.
    pub fn grid_lines(&mut self) {
        let size = self.size();
        for edge in size.edges() {
            let weight = if edge.is_outer(size) { Weight::Heavy } else { Weight::Light };
            self.border(edge, weight);
        }
    }

    /// Draws a heavy line between the regions.
    pub fn region_borders(&mut self, regions: &Regions) {
        for edge in regions.borders() {
            self.border(edge, Weight::Heavy);
        }
    }

    /// Sets the smallest number of characters for the text of a cell in the text form, so that
    /// drawings with and without a solution are equally wide.
    pub fn min_width(&mut self, width: usize) {
        self.min_width = width;
    }

    /// Sets the weight of a border.
    pub fn border(&mut self, edge: Edge, weight: Weight) {
        self.borders[edge] = weight;
    }

    /// Sets the background of a cell.
    pub fn fill(&mut self, cell: Cell, fill: Fill) {
        self.cells[cell].fill = fill;
    }

    /// Shades a cell, as part of the solution.
    pub fn shade(&mut self, cell: Cell) {
        self.cells[cell].is_shaded = true;
    }

    /// Draws a given circle in a cell, around its text.
    pub fn disc(&mut self, cell: Cell, is_black: bool) {
        self.cells[cell].disc = Some(is_black);
    }

    /// Draws a shape in a cell, as part of the solution.
    pub fn shape(&mut self, cell: Cell, shape: Shape) {
        self.cells[cell].shape = Some(shape);
    }

    /// Draws a thick border, as part of the solution.
    pub fn found_border(&mut self, edge: Edge) {
        self.found_borders[edge] = true;
    }

    /// Writes a number in a small circle at a place: rows and columns count half cells from the top
    /// left corner, so that even ones are lines and odd ones centres of cells.
    pub fn point(&mut self, row: usize, column: usize, text: impl Into<String>) {
        self.points.push(Point { row, column, text: Some(text.into()), is_black: false });
    }

    /// Draws a small white or black dot at a place, counted as in [`Drawing::point`].
    pub fn dot(&mut self, row: usize, column: usize, is_black: bool) {
        self.points.push(Point { row, column, text: None, is_black });
    }

    /// Writes a text into a cell, in place of its former text.
    pub fn text(&mut self, cell: Cell, text: impl Into<String>, ink: Ink) {
        self.cells[cell].content = Some(Content::Text(text.into(), ink));
    }

    /// Writes two clues into a cell, in place of its former text: one for the cells below, one for
    /// the cells to the right.
    pub fn clues(&mut self, cell: Cell, below: Option<String>, right: Option<String>) {
        self.cells[cell].content = Some(Content::Clues { lower_left: below, upper_right: right });
    }

    /// Writes small numbers from 1 to `n` into a cell, in place of its former text, each at its
    /// place in a square that has room for all. The text form does not show them.
    pub fn marks(&mut self, cell: Cell, numbers: impl IntoIterator<Item = usize>, n: usize) {
        let numbers = numbers.into_iter().collect();
        self.cells[cell].content = Some(Content::Marks { numbers, n });
    }

    /// Draws a circle in a cell, around its text.
    pub fn circle(&mut self, cell: Cell, ink: Ink) {
        self.cells[cell].circle = Some(ink);
    }

    /// Draws a line between the centres of two cells.
    pub fn segment(&mut self, from: Cell, to: Cell, ink: Ink) {
        self.segments.push(Segment { from, to, ink, is_double: false });
    }

    /// Draws two lines side by side between the centres of two cells.
    pub fn double_segment(&mut self, from: Cell, to: Cell, ink: Ink) {
        self.segments.push(Segment { from, to, ink, is_double: true });
    }

    /// Draws a thin line between two vertices. The text form does not show it.
    pub fn thin_line(&mut self, from: Vertex, to: Vertex) {
        self.thin_lines.push([from, to]);
    }

    /// Draws a dashed outline around cells, inside their borders, with a label in the first cell.
    /// The text form does not show it.
    ///
    /// *Shape*: where more than [`Drawing::MAX_CAGES`] overlap, the later ones are left out.
    pub fn cage(&mut self, cells: impl IntoIterator<Item = Cell>, label: Option<String>) {
        self.cages.push(Cage { cells: cells.into_iter().collect(), label });
    }

    /// Returns in which directions lines leave the centre of each cell, in the order of
    /// [`Direction::ALL`]. Only horizontal and vertical lines have directions.
    fn arms(&self) -> CellMap<[bool; 4]> {
        let mut arms = CellMap::new(self.size(), [false; 4]);
        for &Segment { from, to, .. } in &self.segments {
            for direction in Direction::ALL {
                let path: Vec<Cell> = self.size().ray(from, direction).collect();
                let Some(length) = path.iter().position(|&cell| cell == to) else { continue };
                let mut last = from;
                for &cell in &path[..=length] {
                    arms[last][usize::from(direction.quarter_turns())] = true;
                    arms[cell][usize::from(direction.opposite().quarter_turns())] = true;
                    last = cell;
                }
            }
        }
        arms
    }
}
