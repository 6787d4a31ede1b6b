//! Shikaku: divide the board into rectangles, each with one number.

use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::blank::rectangles;
use crate::pencil::check::{blocks, borders_separate, rectangles_of_clues};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};

/// Shikaku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shikaku;

impl Rules for Shikaku {
    const NAME: &'static str = "shikaku";
    const TITLE: &'static str = "Shikaku";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["shikaku"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into rectangles, each with one number.

- A number is how many cells its rectangle has; `?` is a rectangle of any size.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("given-border", "a given border is missing"),
        ("not-a-rectangle", "a block is not a rectangle"),
        ("block-without-number", "a block has no number"),
        ("size-of-block", "a number is not how many cells its block has"),
        ("several-numbers", "a block has more than one number"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        for rectangle in rectangles(size, 12, random) {
            board.cells[*random.choose(&rectangle)] = Clue::Number(None);
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            let number = u32::try_from(block.len()).ok();
            for cell in block {
                if board.cells[cell].is_clue() {
                    board.cells[cell] = Clue::Number(number);
                }
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        let size_of_block = |clue: Cell, block: &[Cell], broken: &mut Broken| {
            if let Some(number) = board.cells[clue].number()
                && block.len() != number as usize
            {
                let message =
                    format!("the {number} at {clue} has a block of {} cells", block.len());
                broken.add("size-of-block", message, block.to_vec());
            }
        };
        rectangles_of_clues(board, solution, size_of_block, broken);
    }
}
