//! Geradeweg: a loop whose straight segments at numbers have that length.

use crate::board::Direction;
use crate::pencil::check::{arms, single_loop, straight_length};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};

/// Geradeweg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geradeweg;

impl Rules for Geradeweg {
    const NAME: &'static str = "geradeweg";
    const TITLE: &'static str = "Geradeweg";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["geradeweg"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that visits every clue.

- The loop goes horizontally and vertically. It does not branch or cross itself, and need not visit every cell.
- Each straight segment of the loop that passes through a number, ends there or turns there has as many steps as the
  number says. So on a turn, both segments have that length.
- On `?`, the loop goes straight on, or turns with two segments of the same length.
- The number 0 is a cell that the loop does not visit.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("clue-not-visited", "the loop does not visit a clue"),
        ("zero-visited", "the loop visits a 0"),
        ("length-of-segment", "a segment at a number does not have its length"),
        ("different-segments", "the loop turns on `?` with segments of different lengths"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            let sides = arms(solution, cell);
            let lengths = sides.iter().map(|&side| straight_length(solution, cell, side));
            board.cells[cell] = match (&sides[..], &lengths.collect::<Vec<_>>()[..]) {
                ([a, b], [one, other]) if a.opposite() == *b => Clue::count(one + other),
                (_, [one, other]) if one == other => Clue::count(*one),
                _ => Clue::Empty,
            };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        for (cell, clue) in board.clues() {
            let is_visited = !arms(solution, cell).is_empty();
            if clue.number() == Some(0) {
                if is_visited {
                    broken.add(
                        "zero-visited",
                        format!("the loop visits the 0 at {cell}"),
                        vec![cell],
                    );
                }
                continue;
            }
            if !is_visited {
                let message = format!("the loop does not visit the clue at {cell}");
                broken.add("clue-not-visited", message, vec![cell]);
                continue;
            }
            let length = |one, other| {
                straight_length(solution, cell, one) + straight_length(solution, cell, other)
            };
            let across = length(Direction::Left, Direction::Right);
            let along = length(Direction::Up, Direction::Down);
            if let Some(number) = clue.number() {
                for n in [across, along].into_iter().filter(|&n| n > 0 && n != number as usize) {
                    let message = format!("the {number} at {cell} has a segment of {n} steps");
                    broken.add("length-of-segment", message, vec![cell]);
                }
            } else if across > 0 && along > 0 && across != along {
                let message =
                    format!("the loop turns at {cell} with segments of {across} and {along} steps");
                broken.add("different-segments", message, vec![cell]);
            }
        }
    }
}
