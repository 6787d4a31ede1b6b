//! Nawabari: divide the board into rectangles, each with one number of borders.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{count_borders, rectangles};
use crate::pencil::check::{border_counts, borders_separate, rectangles_of_clues};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Nawabari.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nawabari;

impl Rules for Nawabari {
    const NAME: &'static str = "nawabari";
    const TITLE: &'static str = "Nawabari";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["nawabari"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        link: &[Section::Number10],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into rectangles, each with one number.

- Every rectangle has exactly one clue.
- A number is how many of the four edges of its cell are borders. The outline of the board is a border too. `?` says
  nothing.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("given-border", "a given border is missing"),
        ("not-a-rectangle", "a block is not a rectangle"),
        ("block-without-number", "a block has no number"),
        ("several-numbers", "a block has more than one number"),
        ("number-of-borders", "a number is not how many edges of its cell are borders"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        for rectangle in rectangles(size, 12, random) {
            board.cells[*random.choose(&rectangle)] = Clue::Number(None);
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let mut counted = board.clone();
        count_borders(&mut counted, solution);
        for cell in board.size().cells() {
            if board.cells[cell].is_clue() {
                board.cells[cell] = counted.cells[cell].clone();
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        rectangles_of_clues(board, solution, |_, _, _| {}, broken);
        border_counts(board, solution, broken);
    }
}
