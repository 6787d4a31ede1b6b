//! Moon or Sun: a loop that visits the moons or the suns of each room, by turns.

use crate::pencil::check::{arms, rooms_once, single_loop};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved, Walls,
};

/// Moon or Sun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moonsun;

/// The mark of a moon.
pub const MOON: usize = 0;
/// The mark of a sun.
pub const SUN: usize = 1;

impl Rules for Moonsun {
    const NAME: &'static str = "moonsun";
    const TITLE: &'static str = "Moon or Sun";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["moonsun"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[('m', "a moon"), ('s', "a sun")])),
        walls: Walls::Rooms,
        link: &[Section::Border, Section::Circle],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that visits every room exactly once.

- The loop goes horizontally and vertically, and does not branch or cross itself.
- It enters and leaves each room exactly once, and crosses no wall inside a room.
- In each room it visits either all moons and no sun, or all suns and no moon, and at least one of them. It may visit or
  leave out any other cell.
- Where the loop goes from one room to the next, it changes from moons to suns or from suns to moons.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("wall-crossed", "the loop crosses a wall inside a room"),
        ("room-not-visited", "the loop does not visit a room"),
        ("room-not-left", "the loop stays in a room"),
        ("room-twice", "the loop enters a room more than once"),
        ("moons-and-suns", "the loop visits moons and suns of one room"),
        ("no-mark", "the loop visits neither a moon nor a sun of a room"),
        ("moon-left-out", "the loop visits some, but not all moons of a room"),
        ("sun-left-out", "the loop visits some, but not all suns of a room"),
        ("same-marks", "the loop visits the same kind of marks in two consecutive rooms"),
    ];

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        rooms_once(board, solution, false, broken);
        let size = board.size();
        let rooms = board.rooms();
        // Whether the loop visits moons, and suns, of each room.
        let mut visits = Vec::new();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let name = rooms.name(index);
            let of_kind = |mark: usize| {
                let marks = room.iter().filter(move |&&cell| board.cells[cell] == Clue::Mark(mark));
                let (visited, others): (Vec<_>, Vec<_>) =
                    marks.partition(|&&cell| !arms(solution, cell).is_empty());
                (visited.len(), others.first().map(|&&cell| cell))
            };
            let (n_moons, other_moon) = of_kind(MOON);
            let (n_suns, other_sun) = of_kind(SUN);
            if n_moons > 0 && n_suns > 0 {
                let message = format!("the loop visits a moon and a sun of {name}");
                broken.add("moons-and-suns", message, room.clone());
            }
            if n_moons == 0 && n_suns == 0 {
                let message = format!("the loop visits no moon and no sun of {name}");
                broken.add("no-mark", message, room.clone());
            }
            if let (1.., Some(cell)) = (n_moons, other_moon) {
                let message = format!("the loop visits moons of {name}, but not that at {cell}");
                broken.add("moon-left-out", message, vec![cell]);
            }
            if let (1.., Some(cell)) = (n_suns, other_sun) {
                let message = format!("the loop visits suns of {name}, but not that at {cell}");
                broken.add("sun-left-out", message, vec![cell]);
            }
            visits.push([n_moons > 0, n_suns > 0]);
        }
        for (edge, &line) in solution.edges.iter() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            let (Some(one), Some(other)) = (rooms.number(before), rooms.number(after)) else {
                continue;
            };
            if line == 0 || one == other {
                continue;
            }
            for (kind, name) in ["moons", "suns"].into_iter().enumerate() {
                if visits[one][kind] && visits[other][kind] {
                    let [one, other] = [rooms.name(one), rooms.name(other)];
                    let message =
                        format!("the loop visits {name} of {one} and then {name} of {other}");
                    broken.add("same-marks", message, vec![before, after]);
                }
            }
        }
    }
}
