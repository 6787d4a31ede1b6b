//! Araf: divide the board into blocks with two numbers each, whose sizes are between the numbers.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::rooms;
use crate::pencil::check::{blocks, borders_separate};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};

/// Araf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Araf;

impl Rules for Araf {
    const NAME: &'static str = "araf";
    const TITLE: &'static str = "Araf";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["araf"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks with two clues each, so that the size of each block is between its numbers.

- Every block has exactly two clues.
- A block has more cells than the smaller of its two numbers, and fewer cells than the larger one.
- `?` stands for any number: a block with a number and `?` has more or fewer cells than the number, and a block with two
  `?` may have any size.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("number-of-clues", "a block does not have exactly two clues"),
        ("size-of-block", "the size of a block is not strictly between its two numbers"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut divided = Board::new(size);
        rooms(&mut divided, 3..=8, random);
        let mut board = Board::new(size);
        for mut room in divided.rooms().rooms().iter().cloned() {
            random.shuffle(&mut room);
            for &cell in room.iter().take(2) {
                board.cells[cell] = Clue::Number(None);
            }
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            let n = block.len();
            let clues = block.into_iter().filter(|&cell| board.cells[cell].is_clue());
            let [one, other] = clues.collect::<Vec<_>>()[..] else { continue };
            // The differences vary with the place; most are small, since others say little.
            let [below, above] = [one, other].map(|cell| 1 + cell.column % 3 / 2);
            let [low, high] = [n.saturating_sub(below).max(1), n + above].map(Clue::count);
            let [first, second] = if one.row % 2 == 0 { [low, high] } else { [high, low] };
            board.cells[one] = first;
            board.cells[other] = second;
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        for block in blocks(board, solution) {
            let clues: Vec<_> =
                block.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
            let [one, other] = clues[..] else {
                let message =
                    format!("the block at {} has {} clues, not two", block[0], clues.len());
                broken.add("number-of-clues", message, block);
                continue;
            };
            let n = block.len();
            match (board.cells[one].number(), board.cells[other].number()) {
                (Some(a), Some(b)) => {
                    let (low, high) = (a.min(b) as usize, a.max(b) as usize);
                    if n <= low || n >= high {
                        let message = format!(
                            "the block with the {a} at {one} and the {b} at {other} has {n} cells"
                        );
                        broken.add("size-of-block", message, block);
                    }
                }
                (Some(number), None) | (None, Some(number)) => {
                    if n == number as usize {
                        let message = format!(
                            "the block with the clues at {one} and {other} has exactly {n} cells"
                        );
                        broken.add("size-of-block", message, block);
                    }
                }
                (None, None) => {}
            }
        }
    }
}
