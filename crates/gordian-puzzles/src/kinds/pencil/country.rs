//! Country Road: a loop that visits every room once.

use gordian_core::Random;

use crate::board::{Edge, Size};
use crate::pencil::blank::{number_rooms, rooms};
use crate::pencil::check::{arms, rooms_once, single_loop};
use crate::pencil::{
    Board, Broken, CellForm, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};

/// Country Road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Country;

impl Rules for Country {
    const NAME: &'static str = "country";
    const TITLE: &'static str = "Country Road";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["country"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that visits every room exactly once.

- The loop goes horizontally and vertically, and does not branch or cross itself.
- It enters and leaves each room exactly once. If there is only one room, it stays there.
- The number in a room is how many of its cells the loop visits; `?` says nothing.
- Two adjacent cells in different rooms are not both unvisited.
- A wall inside a room is not crossed, and the cells on its two sides are not both unvisited either.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("wall-crossed", "the loop crosses a wall inside a room"),
        ("room-not-visited", "the loop does not visit a room"),
        ("room-not-left", "the loop stays in one of several rooms"),
        ("room-twice", "the loop enters a room more than once"),
        ("number-of-visited", "the number of a room is not how many of its cells the loop visits"),
        ("both-unvisited", "the cells on both sides of a border are not visited"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 3..=7, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| !arms(solution, cell).is_empty());
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        rooms_once(board, solution, true, broken);
        let size = board.size();
        let is_visited = |cell| !arms(solution, cell).is_empty();
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let Some(number) = rooms.clue(board, index) else { continue };
            let n = room.iter().filter(|&&cell| is_visited(cell)).count();
            if n != number as usize {
                let name = rooms.name(index);
                let message = format!("the loop visits {n} cells of {name} instead of {number}");
                broken.add("number-of-visited", message, room.clone());
            }
        }
        let is_wall = |edge: &Edge| board.walls[*edge];
        for edge in size.edges().filter(is_wall) {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            if !is_visited(before) && !is_visited(after) {
                let message =
                    format!("neither {before} nor {after}, on both sides of a border, is visited");
                broken.add("both-unvisited", message, vec![before, after]);
            }
        }
    }
}
