//! Regional Yajilin: shaded cells counted in rooms, and a loop through the others.

use crate::pencil::blank::number_rooms;
use crate::pencil::check::shaded_or_visited;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section,
    Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Rule, Where};

/// Regional Yajilin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YajilinRegions;

impl Rules for YajilinRegions {
    const NAME: &'static str = "yajilin-regions";
    const TITLE: &'static str = "Regional Yajilin";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["yajilin-regions", "yajirin-regions"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells, and draw one closed loop through the centres of all others.

- The loop goes horizontally and vertically, and does not branch or cross itself. If every cell is shaded, there is no
  loop.
- Each cell is either shaded or visited by the loop.
- No two shaded cells are adjacent.
- The number in a room is how many of its cells are shaded; `?` says nothing. The cell with the number can be shaded or
  visited like any other.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("adjacent-shaded", "two shaded cells are adjacent"),
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("shaded-visited", "the loop passes a shaded cell"),
        ("cell-empty", "a cell is neither shaded nor visited by the loop"),
        ("number-of-shaded", "the number of a room is not how many of its cells are shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![("number-of-shaded", Rule::clue(Cells::Shaded, Where::Room))]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }

    fn check(_: &Board, solution: &Solved, broken: &mut Broken) {
        shaded_or_visited(|_| false, solution, broken);
    }
}
