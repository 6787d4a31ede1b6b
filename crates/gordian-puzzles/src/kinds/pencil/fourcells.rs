//! Four Cells: divide the board into blocks of four cells.

use gordian_core::Random;

use crate::board::{Direction, Edge, Size};
use crate::pencil::check::{border_counts, borders_separate, equal_blocks};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Four Cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fourcells;

impl Rules for Fourcells {
    const NAME: &'static str = "fourcells";
    const TITLE: &'static str = "Four Cells";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["fourcells"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 3, unknown: true }),
        holes: true,
        link: &[Section::Number10],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks of four cells.

- Every block has exactly four cells.
- A number is how many of the four edges of its cell are borders. The outline of the board and the edges to holes are
  borders too. `?` has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("size-of-block", "a block does not have four cells"),
        ("number-of-borders", "a number is not how many edges of its cell are borders"),
    ];

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        size.n_cells().is_multiple_of(4).then(|| Board::new(size))
    }

    fn write_clues(board: &mut Board, solution: &Solved) -> bool {
        let size = board.size();
        for cell in size.cells() {
            let is_border = |&side: &Direction| {
                size.neighbour(cell, side).is_none() || solution.edges[Edge::of(cell, side)] > 0
            };
            let n = Direction::ALL.into_iter().filter(is_border).count();
            board.cells[cell] = Clue::count(n);
        }
        true
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        equal_blocks(board, solution, 4, broken);
        border_counts(board, solution, broken);
    }
}
