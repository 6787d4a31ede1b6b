//! Cocktail Lamp: shade one group in each room; all of them are connected at corners.

use crate::pencil::blank::number_rooms;
use crate::pencil::{
    Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{ApartByWalls, Area, Cells, Connected, Near, Rule, Where};

/// Cocktail Lamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cocktail;

impl Rules for Cocktail {
    const NAME: &'static str = "cocktail";
    const TITLE: &'static str = "Cocktail Lamp";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["cocktail"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells of a board that is divided into rooms, at most one group in each.

- The shaded cells of each room are connected within it; a room can have none.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has any number of them.
- Shaded cells of different rooms do not share an edge. A wall inside a room acts as a border.
- All shaded cells are connected by steps over edges and corners.
- No 2×2 area is fully shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("room-divided", "the shaded cells of a room are not connected within it"),
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("adjacent-groups", "two shaded cells share an edge with a wall"),
        ("shaded-divided", "the shaded cells are not connected by edges and corners"),
        ("shaded-square", "a 2×2 area is fully shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            (
                "room-divided",
                Rule::Connected(Connected { of: Cells::Shaded, area: Some(Area::Rooms), by: None }),
            ),
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("adjacent-groups", Rule::ApartByWalls(ApartByWalls { of: Cells::Shaded })),
            (
                "shaded-divided",
                Rule::Connected(Connected {
                    of: Cells::Shaded,
                    area: None,
                    by: Some(vec![Near::Edge, Near::Corner]),
                }),
            ),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }
}
