//! The model of Sudoku and its variants: one integer per cell, all-different houses, sums of cages.

use gordian_model::{Assignment, Model, VarId, all_different, sum};
use gordian_puzzles::grid::Rule;
use gordian_puzzles::{Cell, Grid, Solution};

use super::{cell_name, to_i64, to_u8};

/// The variables of the cells, row by row.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    cells: Vec<VarId>,
}

impl SolutionDecoder {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        Solution::Grid(self.cells.iter().map(|&cell| to_u8(values[cell])).collect())
    }
}

pub(super) fn model(grid: &Grid) -> (Model, SolutionDecoder) {
    let mut model = Model::new();
    let n = grid.n;
    let all = || (0..n).flat_map(|row| (0..n).map(move |column| Cell::new(row, column)));
    let cells: Vec<VarId> = all().map(|cell| model.int(cell_name(cell), 1..=to_i64(n))).collect();
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
                let total = sum(cage.cells.iter().map(at)).eq(to_i64(cage.sum));
                model.require(format!("sum {} of {}", cage.sum, cage.name), total);
            }
        }
    }
    (model, SolutionDecoder { cells })
}
