//! Moon or Sun: a loop that visits the moons or the suns of each room, by turns.

use gordian_core::Random;

use crate::board::{Cell, CellMap, Direction, Edge, Size};
use crate::pencil::blank::set_walls;
use crate::pencil::check::{arms, rooms_once, single_loop};
use crate::pencil::variations::random_loop;
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

    /// Rooms along a random loop, each with all cells marked: those that the loop visits alike, and
    /// the others too.
    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        let lines = random_loop(&board, random)?;
        let mut order: Vec<Cell> = Vec::new();
        let goes = |cell: Cell, side: Direction| lines[Edge::of(cell, side)] > 0;
        let is_visited = |cell: Cell| Direction::ALL.into_iter().any(|side| goes(cell, side));
        let mut next = size.cells().find(|&cell| is_visited(cell));
        while let Some(cell) = next {
            order.push(cell);
            let sides = Direction::ALL.into_iter().filter(|&side| goes(cell, side));
            let mut beside = sides.filter_map(|side| size.neighbour(cell, side));
            next = beside.find(|at| !order.contains(at));
        }
        // Arcs of the loop, an even number of them.
        let mut lengths: Vec<usize> = Vec::new();
        let mut rest = order.len();
        while rest > 0 {
            let length = (1 + random.below(6)).min(rest);
            lengths.push(length);
            rest -= length;
        }
        if lengths.len() % 2 == 1 {
            let last = lengths.pop()?;
            match lengths.last_mut() {
                Some(length) => *length += last,
                None => lengths = vec![last / 2, last - last / 2],
            }
        }
        let mut room_of: CellMap<Option<usize>> = CellMap::new(size, None);
        let mut visited = order.iter();
        for (room, &length) in lengths.iter().enumerate() {
            visited.by_ref().take(length).for_each(|&cell| room_of[cell] = Some(room));
        }
        let mut marks = CellMap::from_fn(size, |cell| room_of[cell].map(|room| room % 2));
        let mut free: Vec<Cell> = size.cells().filter(|&cell| room_of[cell].is_none()).collect();
        while !free.is_empty() {
            let at = random.below(free.len());
            let beside: Vec<usize> =
                size.neighbours(free[at]).filter_map(|cell| room_of[cell]).collect();
            if !beside.is_empty() {
                let cell = free.swap_remove(at);
                let room = *random.choose(&beside);
                room_of[cell] = Some(room);
                marks[cell] = Some(1 - room % 2);
            }
        }
        set_walls(&mut board, |a, b| room_of[a] != room_of[b]);
        for cell in size.cells() {
            board.cells[cell] = marks[cell].map_or(Clue::Empty, Clue::Mark);
        }
        Some(board)
    }

    /// The kind of marks that the loop visits in a room stays.
    fn write_clues(board: &mut Board, solution: &Solved) {
        let is_visited = |cell: &Cell| !arms(solution, *cell).is_empty();
        for room in board.rooms().rooms() {
            let mark = room.iter().find_map(|cell| match board.cells[*cell] {
                Clue::Mark(mark) if is_visited(cell) => Some(mark),
                _ => None,
            });
            let Some(mark) = mark else { continue };
            for cell in room {
                let other = if mark == MOON { SUN } else { MOON };
                board.cells[*cell] = Clue::Mark(if is_visited(cell) { mark } else { other });
            }
        }
    }

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
