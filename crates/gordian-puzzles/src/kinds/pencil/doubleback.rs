//! Double Back: draw a loop through all cells that visits each room twice.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::rooms;
use crate::pencil::check::holes_without_lines;
use crate::pencil::{Board, Broken, EdgeLayer, Family, Form, Rules, Section, Solved, Walls};
use crate::pencil_board::rules::{Rule, SingleLoop, Visits, VisitsRooms};

/// Double Back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubleback;

impl Rules for Doubleback {
    const NAME: &'static str = "doubleback";
    const TITLE: &'static str = "Double Back";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["doubleback"];
    const FORM: Form = Form {
        holes: true,
        walls: Walls::Rooms,
        link: &[Section::Border, Section::OptionalHoles],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of all cells that visits every room exactly twice.

- The loop goes horizontally and vertically, and does not branch or cross itself.
- It visits every cell of the board.
- It enters and leaves each room exactly twice.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-one-loop", "the lines are not one loop through all cells"),
        ("visits-of-room", "the loop does not enter and leave a room twice"),
        ("hole-visited", "a line visits a hole"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-one-loop", Rule::SingleLoop(SingleLoop { visits: Some(Visits::All) })),
            ("visits-of-room", Rule::VisitsRooms(VisitsRooms { times: 2 })),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        // A loop through all cells goes through an even number of them.
        if size.n_cells() % 2 == 1 {
            return None;
        }
        let mut board = Board::new(size);
        rooms(&mut board, 5..=9, random);
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        holes_without_lines(board, solution, broken);
    }
}
