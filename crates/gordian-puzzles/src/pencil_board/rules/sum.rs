//! Numbers outside are sums.

use super::different::validate_numbers;
use super::{CatalogueRule, parameter};
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Side, Solved};

parameter::rule! {
    /// A number outside is the sum of its row or column.
    "sum" = pub struct Sum {}
}

impl CatalogueRule for Sum {
    const BROKEN: &'static str = "a row or column has another sum";

    fn sentence(&self) -> String {
        "A number outside is the sum of the numbers of its row or column.".to_owned()
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_numbers(form)?;
        match form.outside {
            Some(outside) if !outside.is_list && !outside.is_letter => Ok(()),
            _ => Err("there are no numbers outside in puzzles of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (side, index, clue) in board.outside_clues() {
            let [Some(number)] = clue[..] else { continue };
            let mut line = side.line(board.size(), index);
            line.retain(|&cell| board.is_cell(cell));
            let sum: u64 = line.iter().map(|&cell| u64::from(solution.cells[cell])).sum();
            if sum != u64::from(number) {
                let name = side.line_name(index);
                broken.add("sum", format!("the sum of {name} is {sum}, not {number}"), line);
            }
        }
    }

    fn write_clues(&self, board: &mut Board, solution: &Solved) {
        for side in [Side::Above, Side::Left] {
            for index in 0..side.n_lines(board.size()) {
                let line = side.line(board.size(), index);
                let cells = line.into_iter().filter(|&cell| board.is_cell(cell));
                let sum: u32 = cells.map(|cell| solution.cells[cell]).sum();
                board.outside[side as usize][index] = vec![Some(sum)];
            }
        }
    }
}
