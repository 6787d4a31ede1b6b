//! Cojun: numbers in rooms, decreasing downwards.

use crate::board::Direction;
use crate::pencil::check::{given_numbers, numbers_in_rooms};
use crate::pencil::{
    BLOCKED, Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section,
    Solved, Walls,
};

/// Cojun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cojun;

impl Rules for Cojun {
    const NAME: &'static str = "cojun";
    const TITLE: &'static str = "Cojun";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["cojun"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        link: &[Section::Border, Section::Number16],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Write a number in each cell.

- A room of n cells has every number from 1 to n once.
- Adjacent cells have different numbers, also in different rooms.
- Where two cells of one room are directly above each other, the upper number is larger.
- Numbers in cells are given. `?` has no meaning.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("empty-cell", "a cell has no number"),
        ("number-out-of-range", "a number is greater than the number of cells of its room"),
        ("given-number", "a given number is changed"),
        ("repeated-in-room", "a room has a number twice"),
        ("equal-adjacent", "two adjacent cells have the same number"),
        ("upper-not-larger", "a number is not larger than the one below it in the same room"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = Clue::Number(Some(number));
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            if number == 0 {
                broken.add("empty-cell", format!("{cell} has no number"), vec![cell]);
            }
        }
        given_numbers(board, solution, broken);
        numbers_in_rooms(board, solution, broken);
        let rooms = board.rooms();
        for cell in size.cells() {
            for side in [Direction::Right, Direction::Down] {
                let Some(other) = size.neighbour(cell, side) else { continue };
                let [a, b] = [cell, other].map(|cell| solution.cells[cell]);
                if a == 0 || b == 0 || a == BLOCKED || b == BLOCKED {
                    continue;
                }
                if a == b {
                    let message = format!("{cell} and {other} are adjacent, and both have {a}");
                    broken.add("equal-adjacent", message, vec![cell, other]);
                }
                let is_same_room = rooms.number(cell) == rooms.number(other);
                if side == Direction::Down && is_same_room && a < b {
                    let message = format!("the {a} at {cell} is above the {b} of the same room");
                    broken.add("upper-not-larger", message, vec![cell, other]);
                }
            }
        }
    }
}
