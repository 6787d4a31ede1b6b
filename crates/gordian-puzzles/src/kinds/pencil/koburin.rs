//! Koburin: shaded cells counted next to numbers, and a loop through the others.

use gordian_core::Random;

use super::yajilin::OUTSIDE;
use crate::board::Size;
use crate::pencil::blank::scattered_clues;
use crate::pencil::check::{shaded_or_visited, shaded_outside};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Koburin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Koburin;

impl Rules for Koburin {
    const NAME: &'static str = "koburin";
    const TITLE: &'static str = "Koburin";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["koburin"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        options: &[(OUTSIDE, "shaded_outside")],
        ignored_flags: "b",
        link: &[Section::FourCell],
        cell_layer: Some(CellLayer::Shade),
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells, and draw one closed loop through the centres of all others, except the clues.

- The loop goes horizontally and vertically, and does not branch or cross itself. If every cell without clue is shaded,
  there is no loop.
- Each cell without clue is either shaded or visited by the loop. Clues are neither.
- No two shaded cells are adjacent.
- A number is how many of the (up to four) adjacent cells are shaded; `?` says nothing.
- With the option `shaded_outside`, no shaded cell is inside the loop.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("adjacent-shaded", "two shaded cells are adjacent"),
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("clue-shaded", "a clue is shaded"),
        ("clue-visited", "the loop passes a clue"),
        ("shaded-visited", "the loop passes a shaded cell"),
        ("cell-empty", "a cell is neither shaded nor visited by the loop"),
        ("number-of-shaded", "a number is not how many adjacent cells are shaded"),
        ("shaded-inside", "with the option `shaded_outside`, a shaded cell is inside the loop"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 6, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            if board.cells[cell].is_clue() {
                let beside = size.neighbours(cell);
                board.cells[cell] =
                    Clue::count(beside.filter(|&cell| solution.is_marked(cell)).count());
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        shaded_or_visited(|cell| board.cells[cell].is_clue(), solution, broken);
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let beside = board.size().neighbours(cell);
            let n = beside.filter(|&cell| solution.is_marked(cell)).count();
            if n != number as usize {
                let message = format!("the {number} at {cell} has {n} shaded neighbours");
                broken.add("number-of-shaded", message, vec![cell]);
            }
        }
        if board.has_option(OUTSIDE) {
            shaded_outside(solution, broken);
        }
    }
}
