//! Ayeheya: shade cells in rooms as in Heyawake, symmetrically in each room.

use gordian_core::Random;

use super::heyawake::{Heyawake, runs_in_three_rooms};
use crate::board::Size;
use crate::pencil::blank::{rectangles, set_walls};
use crate::pencil::check::group_numbers;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Area, Cells, Rule, Symmetric};

/// Ayeheya.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ayeheya;

impl Rules for Ayeheya {
    const NAME: &'static str = "ayeheya";
    const TITLE: &'static str = "Ayeheya";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["ayeheya"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells of a board that is divided into rooms, as in Heyawake, and symmetrically in each room.

- The shaded cells of each room are symmetric about its centre: half a turn does not change them. If half a turn leads out
  of a room, the cell is not shaded.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has any number of them.
- A straight run of unshaded cells, horizontal or vertical, crosses at most one wall: it does not reach into three rooms.
  A wall that ends inside a room counts as well.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-symmetric", "the shaded cells of a room are not symmetric"),
        ("adjacent-shaded", "two shaded cells share an edge"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("run-in-three-rooms", "a straight run of unshaded cells crosses two walls"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        let symmetric = Symmetric { of: Cells::Shaded, area: Area::Rooms };
        let mut rules = vec![("not-symmetric", Rule::Symmetric(symmetric))];
        rules.extend(Heyawake::catalogue());
        rules
    }

    /// The rooms are rectangles: others are rarely symmetric.
    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let rooms = group_numbers(size, &rectangles(size, 9, random));
        let mut board = Board::new(size);
        set_walls(&mut board, |a, b| rooms[a] != rooms[b]);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        Heyawake::write_clues(board, solution);
    }

    /// Rooms whose walls are moved would not be symmetric.
    fn variations(_: &Board, _: &Solved, _: &Solved, _: &mut Random) -> Vec<(Board, Solved)> {
        Vec::new()
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        runs_in_three_rooms(board, solution, broken);
    }
}
