//! Tatamibari: divide the board into rectangles, each with a mark of its shape.

use std::cmp::Ordering;

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::rectangles;
use crate::pencil::check::{blocks, borders_separate, bounding_size, no_crossing_borders};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Tatamibari.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tatamibari;

/// The mark of a rectangle that is higher than wide.
pub const TALL: usize = 0;
/// The mark of a rectangle that is wider than high.
pub const WIDE: usize = 1;
/// The mark of a square.
pub const SQUARE: usize = 2;
/// The mark of a rectangle of any shape.
const ANY: usize = 3;

impl Rules for Tatamibari {
    const NAME: &'static str = "tatamibari";
    const TITLE: &'static str = "Tatamibari";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["tatamibari"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[
            ('v', "a rectangle that is higher than wide"),
            ('h', "a rectangle that is wider than high"),
            ('+', "a square"),
            ('?', "a rectangle of any shape"),
        ])),
        link: &[Section::MarkDigit],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into rectangles, each with one mark of its shape.

- Every rectangle has exactly one mark.
- A rectangle with a vertical line is higher than wide, one with a horizontal line is wider than high, and one with a
  plus is a square. `?` is a rectangle of any shape.
- Four rectangles never meet in a point.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("four-blocks-meet", "four rectangles meet in a point"),
        ("not-a-rectangle", "a block is not a rectangle"),
        ("block-without-mark", "a block has no mark"),
        ("several-marks", "a block has more than one mark"),
        ("not-tall", "a rectangle with a vertical line is not higher than wide"),
        ("not-wide", "a rectangle with a horizontal line is not wider than high"),
        ("not-a-square", "a rectangle with a plus is not a square"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        for rectangle in rectangles(size, 8, random) {
            board.cells[*random.choose(&rectangle)] = Clue::Mark(ANY);
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            let Size { rows, columns } = bounding_size(&block);
            let mark = match rows.cmp(&columns) {
                Ordering::Greater => TALL,
                Ordering::Less => WIDE,
                Ordering::Equal => SQUARE,
            };
            for cell in block {
                if board.cells[cell].is_clue() {
                    board.cells[cell] = Clue::Mark(mark);
                }
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        no_crossing_borders(solution, broken);
        for block in blocks(board, solution) {
            let first = block[0];
            let Size { rows, columns } = bounding_size(&block);
            let is_rectangle = rows * columns == block.len();
            if !is_rectangle {
                let message = format!("the block at {first} is not a rectangle");
                broken.add("not-a-rectangle", message, block.clone());
            }
            let marks: Vec<_> =
                block.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
            match marks[..] {
                [] => {
                    let message = format!("the block at {first} has no mark");
                    broken.add("block-without-mark", message, block);
                }
                [mark] if is_rectangle => {
                    let (rule, shape) = match board.cells[mark] {
                        Clue::Mark(TALL) if rows <= columns => ("not-tall", "higher than wide"),
                        Clue::Mark(WIDE) if rows >= columns => ("not-wide", "wider than high"),
                        Clue::Mark(SQUARE) if rows != columns => ("not-a-square", "a square"),
                        _ => continue,
                    };
                    let message = format!("the rectangle of the mark at {mark} is not {shape}");
                    broken.add(rule, message, block);
                }
                [_] => {}
                [one, other, ..] => {
                    let message = format!("the marks at {one} and {other} are in one block");
                    broken.add("several-marks", message, marks);
                }
            }
        }
    }
}
