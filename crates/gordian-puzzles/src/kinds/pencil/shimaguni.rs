//! Shimaguni: shade one group in each room; rooms next to each other have groups of different
//! sizes.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::pencil::blank::number_rooms;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{ApartByWalls, Area, Cells, Connected, Rule, Where};

/// Shimaguni.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shimaguni;

impl Rules for Shimaguni {
    const NAME: &'static str = "shimaguni";
    const TITLE: &'static str = "Shimaguni";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["shimaguni"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade an island in each room.

- The shaded cells of each room are at least one, and connected within the room.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has an island of any size.
- Shaded cells of different rooms do not share an edge.
- Rooms that share a border have different numbers of shaded cells.
- A wall inside a room acts as a border: two shaded cells do not share an edge with a wall.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("room-without-shaded", "a room has no shaded cell"),
        ("room-divided", "the shaded cells of a room are not connected within it"),
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("adjacent-islands", "two shaded cells share an edge with a wall"),
        ("equal-islands", "two rooms that share a border have equally many shaded cells"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        let connected = Connected { of: Cells::Shaded, area: Some(Area::Rooms), by: None };
        vec![
            ("room-divided", Rule::Connected(connected)),
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("adjacent-islands", Rule::ApartByWalls(ApartByWalls { of: Cells::Shaded })),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        let island = |room: &Vec<Cell>| -> Vec<Cell> {
            room.iter().copied().filter(|&cell| solution.is_marked(cell)).collect()
        };
        let islands: Vec<Vec<Cell>> = rooms.rooms().iter().map(island).collect();
        for (index, island) in islands.iter().enumerate() {
            if island.is_empty() {
                let message = format!("{} has no shaded cell", rooms.name(index));
                broken.add("room-without-shaded", message, rooms.rooms()[index].clone());
            }
        }
        let mut seen = BTreeSet::new();
        for [before, after] in rooms.borders() {
            let (Some(a), Some(b)) = (rooms.number(before), rooms.number(after)) else { continue };
            let pair = (a.min(b), a.max(b));
            if islands[a].len() == islands[b].len() && seen.insert(pair) {
                let message = format!(
                    "{} and {} share a border, and both numbers of shaded cells are {}",
                    rooms.name(pair.0),
                    rooms.name(pair.1),
                    islands[a].len()
                );
                broken.add("equal-islands", message, [&islands[a][..], &islands[b][..]].concat());
            }
        }
    }
}
