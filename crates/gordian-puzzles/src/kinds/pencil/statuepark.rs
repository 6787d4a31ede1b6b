//! Statue Park: place the pieces of a bank so that the unshaded cells are connected.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::bank;
use crate::pencil::check::shaded_pieces;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, PENTOMINOES, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Statue Park.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuepark;

/// The mark of a white circle.
pub const WHITE: usize = 0;
/// The mark of a black circle.
pub const BLACK: usize = 1;

/// The sets of pieces of links: pentominoes, tetrominoes, and two sets of tetrominoes.
const PRESETS: &[(char, &[&str]); 3] = &[
    ('p', PENTOMINOES),
    ('t', &["#/#/#/#", ".#/.#/##", "##/##", ".#/##/#.", ".#/##/.#"]),
    (
        'd',
        &[
            "#/#/#/#", "#/#/#/#", ".#/.#/##", ".#/.#/##", "##/##", "##/##", ".#/##/#.", ".#/##/#.",
            ".#/##/.#", ".#/##/.#",
        ],
    ),
];

impl Rules for Statuepark {
    const NAME: &'static str = "statuepark";
    const TITLE: &'static str = "Statue Park";
    const FAMILY: Family = Family::Objects;
    const LINK_NAMES: &'static [&'static str] = &["statuepark"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[('o', "a white circle"), ('*', "a black circle")])),
        pieces: true,
        link: &[Section::Circle, Section::Pieces(PRESETS)],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade the pieces of the bank.

- Each piece of the bank is used once; it can be rotated and mirrored. No other cells are shaded.
- Different pieces do not share an edge; they may touch at a corner.
- All unshaded cells are connected.
- Cells with a black circle are shaded, cells with a white circle are not.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-a-piece", "connected shaded cells are not a piece of the bank"),
        ("piece-too-often", "a piece is used more often than it is in the bank"),
        ("piece-missing", "a piece of the bank is not used"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("black-circle-unshaded", "a black circle is not shaded"),
        ("white-circle-shaded", "a white circle is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![("unshaded-divided", Rule::connected(Cells::Unshaded))]
    }

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        let [(_, pentominoes), (_, tetrominoes), _] = PRESETS;
        let mut board = Board::new(size);
        board.pieces = match size.n_cells() {
            140.. => bank(pentominoes, size.n_cells() * 5 / 12),
            n_cells => bank(tetrominoes, n_cells / 3),
        };
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            board.cells[cell] = Clue::Mark(if solution.is_marked(cell) { BLACK } else { WHITE });
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        shaded_pieces(board, solution, broken);
        for (cell, clue) in board.clues() {
            let is_shaded = solution.is_marked(cell);
            match *clue {
                Clue::Mark(BLACK) if !is_shaded => {
                    let message = format!("the black circle at {cell} is not shaded");
                    broken.add("black-circle-unshaded", message, vec![cell]);
                }
                Clue::Mark(WHITE) if is_shaded => {
                    let message = format!("the white circle at {cell} is shaded");
                    broken.add("white-circle-shaded", message, vec![cell]);
                }
                _ => {}
            }
        }
    }
}
