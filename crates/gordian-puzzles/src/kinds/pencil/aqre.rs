//! Aqre: shade connected cells so that no four cells in a line are all shaded or all unshaded.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_rooms, rooms};
use crate::pencil::{
    Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Rule, Where};

/// Aqre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aqre;

impl Rules for Aqre {
    const NAME: &'static str = "aqre";
    const TITLE: &'static str = "Aqre";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["aqre"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells of a board that is divided into rooms.

- A number is how many cells of its room are shaded. A room without a number, or with `?`, has any number of them.
- All shaded cells are connected.
- No four consecutive cells of a row or column are all shaded, and none are all unshaded.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("four-shaded", "four consecutive cells of a row or column are shaded"),
        ("four-unshaded", "four consecutive cells of a row or column are unshaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("four-shaded", Rule::runs(Cells::Shaded, 3)),
            ("four-unshaded", Rule::runs(Cells::Unshaded, 3)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 3..=8, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }
}
