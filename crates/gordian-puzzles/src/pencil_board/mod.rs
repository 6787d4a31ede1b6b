//! Boards of pencil puzzles, as their [`Form`] describes them, without the rules of a kind.
//!
//! A form states what a board can have: clues, walls, pieces, numbers outside; and what a solution
//! marks. How boards are read and written in files and links, how they and the marks of solutions
//! are drawn and described in words follows from it.

pub mod board;
pub(crate) mod check;
pub(crate) mod draw;
pub(crate) mod file;
pub mod form;
pub(crate) mod groups;
pub(crate) mod link;
pub(crate) mod marks;
pub(crate) mod piece;
pub mod rules;
mod words;

pub use self::board::{Board, Clue, Colour, Piece, Rooms, Side};
pub use self::file::{
    clue_text, outside_clue_text, parse_clue, parse_outside_clue, remove_impossible_clues,
};
pub use self::form::{
    CUSTOM, CellForm, CellLayer, EdgeLayer, Family, Form, MAX_NUMBER, OutsideForm, Section, Walls,
};
pub use self::marks::{BLOCKED, Marks, Solved};
pub use self::piece::{MAX_PIECES, PENTOMINOES};
pub use self::words::{Place, describe};
