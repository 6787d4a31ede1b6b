//! Easy as ABC: each row and column has every letter once, and clues show the first letter.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::check::{different_numbers, given_numbers, lines, require_square};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, OutsideForm, Rules, Section, Side,
    Solved,
};

/// Easy as ABC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Easyasabc;

impl Rules for Easyasabc {
    const NAME: &'static str = "easyasabc";
    const TITLE: &'static str = "Easy as ABC";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["easyasabc"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: 26, unknown: true }),
        outside: Some(OutsideForm { sides: &Side::ALL, is_list: false, min: 1, is_letter: true }),
        parameter: Some(("letters", 26)),
        link: &[Section::Parameter, Section::ExCell, Section::OptionalNumber16],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Write letters in some cells of the square board. `letters` is how many letters there are; in solutions and in cells, 1 is
A, 2 is B, and so on.

- Each row and each column has every letter once; its other cells are empty.
- A letter outside is the first letter of the row or column, seen from there. `?` has no meaning.
- Letters in cells are given; `?` in a cell is any letter.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("unknown-letter", "a cell has a letter that is not one of the puzzle"),
        ("given-number", "a given letter is changed"),
        ("empty-clue", "a cell with `?` is empty"),
        ("repeated-letter", "a row or column has a letter twice"),
        ("missing-letter", "a row or column does not have every letter"),
        ("first-letter", "a letter outside is not the first one seen from there"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        require_square(board)
    }

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        if size.rows != size.columns {
            return None;
        }
        let mut board = Board::new(size);
        board.parameter = u32::try_from((size.rows / 2 + 1).min(26)).ok();
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = if number > 0 { Clue::Number(Some(number)) } else { Clue::Empty };
        }
        for side in Side::ALL {
            for index in 0..side.n_lines(size) {
                let mut line = side.line(size, index).into_iter().map(|cell| solution.cells[cell]);
                let letter = line.find(|&letter| letter > 0);
                board.outside[side as usize][index] = letter.into_iter().map(Some).collect();
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let n_letters = board.parameter.unwrap_or(0);
        for (cell, &number) in solution.cells.iter() {
            if number > n_letters {
                let message = format!("{cell} does not have one of the {n_letters} letters");
                broken.add("unknown-letter", message, vec![cell]);
            }
            if board.cells[cell] == Clue::Number(None) && number == 0 {
                broken.add("empty-clue", format!("{cell} has `?` but is empty"), vec![cell]);
            }
        }
        given_numbers(board, solution, broken);
        for (name, cells) in lines(size) {
            different_numbers(solution, &cells, &name, "repeated-letter", broken);
            for letter in 1..=n_letters {
                if !cells.iter().any(|&cell| solution.cells[cell] == letter) {
                    let message = format!("{name} has no {}", letter_name(letter));
                    broken.add("missing-letter", message, cells.clone());
                }
            }
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(letter)] = clue[..] else { continue };
            let line = side.line(size, index);
            let first = line.iter().copied().find(|&cell| solution.cells[cell] != 0);
            if first.is_none_or(|cell| solution.cells[cell] != letter) {
                let message = format!(
                    "the first letter of {} from {} is not {}",
                    side.line_name(index),
                    side.key(),
                    letter_name(letter)
                );
                broken.add("first-letter", message, first.map_or(line, |cell| vec![cell]));
            }
        }
    }
}

/// Returns the letter with a number from 1 to 26.
fn letter_name(number: u32) -> char {
    char::from_u32(u32::from(b'A') + number - 1).unwrap_or('?')
}
