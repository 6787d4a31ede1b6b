//! Simple Loop: a loop through every cell that is not blocked.

use gordian_core::Random;

use crate::board::{Cell, Direction, Size};
use crate::pencil::check::{arms, single_loop};
use crate::pencil::{Board, Broken, Clue, EdgeLayer, Family, Form, Rules, Section, Solved};

/// Simple Loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simpleloop;

impl Rules for Simpleloop {
    const NAME: &'static str = "simpleloop";
    const TITLE: &'static str = "Simple Loop";
    const FAMILY: Family = Family::Lines;
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

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        // A random loop, which grows where two cells beside a line are free. The other cells are
        // blocked.
        let mut board = Board::new(size);
        let mut order = vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1), Cell::new(1, 0)];
        let n_steps = size.n_cells() * 4;
        for _ in 0..n_steps {
            let index = random.below(order.len());
            let [one, other] = [order[index], order[(index + 1) % order.len()]];
            let side = *random.choose(&Direction::ALL);
            let beside = [one, other].map(|cell| size.neighbour(cell, side));
            if let [Some(a), Some(b)] = beside
                && !order.contains(&a)
                && !order.contains(&b)
            {
                order.splice(index + 1..index + 1, [a, b]);
            }
        }
        for cell in size.cells() {
            if !order.contains(&cell) {
                board.cells[cell] = Clue::Hole;
            }
        }
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

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
