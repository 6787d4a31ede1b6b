//! Detour: draw a loop through all cells with given numbers of turns in rooms.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_rooms, rooms};
use crate::pencil::{
    Board, CellForm, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Rule, SingleLoop, Visits, Where};

/// Detour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour;

impl Rules for Detour {
    const NAME: &'static str = "detour";
    const TITLE: &'static str = "Detour";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["detour"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of all cells that turns in each room as often as its number says.

- The loop goes horizontally and vertically, and does not branch or cross itself.
- It visits every cell of the board.
- The number in a room is in how many of its cells the loop turns; `?` says nothing.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-one-loop", "the lines are not one loop through all cells"),
        ("turns-of-room", "a number is not in how many cells of its room the loop turns"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-one-loop", Rule::SingleLoop(SingleLoop { visits: Some(Visits::All) })),
            ("turns-of-room", Rule::clue(Cells::Turns, Where::Room)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        // A loop through all cells goes through an even number of them.
        if size.n_cells() % 2 == 1 {
            return None;
        }
        let mut board = Board::new(size);
        rooms(&mut board, 3..=6, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let board_before = board.clone();
        number_rooms(board, |cell| Cells::Turns.has(&board_before, solution, cell));
    }
}
