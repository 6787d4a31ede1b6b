//! Horrendum, and any grid whose houses all have a cell for every digit.

use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::{Cell, Grid, Solution};

use super::{byte, flags, one_of, set};

/// The flags of each cell, row by row.
#[derive(Debug)]
pub(super) struct Reading {
    fields: Vec<Vec<VarId>>,
}

impl Reading {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        Solution::Grid(self.fields.iter().map(|field| byte(set(field, values) + 1)).collect())
    }
}

pub(super) fn model(grid: &Grid) -> Option<(Model, Reading)> {
    let n = grid.n;
    let houses = grid.houses();
    if !grid.rules.is_empty() || houses.iter().any(|house| house.cells.len() != n) {
        return None;
    }
    let mut model = Model::new();
    let cells = || (0..n).flat_map(|row| (0..n).map(move |column| Cell::new(row, column)));
    let fields: Vec<Vec<VarId>> = cells()
        .map(|cell| flags(&mut model, 1..=n, |digit| format!("{cell} is {digit}")))
        .collect();
    for cell in cells() {
        if let Some(digit) = grid.given(cell) {
            let flag = fields[cell.index(n)][usize::from(digit) - 1];
            model.require(format!("given {digit} at {cell}"), flag.eq(1));
        }
    }
    for (cell, field) in cells().zip(&fields) {
        model.require(format!("one digit at {cell}"), one_of(field));
    }
    for house in houses {
        for digit in 1..=n {
            model.require(
                house.name.as_str(),
                one_of(house.cells.iter().map(|cell| fields[cell.index(n)][digit - 1])),
            );
        }
    }
    Some((model, Reading { fields }))
}
