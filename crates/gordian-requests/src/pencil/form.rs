//! The form of a kind of pencil puzzle as a document: what an editor has to offer.

use gordian_puzzles::pencil::{self, Form, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A character with its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SymbolDocument {
    /// The character in texts.
    pub symbol: char,
    /// What it means.
    pub meaning: String,
}

fn symbols(symbols: &[(char, &str)]) -> Vec<SymbolDocument> {
    let document =
        |&(symbol, meaning): &(char, &str)| SymbolDocument { symbol, meaning: meaning.to_owned() };
    symbols.iter().map(document).collect()
}

/// The form of the clues in cells, at vertices or at dots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "kebab-case")]
pub enum ClueForm {
    /// Numbers; `?` if `unknown`.
    Numbers {
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
        /// Whether `?` is a clue.
        unknown: bool,
    },
    /// Marks.
    Marks {
        /// The marks.
        marks: Vec<SymbolDocument>,
    },
    /// `o` (white) or `*` (black), with or without a number.
    Circles,
    /// A number with one of `^>v<`.
    Arrows {
        /// Whether `o` (white) or `*` (black) may come before the number.
        coloured: bool,
    },
    /// Up to four numbers, separated by commas.
    Several,
    /// Four numbers, up, right, down and left, separated by commas; `-` is none.
    Compass,
    /// `#`, or the sum of the cells below and that of the cells to the right, separated by a
    /// backslash.
    Sums,
}

impl From<pencil::CellForm> for ClueForm {
    fn from(form: pencil::CellForm) -> Self {
        use pencil::CellForm;
        match form {
            CellForm::Numbers { min, max, unknown } => Self::Numbers { min, max, unknown },
            CellForm::Marks(marks) => Self::Marks { marks: symbols(marks) },
            CellForm::Circles => Self::Circles,
            CellForm::Arrows { coloured } => Self::Arrows { coloured },
            CellForm::Several => Self::Several,
            CellForm::Compass => Self::Compass,
            CellForm::Sums => Self::Sums,
        }
    }
}

/// Whether walls divide the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WallsForm {
    /// There are none.
    None,
    /// They divide the board into rooms.
    Rooms,
    /// Some of the borders of the solution are given.
    Borders,
}

/// The form of clues outside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutsideClueForm {
    /// The sides with clues.
    pub sides: Vec<Side>,
    /// Whether a line may have several numbers, separated by commas.
    pub is_list: bool,
    /// The smallest number.
    pub min: u32,
    /// Whether clues are letters instead of numbers.
    pub is_letter: bool,
}

/// A whole number of the puzzle, such as the stars in each row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterForm {
    /// The key in puzzle files.
    pub key: String,
    /// The largest value; the smallest is 1.
    pub max: u32,
}

/// The values of cells in solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "layer", rename_all = "kebab-case")]
pub enum CellLayerForm {
    /// `#` is shaded, `.` is not. In solutions `shade`.
    Shade,
    /// Numbers, separated by blanks. In solutions `numbers`.
    Numbers {
        /// The text of 0: no number, or a shaded cell.
        zero: char,
    },
    /// Symbols. In solutions `symbols`.
    Symbols {
        /// The symbols; the first one is for cells with nothing.
        symbols: Vec<SymbolDocument>,
    },
}

/// The values of edges in solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "layer", rename_all = "kebab-case")]
pub enum EdgeLayerForm {
    /// Lines between the centres of adjacent cells. In solutions `links`.
    Links {
        /// The largest number of lines between two cells.
        max: u32,
    },
    /// Lines along the sides of cells. In solutions `edges`.
    Outline,
    /// Borders between blocks. In solutions `regions` or `borders`.
    Borders,
}

/// The parts that boards and solutions of a kind have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormDocument {
    /// The clues in cells.
    pub cells: Option<ClueForm>,
    /// Whether the cells with clues are black, and nothing is drawn into them.
    pub black_clues: bool,
    /// Whether cells can be missing.
    pub holes: bool,
    /// The walls.
    pub walls: WallsForm,
    /// Whether the number in a cell belongs to its room: at most one in each.
    pub room_numbers: bool,
    /// The clues at vertices.
    pub points: Option<ClueForm>,
    /// The dots at centres of cells, middles of edges and vertices.
    pub dots: Option<ClueForm>,
    /// The clues outside.
    pub outside: Option<OutsideClueForm>,
    /// Whether there is a bank of pieces.
    pub pieces: bool,
    /// The number of the puzzle.
    pub parameter: Option<ParameterForm>,
    /// The options.
    pub options: Vec<String>,
    /// The values of cells in solutions.
    pub cell_layer: Option<CellLayerForm>,
    /// The values of edges in solutions.
    pub edge_layer: Option<EdgeLayerForm>,
}

impl From<&Form> for FormDocument {
    fn from(form: &Form) -> Self {
        use pencil::{CellLayer, EdgeLayer, Walls};
        Self {
            cells: form.cells.map(ClueForm::from),
            black_clues: form.has_black_clues(),
            holes: form.holes,
            walls: match form.walls {
                Walls::None => WallsForm::None,
                Walls::Rooms => WallsForm::Rooms,
                Walls::Borders => WallsForm::Borders,
            },
            room_numbers: form.room_numbers,
            points: form.points.map(ClueForm::from),
            dots: form.dots.map(ClueForm::from),
            outside: form.outside.map(|outside| OutsideClueForm {
                sides: outside.sides.to_vec(),
                is_list: outside.is_list,
                min: outside.min,
                is_letter: outside.is_letter,
            }),
            pieces: form.pieces,
            parameter: form.parameter.map(|(key, max)| ParameterForm { key: key.to_owned(), max }),
            options: form.options.iter().map(|(_, key)| (*key).to_owned()).collect(),
            cell_layer: form.cell_layer.map(|layer| match layer {
                CellLayer::Shade => CellLayerForm::Shade,
                CellLayer::Numbers { zero } => CellLayerForm::Numbers { zero },
                CellLayer::Symbols(all) => CellLayerForm::Symbols { symbols: symbols(all) },
            }),
            edge_layer: form.edge_layer.map(|layer| match layer {
                EdgeLayer::Links { max } => EdgeLayerForm::Links { max },
                EdgeLayer::Outline => EdgeLayerForm::Outline,
                EdgeLayer::Borders => EdgeLayerForm::Borders,
            }),
        }
    }
}
