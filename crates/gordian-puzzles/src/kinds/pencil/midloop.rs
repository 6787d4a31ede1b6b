//! Mid-loop: a loop whose straight segments have dots in the middle.

use crate::board::{Cell, CellMap, Direction, Edge};
use crate::pencil::check::{arms, single_loop, straight_length};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Mid-loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Midloop;

impl Rules for Midloop {
    const NAME: &'static str = "midloop";
    const TITLE: &'static str = "Mid-loop";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["midloop"];
    const FORM: Form = Form {
        dots: Some(CellForm::Marks(&[('o', "a white dot"), ('*', "a black dot")])),
        link: &[Section::Dots],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that passes every dot.

- The loop goes horizontally and vertically. It does not branch or cross itself, and need not visit every cell.
- Dots are at the centres of cells and between two cells. Each dot is exactly in the middle of the straight segment of the
  loop that it lies on. So the loop does not turn at a dot. The colour of a dot has no meaning.
- Segments without a dot are allowed.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("dot-not-passed", "the loop does not pass a dot"),
        ("turn-at-dot", "the loop turns at a dot"),
        ("not-in-the-middle", "a dot is not in the middle of its segment"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        for (place, clue) in board.dots.iter() {
            if clue.is_clue() && place.row % 2 == 1 && place.column % 2 == 1 {
                let cell = Cell::new(place.row / 2, place.column / 2);
                return Err(format!("there is a dot at the lower right corner of {cell}"));
            }
        }
        Ok(())
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        board.dots = CellMap::new(board.dots.size(), Clue::Empty);
        for cell in board.size().cells() {
            // The dots of the segments that begin here.
            let sides = arms(solution, cell);
            let Cell { row, column } = cell;
            let length = |side| straight_length(solution, cell, side);
            if sides.contains(&Direction::Right) && !sides.contains(&Direction::Left) {
                let middle = Cell::new(2 * row, 2 * column + length(Direction::Right));
                board.dots[middle] = Clue::Mark(0);
            }
            if sides.contains(&Direction::Down) && !sides.contains(&Direction::Up) {
                let middle = Cell::new(2 * row + length(Direction::Down), 2 * column);
                board.dots[middle] = Clue::Mark(0);
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        let size = board.size();
        for (place, _) in board.dots.iter().filter(|(_, clue)| clue.is_clue()) {
            // The first and the last cell at the dot, and the direction from the one to the other;
            // none at a centre.
            let first = Cell::new(place.row / 2, place.column / 2);
            let between = match (place.row % 2, place.column % 2) {
                (0, 1) => Some(Direction::Right),
                (1, 0) => Some(Direction::Down),
                _ => None,
            };
            let last = between.and_then(|side| size.neighbour(first, side)).unwrap_or(first);
            let (name, cells) = if first == last {
                (format!("the dot at {first}"), vec![first])
            } else {
                (format!("the dot between {first} and {last}"), vec![first, last])
            };
            let onward = match between {
                Some(side) if solution.edges[Edge::of(first, side)] == 0 => {
                    broken.add("dot-not-passed", format!("the loop does not pass {name}"), cells);
                    continue;
                }
                Some(side) => side,
                None => match arms(solution, first)[..] {
                    [] => {
                        let message = format!("the loop does not pass {name}");
                        broken.add("dot-not-passed", message, cells);
                        continue;
                    }
                    [one, other] if one.opposite() != other => {
                        broken.add("turn-at-dot", format!("the loop turns at {name}"), cells);
                        continue;
                    }
                    [one, ..] => one,
                },
            };
            let before = straight_length(solution, first, onward.opposite());
            let after = straight_length(solution, last, onward);
            if before != after {
                let message = format!("{name} is not in the middle of its segment");
                broken.add("not-in-the-middle", message, cells);
            }
        }
    }
}
