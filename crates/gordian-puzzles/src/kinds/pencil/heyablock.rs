//! Heyablock: shade one group in each room so that no straight run of unshaded cells reaches into three rooms.

use super::heyawake::runs_in_three_rooms;
use crate::pencil::blank::number_rooms;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{ApartByWalls, Area, Cells, Connected, Rule, Where};

/// Heyablock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heyablock;

impl Rules for Heyablock {
    const NAME: &'static str = "heyablock";
    const TITLE: &'static str = "Heyablock";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["heyablock"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade one group of cells in each room of the board.

- The shaded cells of each room are connected within it. A room has at least one, unless its number is 0.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has a group of any size.
- Shaded cells of different rooms do not share an edge. A wall inside a room acts as a border.
- All unshaded cells are connected.
- A straight run of unshaded cells, horizontal or vertical, crosses at most one wall: it does not reach into three rooms.
  A wall that ends inside a room counts as well.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("room-without-shaded", "a room has no shaded cell"),
        ("room-divided", "the shaded cells of a room are not connected within it"),
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("adjacent-groups", "two shaded cells share an edge with a wall"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("run-in-three-rooms", "a straight run of unshaded cells crosses two walls"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            (
                "room-divided",
                Rule::Connected(Connected { of: Cells::Shaded, area: Some(Area::Rooms), by: None }),
            ),
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("adjacent-groups", Rule::ApartByWalls(ApartByWalls { of: Cells::Shaded })),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let is_empty = !room.iter().any(|&cell| solution.is_marked(cell));
            if is_empty && rooms.clue(board, index) != Some(0) {
                let message = format!("{} has no shaded cell", rooms.name(index));
                broken.add("room-without-shaded", message, room.clone());
            }
        }
        runs_in_three_rooms(board, solution, broken);
    }
}
