//! Paintarea: shade whole rooms so that numbers count shaded cells beside them.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{rooms, write_catalogue_clues};
use crate::pencil::{Board, CellForm, CellLayer, Family, Form, Rules, Section, Solved, Walls};
use crate::pencil_board::rules::{Cells, Rule, Where, WholeRooms};

/// Paintarea.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paintarea;

impl Rules for Paintarea {
    const NAME: &'static str = "paintarea";
    const TITLE: &'static str = "Paintarea";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["paintarea"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        walls: Walls::Rooms,
        link: &[Section::Border, Section::Number10],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some of the rooms of the board.

- Each room is shaded as a whole, or not at all.
- A number is how many of the cells beside it are shaded, by edges; `?` says nothing. A number can be in a shaded cell.
- All shaded cells are connected.
- No 2×2 area is fully shaded, and none is fully unshaded.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("mixed-room", "a room is shaded in part"),
        ("number-beside", "a number is not how many cells beside it are shaded"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("shaded-square", "a 2×2 area is fully shaded"),
        ("unshaded-square", "a 2×2 area is fully unshaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("mixed-room", Rule::WholeRooms(WholeRooms { of: Cells::Shaded })),
            ("number-beside", Rule::clue(Cells::Shaded, Where::Beside)),
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
            ("unshaded-square", Rule::no_square(Cells::Unshaded)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 1..=3, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_catalogue_clues(&Self::catalogue(), board, solution);
    }
}
