//! Numbers are the sizes of their blocks.

use super::blocks::validate_blocks;
use super::cells::has_numbers;
use super::{CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::check::blocks;
use crate::pencil_board::{Board, Clue, Form, Solved};

parameter::rule! {
    /// Each number is how many cells its block has. `?` says nothing.
    "sizes" = pub struct Sizes {}
}

impl CatalogueRule for Sizes {
    const BROKEN: &'static str = "a number is not how many cells its block has";

    fn sentence(&self) -> String {
        "A number is how many cells its block has.".to_owned()
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_blocks(form)?;
        match has_numbers(form) {
            true => Ok(()),
            false => Err("there are no numbers on boards of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for block in blocks(board, solution) {
            for &cell in &block {
                let Some(number) = board.cells[cell].number() else { continue };
                if number as usize != block.len() && !broken.is_full() {
                    let n = block.len();
                    let message = format!("the {number} at {cell} has a block of {n} cells");
                    broken.add("sizes", message, block.clone());
                }
            }
        }
    }

    fn write_clues(&self, board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            for &cell in
                block.iter().filter(|&&cell| board.cells[cell] == Clue::Empty).collect::<Vec<_>>()
            {
                board.cells[cell] = Clue::count(block.len());
            }
        }
    }
}
