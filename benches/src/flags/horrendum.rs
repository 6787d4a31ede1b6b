//! Horrendum and other grids whose houses have as many cells as there are digits.

use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::{Cell, GridPuzzle, Solution};

use super::{add_flags, exactly_one, selected_index, to_u8};

/// The flags of each cell, row by row.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    fields: Vec<Vec<VarId>>,
}

impl SolutionDecoder {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        Solution::of::<GridPuzzle>(
            self.fields.iter().map(|field| to_u8(selected_index(field, values) + 1)).collect(),
        )
    }
}

pub(super) fn model(puzzle: &GridPuzzle) -> Option<(Model, SolutionDecoder)> {
    let n = puzzle.n();
    let houses = puzzle.grid.layout.houses();
    if !puzzle.rules.is_empty() || houses.iter().any(|house| house.cells.len() != n) {
        return None;
    }
    let mut model = Model::new();
    let cells = || (0..n).flat_map(|row| (0..n).map(move |column| Cell::new(row, column)));
    let fields: Vec<Vec<VarId>> = cells()
        .map(|cell| add_flags(&mut model, 1..=n, |digit| format!("{cell} is {digit}")))
        .collect();
    for cell in cells() {
        if let Some(digit) = puzzle.given(cell) {
            let flag = fields[cell.index(n)][usize::from(digit) - 1];
            model.require(format!("given {digit} at {cell}"), flag.eq(1));
        }
    }
    for (cell, field) in cells().zip(&fields) {
        model.require(format!("one digit at {cell}"), exactly_one(field));
    }
    for house in houses {
        for digit in 1..=n {
            model.require(
                house.name.as_str(),
                exactly_one(house.cells.iter().map(|&cell| fields[cell][digit - 1])),
            );
        }
    }
    Some((model, SolutionDecoder { fields }))
}
