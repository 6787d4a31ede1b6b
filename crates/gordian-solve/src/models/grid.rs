//! Sudoku and its relatives: an integer per cell, no digit twice in a house, sums of cages.

use gordian_model::{Assignment, Model, VarId, all_different, sum};
use gordian_puzzles::grid::Rule;
use gordian_puzzles::{Cell, Grid, Solution};

use super::{byte, name, small};

/// The variables of the cells, row by row.
#[derive(Debug)]
pub(super) struct Reading {
    cells: Vec<VarId>,
}

impl Reading {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        Solution::Grid(self.cells.iter().map(|&cell| byte(values[cell])).collect())
    }
}

pub(super) fn model(grid: &Grid) -> (Model, Reading) {
    let mut model = Model::new();
    let n = grid.n;
    let all = || (0..n).flat_map(|row| (0..n).map(move |column| Cell::new(row, column)));
    let cells: Vec<VarId> = all().map(|cell| model.int(name(cell), 1..=small(n))).collect();
    let at = |cell: &Cell| cells[cell.index(n)];
    for cell in all() {
        if let Some(digit) = grid.given(cell) {
            model.require(format!("given {digit} at {cell}"), at(&cell).eq(i64::from(digit)));
        }
    }
    for house in grid.houses() {
        model.require(house.name, all_different(house.cells.iter().map(at)));
    }
    for rule in &grid.rules {
        match rule {
            Rule::Cells(cage) => {
                let total = sum(cage.cells.iter().map(at)).eq(small(cage.sum));
                model.require(format!("sum {} of {}", cage.sum, cage.name), total);
            }
        }
    }
    (model, Reading { cells })
}
