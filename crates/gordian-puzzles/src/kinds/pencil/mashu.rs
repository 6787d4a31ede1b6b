//! Masyu: a loop through white and black circles.

use crate::board::{Cell, Direction};
use crate::pencil::check::{arms, single_loop};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Masyu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mashu;

/// The mark of a white circle.
pub const WHITE: usize = 0;
/// The mark of a black circle.
pub const BLACK: usize = 1;

impl Rules for Mashu {
    const NAME: &'static str = "mashu";
    const TITLE: &'static str = "Masyu";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["mashu", "masyu", "pearl"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[('o', "a white circle"), ('*', "a black circle")])),
        link: &[Section::Circle],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that passes every circle.

- The loop goes horizontally and vertically. It does not branch or cross itself, and need not visit every cell.
- On a white circle the loop goes straight on, and it turns in at least one of the two cells next to it.
- On a black circle the loop turns, and it goes straight through both cells next to it.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("circle-not-visited", "the loop does not pass a circle"),
        ("white-turn", "the loop turns on a white circle"),
        ("white-without-turn", "the loop goes straight through both cells next to a white circle"),
        ("black-straight", "the loop goes straight through a black circle"),
        ("black-next-turn", "the loop turns next to a black circle"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            let [a, b] = arms(solution, cell)[..] else { continue };
            let turns = [a, b]
                .map(|side| size.neighbour(cell, side).is_some_and(|next| is_turn(solution, next)));
            board.cells[cell] = match (a.opposite() == b, turns) {
                (true, [false, false]) | (false, [true, _] | [_, true]) => Clue::Empty,
                (true, _) => Clue::Mark(WHITE),
                (false, [false, false]) => Clue::Mark(BLACK),
            };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        for (cell, clue) in board.clues() {
            let sides = arms(solution, cell);
            let [a, b] = sides[..] else {
                if sides.is_empty() {
                    let message = format!("the loop does not pass the circle at {cell}");
                    broken.add("circle-not-visited", message, vec![cell]);
                }
                continue;
            };
            let is_straight = a.opposite() == b;
            // Whether the loop turns in the next cell on one side.
            let turns = |side: Direction| {
                let next = board.size().neighbour(cell, side).expect("a line goes there");
                is_turn(solution, next)
            };
            match *clue {
                Clue::Mark(WHITE) => {
                    if !is_straight {
                        let message = format!("the loop turns on the white circle at {cell}");
                        broken.add("white-turn", message, vec![cell]);
                    } else if !turns(a) && !turns(b) {
                        let message =
                            format!("the loop does not turn next to the white circle at {cell}");
                        broken.add("white-without-turn", message, vec![cell]);
                    }
                }
                _ => {
                    if is_straight {
                        let message =
                            format!("the loop goes straight through the black circle at {cell}");
                        broken.add("black-straight", message, vec![cell]);
                    } else if turns(a) || turns(b) {
                        let message = format!("the loop turns next to the black circle at {cell}");
                        broken.add("black-next-turn", message, vec![cell]);
                    }
                }
            }
        }
    }
}

/// Returns whether the loop turns in a cell.
fn is_turn(solution: &Solved, cell: Cell) -> bool {
    matches!(arms(solution, cell)[..], [a, b] if a.opposite() != b)
}
