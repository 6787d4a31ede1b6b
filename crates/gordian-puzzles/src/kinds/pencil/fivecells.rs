//! Five Cells: divide the board into blocks of five cells.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{count_borders, divisible_board};
use crate::pencil::check::{border_counts, borders_separate, equal_blocks};
use crate::pencil::{Board, Broken, CellForm, EdgeLayer, Family, Form, Rules, Section, Solved};

/// Five Cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fivecells;

impl Rules for Fivecells {
    const NAME: &'static str = "fivecells";
    const TITLE: &'static str = "Five Cells";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["fivecells"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 9, unknown: true }),
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

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        divisible_board(size, 5, random)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_borders(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        equal_blocks(board, solution, 5, broken);
        border_counts(board, solution, broken);
    }
}
