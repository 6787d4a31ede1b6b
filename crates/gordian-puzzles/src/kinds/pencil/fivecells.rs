//! Five Cells: divide the board into blocks of five cells.

use crate::board::{Direction, Edge};
use crate::pencil::check::{blocks, borders_separate};
use crate::pencil::{Board, Broken, CellForm, EdgeLayer, Form, Rules, Section, Solved};

/// Five Cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fivecells;

impl Rules for Fivecells {
    const NAME: &'static str = "fivecells";
    const TITLE: &'static str = "Five Cells";
    const LINK_NAMES: &'static [&'static str] = &["fivecells"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 3, unknown: true }),
        holes: true,
        link: &[Section::Number10],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks of five cells.

- Every block has exactly five cells.
- A number is how many of the four edges of its cell are borders. The outline of the board and the edges to holes are
  borders too. `?` has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("size-of-block", "a block does not have five cells"),
        ("number-of-borders", "a number is not how many edges of its cell are borders"),
    ];

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        for block in blocks(board, solution) {
            if block.len() != 5 {
                let message =
                    format!("the block at {} has {} cells, not five", block[0], block.len());
                broken.add("size-of-block", message, block);
            }
        }
        let size = board.size();
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let mut n_borders = 0;
            for side in Direction::ALL {
                let is_border = match size.neighbour(cell, side) {
                    Some(beside) if board.is_cell(beside) => {
                        solution.edges[Edge::of(cell, side)] > 0
                    }
                    _ => true,
                };
                n_borders += u32::from(is_border);
            }
            if n_borders != number {
                let message = format!("the {number} at {cell} has {n_borders} borders");
                broken.add("number-of-borders", message, vec![cell]);
            }
        }
    }
}
