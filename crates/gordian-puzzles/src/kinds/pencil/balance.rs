//! Balance Loop: a loop through circles with equal or different arms.

use crate::pencil::check::{arms, single_loop, straight_length};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Balance Loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance;

impl Rules for Balance {
    const NAME: &'static str = "balance";
    const TITLE: &'static str = "Balance Loop";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["balance"];
    const FORM: Form = Form {
        cells: Some(CellForm::Circles),
        link: &[Section::ColouredNumber16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of cells that passes every circle.

- The loop goes horizontally and vertically. It does not branch or cross itself, and need not visit every cell.
- Two straight arms of the loop leave each circle, each up to its next turn; the circle can be a turn itself. The arms of
  a white circle have the same number of steps, those of a black circle different numbers.
- The number in a circle is the sum of the steps of its two arms.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("circle-not-visited", "the loop does not pass a circle"),
        ("white-different", "the arms of a white circle have different lengths"),
        ("black-equal", "the arms of a black circle have the same length"),
        ("sum-of-arms", "a number is not the sum of the lengths of the arms"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            let sides = arms(solution, cell).into_iter();
            let lengths = sides.map(|side| straight_length(solution, cell, side));
            board.cells[cell] = match lengths.collect::<Vec<_>>()[..] {
                [one, other] => {
                    Clue::Circle { black: one != other, number: u32::try_from(one + other).ok() }
                }
                _ => Clue::Empty,
            };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        for (cell, clue) in board.clues() {
            let Clue::Circle { black, number } = *clue else { continue };
            let sides = arms(solution, cell);
            let [one, other] = sides[..] else {
                if sides.is_empty() {
                    let message = format!("the loop does not pass the circle at {cell}");
                    broken.add("circle-not-visited", message, vec![cell]);
                }
                continue;
            };
            let [one, other] = [one, other].map(|side| straight_length(solution, cell, side));
            if !black && one != other {
                let message =
                    format!("the arms of the white circle at {cell} have {one} and {other} steps");
                broken.add("white-different", message, vec![cell]);
            }
            if black && one == other {
                let message = format!("both arms of the black circle at {cell} have {one} steps");
                broken.add("black-equal", message, vec![cell]);
            }
            if let Some(number) = number
                && one + other != number as usize
            {
                let n = one + other;
                let message = format!("the arms of the {number} at {cell} have {n} steps");
                broken.add("sum-of-arms", message, vec![cell]);
            }
        }
    }
}
