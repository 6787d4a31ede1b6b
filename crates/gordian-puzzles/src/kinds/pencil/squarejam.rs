//! Square Jam: divide the board into squares.

use crate::board::Size;
use crate::pencil::check::{blocks, borders_separate, bounding_size, no_crossing_borders};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};

/// Square Jam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squarejam;

impl Rules for Squarejam {
    const NAME: &'static str = "squarejam";
    const TITLE: &'static str = "Square Jam";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["squarejam"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into squares.

- A number is the length of the sides of its square. `?` has no meaning.
- A square may have several numbers, or none.
- Four squares never meet in a point.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("four-blocks-meet", "four squares meet in a point"),
        ("not-a-square", "a block is not a square"),
        ("side-of-square", "a number is not the length of the sides of its square"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            for &cell in &block {
                board.cells[cell] = Clue::count(bounding_size(&block).rows);
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        no_crossing_borders(solution, broken);
        for block in blocks(board, solution) {
            let Size { rows, columns } = bounding_size(&block);
            if rows != columns || rows * columns != block.len() {
                let message = format!("the block at {} is not a square", block[0]);
                broken.add("not-a-square", message, block);
                continue;
            }
            for &cell in &block {
                if let Some(number) = board.cells[cell].number()
                    && number as usize != rows
                    && !broken.is_full()
                {
                    let message = format!("the {number} at {cell} has a square of side {rows}");
                    broken.add("side-of-square", message, block.clone());
                }
            }
        }
    }
}
