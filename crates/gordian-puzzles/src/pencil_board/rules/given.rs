//! Numbers on the board are given ones.

use super::cells::has_numbers;
use super::different::validate_numbers;
use super::{CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Clue, Form, Solved};

parameter::rule! {
    /// The numbers on the board are those of the solution.
    "given" = pub struct Given {}
}

impl CatalogueRule for Given {
    const BROKEN: &'static str = "a cell does not hold the number that is given";

    fn sentence(&self) -> String {
        "Numbers on the board are given.".to_owned()
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_numbers(form)?;
        match has_numbers(form) {
            true => Ok(()),
            false => Err("there are no numbers on boards of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            if solution.cells[cell] != number {
                let message = format!("{cell} does not hold the given {number}");
                broken.add("given", message, vec![cell]);
            }
        }
    }

    fn write_clues(&self, board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            if board.cells[cell] == Clue::Empty && solution.is_marked(cell) {
                board.cells[cell] = Clue::Number(Some(solution.cells[cell]));
            }
        }
    }
}
