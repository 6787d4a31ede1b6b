//! Nagenawa: draw rectangles of lines that visit given numbers of cells in rooms.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_rooms, rooms};
use crate::pencil::check::arms;
use crate::pencil::{
    Board, CellForm, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, RectangleLoops, Rule, Where};

/// Nagenawa.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nagenawa;

impl Rules for Nagenawa {
    const NAME: &'static str = "nagenawa";
    const TITLE: &'static str = "Nagenawa";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["nagenawa"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one or more rectangles of lines through the centres of cells.

- The rectangles can cross each other. They have no corner in common, and no part of a side; a square is a rectangle too.
- The number in a room is how many of its cells the lines visit; `?` says nothing. A cell where two lines cross counts once.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-rectangles", "the lines are not rectangles"),
        ("number-of-visited", "a number is not how many cells of its room the lines visit"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-rectangles", Rule::RectangleLoops(RectangleLoops { visits: None })),
            ("number-of-visited", Rule::clue(Cells::Visited, Where::Room)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 2..=5, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| !arms(solution, cell).is_empty());
    }
}
