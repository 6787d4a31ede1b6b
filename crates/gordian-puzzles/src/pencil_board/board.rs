//! What is printed on the board of a pencil puzzle.

use super::form::Form;
use super::groups::{group_numbers, groups_across};
use super::piece::PENTOMINOES;
use super::rules::Rule;
use crate::board::{Cell, CellMap, Direction, EdgeMap, Size};

/// The clue of a cell, of a vertex, or of a place between cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Clue {
    /// No clue.
    #[default]
    Empty,
    /// A number; `None` is `?`, a clue whose number is not given.
    Number(Option<u32>),
    /// A mark, such as a circle or a tree: its index in
    /// [`CellForm::Marks`](super::CellForm::Marks).
    Mark(usize),
    /// A white or black circle with a number, or without one.
    Circle {
        /// Whether the circle is black.
        black: bool,
        /// The number.
        number: Option<u32>,
    },
    /// A number with an arrow.
    Arrow {
        /// The colour of the cell.
        colour: Colour,
        /// The direction; `None` for a clue without an arrow.
        direction: Option<Direction>,
        /// The number; `None` for `?`.
        number: Option<u32>,
    },
    /// One to four numbers in any order; `None` is `?`.
    Several(Vec<Option<u32>>),
    /// Numbers for the directions, in the order of [`Direction::ALL`].
    Compass([Option<u32>; 4]),
    /// The sum of the cells below, and that of the cells to the right.
    Sums {
        /// The sum of the cells below.
        down: Option<u32>,
        /// The sum of the cells to the right.
        right: Option<u32>,
    },
    /// Not a cell of the board.
    Hole,
}

/// The colour of a clue with an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// No colour.
    #[default]
    Grey,
    /// White.
    White,
    /// Black.
    Black,
}

impl Clue {
    /// Returns a number as a clue.
    #[must_use]
    pub fn count(n: usize) -> Self {
        Self::Number(u32::try_from(n).ok())
    }

    /// Returns the number of a clue that has one.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match *self {
            Self::Number(number) | Self::Circle { number, .. } | Self::Arrow { number, .. } => {
                number
            }
            _ => None,
        }
    }

    /// Returns the clue without its numbers, for a cell that stays a clue: a black one.
    #[must_use]
    pub fn without_numbers(&self) -> Self {
        match self {
            Self::Number(_) => Self::Number(None),
            Self::Sums { .. } => Self::Sums { down: None, right: None },
            other => other.clone(),
        }
    }

    /// Returns whether there is a clue, also one without a number.
    #[must_use]
    pub fn is_clue(&self) -> bool {
        !matches!(self, Self::Empty | Self::Hole)
    }
}

/// A piece of a bank: a connected shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which cells of the smallest rectangle around the piece belong to it.
    pub cells: CellMap<bool>,
}

impl Piece {
    /// Returns the cells of the piece.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().filter(|(_, is_part)| **is_part).map(|(cell, _)| cell)
    }
}

/// The sides of a board with clues outside: above, below, left, right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Side {
    /// Above the columns.
    Above,
    /// Below the columns.
    Below,
    /// Left of the rows.
    Left,
    /// Right of the rows.
    Right,
}

impl Side {
    /// Every side, in the order of [`Board::outside`].
    pub const ALL: [Self; 4] = [Self::Above, Self::Below, Self::Left, Self::Right];

    /// Returns the number of lines of a board on this side.
    #[must_use]
    pub fn n_lines(self, size: Size) -> usize {
        match self {
            Self::Above | Self::Below => size.columns,
            Self::Left | Self::Right => size.rows,
        }
    }

    /// Returns the key in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["above", "below", "left", "right"][self as usize]
    }

    /// Returns the cells of a line, as seen from this side.
    #[must_use]
    pub fn line(self, size: Size, index: usize) -> Vec<Cell> {
        let (first, direction) = match self {
            Self::Above => (Cell::new(0, index), Direction::Down),
            Self::Below => (Cell::new(size.rows - 1, index), Direction::Up),
            Self::Left => (Cell::new(index, 0), Direction::Right),
            Self::Right => (Cell::new(index, size.columns - 1), Direction::Left),
        };
        std::iter::once(first).chain(size.ray(first, direction)).collect()
    }

    /// Returns words for a line, such as `column 3`; counted from 1.
    #[must_use]
    pub fn line_name(self, index: usize) -> String {
        let what = match self {
            Self::Above | Self::Below => "column",
            Self::Left | Self::Right => "row",
        };
        format!("{what} {}", index + 1)
    }
}

/// The numbers beside one row or column; `None` is `?`.
pub type OutsideClue = Vec<Option<u32>>;

/// What is printed on the board of a pencil puzzle. The [`Form`] of a kind says which parts it
/// uses; the others are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The clues of the cells. The number of a room is in one of its cells.
    pub cells: CellMap<Clue>,
    /// Whether there is a thick line between two cells; never on the outline.
    pub walls: EdgeMap<bool>,
    /// The clues of the vertices: (rows + 1) · (columns + 1), or none.
    pub points: CellMap<Clue>,
    /// The dots at centres of cells, middles of edges, and vertices inside the board: (2 · rows
    /// − 1) · (2 · columns − 1) places, or none.
    pub dots: CellMap<Clue>,
    /// The clues outside, by [`Side::ALL`] and line; empty for a line without clue.
    pub outside: [Vec<OutsideClue>; 4],
    /// The pieces of the bank.
    pub pieces: Vec<Piece>,
    /// The number of the puzzle, such as the stars in each row.
    pub parameter: Option<u32>,
    /// The options that hold, by their letters in links.
    pub options: Vec<char>,
    /// The rules of the catalogue that hold besides those of the kind.
    pub rules: Vec<Rule>,
    /// The names of the rules of the kind that do not hold.
    pub omitted: Vec<String>,
}

impl Board {
    /// Returns a board without any clue.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let none = CellMap::new(Size::new(0, 0), Clue::Empty);
        Self {
            cells: CellMap::new(size, Clue::Empty),
            walls: EdgeMap::new(size, false),
            points: none.clone(),
            dots: none,
            outside: Side::ALL.map(|side| vec![Vec::new(); side.n_lines(size)]),
            pieces: Vec::new(),
            parameter: None,
            options: Vec::new(),
            rules: Vec::new(),
            omitted: Vec::new(),
        }
    }

    /// Returns a board without any clue, with all parts that the form has: the number of the puzzle
    /// is 1, and the pieces are the pentominoes.
    #[must_use]
    pub fn empty(form: &Form, size: Size) -> Self {
        let mut board = Self::new(size);
        if form.points.is_some() {
            board.points = CellMap::new(Size::new(size.rows + 1, size.columns + 1), Clue::Empty);
        }
        if form.dots.is_some() {
            let places = Size::new(2 * size.rows - 1, 2 * size.columns - 1);
            board.dots = CellMap::new(places, Clue::Empty);
        }
        if form.pieces {
            let piece = |text: &&str| text.parse().expect("the pentominoes are pieces");
            board.pieces = PENTOMINOES.iter().map(piece).collect();
        }
        board.parameter = form.parameter.map(|_| 1);
        board
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns whether a cell belongs to the board.
    #[must_use]
    pub fn is_cell(&self, cell: Cell) -> bool {
        self.cells.get(cell).is_some_and(|clue| *clue != Clue::Hole)
    }

    /// Returns the cells that belong to the board, row by row.
    pub fn playable_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().filter(|(_, clue)| **clue != Clue::Hole).map(|(cell, _)| cell)
    }

    /// Returns the cells that do not belong to the board, row by row.
    pub fn holes(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().filter(|(_, clue)| **clue == Clue::Hole).map(|(cell, _)| cell)
    }

    /// Returns every cell with a clue, row by row.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, &Clue)> {
        self.cells.iter().filter(|(_, clue)| clue.is_clue())
    }

    /// Returns every clue outside: the side, the line, and the numbers.
    pub fn outside_clues(&self) -> impl Iterator<Item = (Side, usize, &OutsideClue)> {
        Side::ALL.into_iter().zip(&self.outside).flat_map(|(side, lines)| {
            let clues = lines.iter().enumerate().filter(|(_, clue)| !clue.is_empty());
            clues.map(move |(index, clue)| (side, index, clue))
        })
    }

    /// Returns whether an option holds.
    #[must_use]
    pub fn has_option(&self, letter: char) -> bool {
        self.options.contains(&letter)
    }

    /// Returns whether a rule of the kind does not hold.
    #[must_use]
    pub fn omits(&self, rule: &str) -> bool {
        self.omitted.iter().any(|name| name == rule)
    }

    /// Returns the pairs of adjacent cells with a wall between them, also inside a room: the upper
    /// or left one first.
    #[must_use]
    pub fn walled_pairs(&self) -> Vec<[Cell; 2]> {
        let walls = self.walls.iter().filter(|(_, wall)| **wall);
        let pairs = walls.filter_map(|(edge, _)| match edge.cells(self.size()) {
            [Some(before), Some(after)] => Some([before, after]),
            _ => None,
        });
        pairs.collect()
    }

    /// Returns the rooms: the areas of cells without walls between them.
    #[must_use]
    pub fn rooms(&self) -> Rooms {
        let rooms = groups_across(self.size(), |cell| self.is_cell(cell), |edge| !self.walls[edge]);
        let numbers = group_numbers(self.size(), &rooms);
        Rooms { numbers, rooms }
    }
}

/// The rooms of a board, in the order of their first cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    numbers: CellMap<Option<usize>>,
    rooms: Vec<Vec<Cell>>,
}

impl Rooms {
    /// Returns the number of the room of a cell, from 0; `None` for a hole.
    #[must_use]
    pub fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers[cell]
    }

    /// Returns the cells of each room, row by row.
    #[must_use]
    pub fn rooms(&self) -> &[Vec<Cell>] {
        &self.rooms
    }

    /// Returns the pairs of adjacent cells in different rooms: the upper or left one first.
    #[must_use]
    pub fn borders(&self) -> Vec<[Cell; 2]> {
        let size = self.numbers.size();
        let pairs = size.edges().filter_map(|edge| match edge.cells(size) {
            [Some(before), Some(after)] => Some([before, after]),
            _ => None,
        });
        pairs
            .filter(|&[before, after]| {
                let [a, b] = [self.numbers[before], self.numbers[after]];
                a.is_some() && b.is_some() && a != b
            })
            .collect()
    }

    /// Returns the number of a room: that of the one of its cells that has a clue.
    #[must_use]
    pub fn clue(&self, board: &Board, room: usize) -> Option<u32> {
        self.rooms[room].iter().find_map(|&cell| board.cells[cell].number())
    }

    /// Returns words for a room, such as `the room at r1c1`.
    #[must_use]
    pub fn name(&self, room: usize) -> String {
        format!("the room at {}", self.rooms[room][0])
    }
}
