//! Chocona: shade rectangles in a board that is divided into rooms.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_rooms, rooms};
use crate::pencil::{
    Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Rectangles, Rule, Where};

/// Chocona.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chocona;

impl Rules for Chocona {
    const NAME: &'static str = "chocona";
    const TITLE: &'static str = "Chocona";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["chocona"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells of a board that is divided into rooms, so that the shaded cells form rectangles.

- Each connected group of shaded cells is a rectangle, also one that reaches into several rooms.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has any number of them.
- At least one cell is shaded.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("not-a-rectangle", "a group of shaded cells is not a rectangle"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("not-a-rectangle", Rule::Rectangles(Rectangles { of: Cells::Shaded })),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 2..=6, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }
}
