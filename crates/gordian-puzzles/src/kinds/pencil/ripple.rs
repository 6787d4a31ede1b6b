//! Ripple Effect: numbers in rooms, with equal numbers far enough apart.

use gordian_core::Random;

use crate::board::{Direction, Size};
use crate::pencil::blank::rooms;
use crate::pencil::check::{given_numbers, numbers_in_rooms};
use crate::pencil::{
    BLOCKED, Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section,
    Solved, Walls,
};

/// Ripple Effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ripple;

impl Rules for Ripple {
    const NAME: &'static str = "ripple";
    const TITLE: &'static str = "Ripple Effect";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["ripple", "hakyukoka"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        holes: true,
        walls: Walls::Rooms,
        link: &[Section::Border, Section::Number16, Section::OptionalHoles],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Write a number in each cell.

- A room of n cells has every number from 1 to n once.
- Between two equal numbers k in the same row or column there are at least k cells, whatever rooms they belong to. Holes
  count as cells.
- Numbers in cells are given. `?` has no meaning.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("empty-cell", "a cell has no number"),
        ("number-in-hole", "a hole has a number"),
        ("number-out-of-range", "a number is greater than the number of cells of its room"),
        ("given-number", "a given number is changed"),
        ("repeated-in-room", "a room has a number twice"),
        ("too-close", "two equal numbers in a row or column have too few cells between them"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 2..=5, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = Clue::Number(Some(number));
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            if !board.is_cell(cell) {
                if number != 0 {
                    broken.add(
                        "number-in-hole",
                        format!("the hole {cell} has a number"),
                        vec![cell],
                    );
                }
            } else if number == 0 {
                broken.add("empty-cell", format!("{cell} has no number"), vec![cell]);
            }
        }
        given_numbers(board, solution, broken);
        numbers_in_rooms(board, solution, broken);
        for cell in board.playable_cells() {
            let number = solution.cells[cell];
            if number == 0 || number == BLOCKED {
                continue;
            }
            for side in [Direction::Right, Direction::Down] {
                // The cells that are too close are the next ones, as many as the number.
                for other in size.ray(cell, side).take(number as usize) {
                    if board.is_cell(other) && solution.cells[other] == number {
                        let message = format!(
                            "between the {number} at {cell} and {other} there are too few cells"
                        );
                        broken.add("too-close", message, vec![cell, other]);
                    }
                }
            }
        }
    }
}
