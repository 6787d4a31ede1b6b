//! Skyscrapers: a Latin square of heights with clues that count the visible ones.

use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::check::{different_numbers, given_numbers, lines, require_square};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, OutsideForm, Rules,
    Section, Side, Solved,
};

/// Skyscrapers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skyscrapers;

impl Rules for Skyscrapers {
    const NAME: &'static str = "skyscrapers";
    const TITLE: &'static str = "Skyscrapers";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["skyscrapers", "skyscraper", "building"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        outside: Some(OutsideForm { sides: &Side::ALL, is_list: false, min: 0, is_letter: false }),
        link: &[Section::ExCell, Section::OptionalNumber16],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Write a number in each cell of the square board: the height of a building.

- Each row and each column of N cells has every number from 1 to N once.
- A number outside is how many buildings are visible from there: those that are higher than all buildings before them in
  the row or column. `?` has no meaning.
- Numbers in cells are given.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("empty-cell", "a cell has no number"),
        ("number-out-of-range", "a number is greater than the length of the rows"),
        ("given-number", "a given number is changed"),
        ("repeated-number", "a row or column has a number twice"),
        ("visible-buildings", "a number outside is not how many buildings are visible from there"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        require_square(board)
    }

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        (size.rows == size.columns).then(|| Board::new(size))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = Clue::Number(Some(number));
        }
        for side in Side::ALL {
            for index in 0..side.n_lines(size) {
                let line = side.line(size, index).into_iter().map(|cell| solution.cells[cell]);
                let mut highest = 0;
                let mut n = 0;
                for height in line {
                    n += u32::from(height > highest);
                    highest = highest.max(height);
                }
                board.outside[side as usize][index] = vec![Some(n)];
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            if number == 0 {
                broken.add("empty-cell", format!("{cell} has no number"), vec![cell]);
            } else if number as usize > size.columns {
                let message = format!("the number in {cell} is greater than {}", size.columns);
                broken.add("number-out-of-range", message, vec![cell]);
            }
        }
        given_numbers(board, solution, broken);
        for (name, cells) in lines(size) {
            different_numbers(solution, &cells, &name, "repeated-number", broken);
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(number)] = clue[..] else { continue };
            let line = side.line(size, index);
            let mut highest = 0;
            let mut visible: Vec<Cell> = Vec::new();
            for &cell in &line {
                if solution.cells[cell] > highest {
                    highest = solution.cells[cell];
                    visible.push(cell);
                }
            }
            if visible.len() != number as usize {
                let message = format!(
                    "{} buildings of {} are visible from {}, not {number}",
                    visible.len(),
                    side.line_name(index),
                    side.key()
                );
                broken.add("visible-buildings", message, line);
            }
        }
    }
}
