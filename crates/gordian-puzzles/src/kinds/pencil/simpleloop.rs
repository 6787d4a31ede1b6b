//! Simple Loop: a loop through every cell that is not blocked.

use crate::pencil::check::{arms, single_loop};
use crate::pencil::{Board, Broken, EdgeLayer, Form, Rules, Section, Solved};

/// Simple Loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simpleloop;

impl Rules for Simpleloop {
    const NAME: &'static str = "simpleloop";
    const TITLE: &'static str = "Simple Loop";
    const LINK_NAMES: &'static [&'static str] = &["simpleloop"];
    const FORM: Form = Form {
        holes: true,
        link: &[Section::Holes],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one closed loop through the centres of all cells that are not blocked.

- The loop goes horizontally and vertically, and does not branch or cross itself.
- It visits every cell that is not blocked, and no blocked cell.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "the line ends in a cell"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("several-loops", "there is more than one loop"),
        ("no-loop", "there is no line"),
        ("cell-not-visited", "the loop does not visit a cell that is not blocked"),
        ("blocked-visited", "the loop visits a blocked cell"),
    ];

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        single_loop(solution, false, broken);
        for cell in board.size().cells() {
            let is_visited = !arms(solution, cell).is_empty();
            if board.is_cell(cell) && !is_visited {
                let message = format!("the loop does not visit {cell}");
                broken.add("cell-not-visited", message, vec![cell]);
            }
            if !board.is_cell(cell) && is_visited {
                let message = format!("the loop visits the blocked cell {cell}");
                broken.add("blocked-visited", message, vec![cell]);
            }
        }
    }
}
