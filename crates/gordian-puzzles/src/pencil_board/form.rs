//! The form of a kind of pencil puzzle: which parts its boards and its solutions have.
//!
//! Files, links, drawings, the editor and the generator are derived from it.

use super::board::Side;

/// The largest number of a clue: the largest one that links have.
///
/// A number that is too large for the board is a clue like any other; the puzzle then has no
/// solution.
pub const MAX_NUMBER: u32 = 1_126_351;

/// The value of `kind` in files of puzzles whose rules are those of the catalogue that they name: the
/// form is a key of its own, or follows in the name, as in `custom-shading`.
pub const CUSTOM: &str = "custom";

/// A family of kinds: what is drawn to solve them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Family {
    /// Cells are shaded.
    Shading,
    /// Lines, loops and bridges.
    Lines,
    /// The board is divided into blocks.
    Division,
    /// Numbers and letters.
    Numbers,
    /// Objects: trees with tents, stars, ships, pieces, lamps.
    Objects,
    /// Cells are shaded by numbers outside the board, which gives a picture.
    Pictures,
}

impl Family {
    /// Every family, in the order of lists.
    pub const ALL: [Self; 6] =
        [Self::Shading, Self::Lines, Self::Division, Self::Numbers, Self::Objects, Self::Pictures];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shading => "shading",
            Self::Lines => "lines",
            Self::Division => "division",
            Self::Numbers => "numbers",
            Self::Objects => "objects",
            Self::Pictures => "pictures",
        }
    }
}

/// The form of the clues in cells, at vertices or at dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellForm {
    /// Numbers in this range; `?` if `unknown`.
    Numbers {
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
        /// Whether a clue without its number is allowed, `?`.
        unknown: bool,
    },
    /// Marks, each with its character in files and its meaning.
    Marks(&'static [(char, &'static str)]),
    /// White and black circles, with or without a number.
    Circles,
    /// Numbers with an arrow; with a colour if `coloured`.
    Arrows {
        /// Whether clues are white, black or grey.
        coloured: bool,
    },
    /// Up to four numbers.
    Several,
    /// A number for each direction.
    Compass,
    /// The sums of the cells below and of the cells to the right, each if it is given.
    Sums,
}

/// Whether walls divide the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// There are none.
    None,
    /// They divide the board into rooms.
    Rooms,
    /// Some of the borders of the solution are given.
    Borders,
}

/// The form of clues outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideForm {
    /// The sides with clues.
    pub sides: &'static [Side],
    /// Whether a line may have several numbers.
    pub is_list: bool,
    /// The smallest number.
    pub min: u32,
    /// Whether the numbers are letters: 1 is A.
    pub is_letter: bool,
}

/// The values of cells in solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellLayer {
    /// Shaded cells: 0 or 1. In files `shade`, with `.` and `#`.
    Shade,
    /// Numbers. In files `numbers`; 0 is written as this character.
    Numbers {
        /// The text of 0.
        zero: char,
    },
    /// Symbols, each with its character and its meaning; the first one is 0. In files `symbols`.
    Symbols(&'static [(char, &'static str)]),
}

/// The values of edges in solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeLayer {
    /// Lines between the centres of adjacent cells: the number of lines that cross the edge. In
    /// files `links`.
    Links {
        /// The largest number.
        max: u32,
    },
    /// Lines along the edges of cells, also on the outline. In files `edges`.
    Outline,
    /// Borders between blocks, which are on the inner edges. In files `regions`.
    Borders,
}

/// The form of the boards and the solutions of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The clues in cells.
    pub cells: Option<CellForm>,
    /// Whether cells can be missing.
    pub holes: bool,
    /// The walls.
    pub walls: Walls,
    /// Whether the number in a cell belongs to the room: at most one in each.
    pub room_numbers: bool,
    /// The clues at vertices.
    pub points: Option<CellForm>,
    /// The dots at centres of cells, middles of edges and vertices.
    pub dots: Option<CellForm>,
    /// The clues outside.
    pub outside: Option<OutsideForm>,
    /// Whether there is a bank of pieces.
    pub pieces: bool,
    /// The key of the number of the puzzle, with its largest value; the smallest is 1.
    pub parameter: Option<(&'static str, u32)>,
    /// The options: the letter in links, the key in files.
    pub options: &'static [(char, &'static str)],
    /// Letters in links that change the looks only, and are accepted.
    pub ignored_flags: &'static str,
    /// The body of links.
    pub link: &'static [Section],
    /// The values of cells in solutions.
    pub cell_layer: Option<CellLayer>,
    /// The values of edges in solutions.
    pub edge_layer: Option<EdgeLayer>,
}

impl Form {
    /// Returns whether the cells with clues are black, also those without a number: nothing is
    /// drawn into them.
    #[must_use]
    pub fn has_black_clues(&self) -> bool {
        let is_black = |section: &Section| matches!(section, Section::FourCell | Section::Sums);
        self.edge_layer.is_none() && self.link.iter().any(is_black)
    }

    /// A form without any part.
    pub const NONE: Self = Self {
        cells: None,
        holes: false,
        walls: Walls::None,
        room_numbers: false,
        points: None,
        dots: None,
        outside: None,
        pieces: false,
        parameter: None,
        options: &[],
        ignored_flags: "",
        link: &[],
        cell_layer: None,
        edge_layer: None,
    };
}

/// A part of the body of a link. `docs/formats/links.md` describes the encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Numbers in cells.
    Number16,
    /// Numbers in cells, if any is given.
    OptionalNumber16,
    /// Single digits in cells; 7 is a hole in kinds with holes.
    Number10,
    /// Numbers from 0 to 4 in cells.
    FourCell,
    /// Numbers from 0 to 4 at vertices.
    FourCross,
    /// One kind of mark in cells.
    OneCell,
    /// Walls.
    Border,
    /// Walls, if any is given.
    OptionalBorder,
    /// One number for each room.
    RoomNumber16,
    /// One number for each line outside.
    ExCell,
    /// Lists of numbers above and left.
    ExCellLists,
    /// Two kinds of circles in cells.
    Circle,
    /// One bit for each cell: a hole.
    Holes,
    /// One bit for each cell, a hole, if there are any.
    OptionalHoles,
    /// Arrows.
    Arrow,
    /// Arrows with colours.
    ColouredArrow,
    /// Dots.
    Dots,
    /// The bank of pieces.
    Pieces(&'static [(char, &'static [&'static str])]),
    /// Up to four numbers in cells.
    Several,
    /// One character for each cell: numbers in base 36.
    Number36,
    /// Four numbers in cells.
    Compass,
    /// Two sums in cells, then one for each column and for each row outside.
    Sums,
    /// One digit for each mark, `.` for the last one.
    MarkDigit,
    /// The index of each mark as a number, `.` for the last one.
    MarkNumber16,
    /// Circles with numbers.
    ColouredNumber16,
    /// The number of the puzzle, and a slash.
    Parameter,
    /// A slash.
    Slash,
}
