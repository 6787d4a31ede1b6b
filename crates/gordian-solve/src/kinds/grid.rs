//! The model of Sudoku and its variants: one integer per cell, all-different houses, sums of cages.

use gordian_model::{Assignment, Model, VarId, all_different, sum};
use gordian_puzzles::grid::Rule;
use gordian_puzzles::{Cell, Grid};

use crate::answer::Answer;
use crate::kind::{Decoder, SearchContext, SolveKind, cell_name, to_i64, to_u8};
use crate::{SolveError, grid};

impl SolveKind for Grid {
    fn model(&self) -> Option<(Model, Decoder<Vec<u8>>)> {
        let (model, cells) = model(self);
        let decoder =
            move |values: &Assignment| cells.iter().map(|&cell| to_u8(values[cell])).collect();
        Some((model, Box::new(decoder)))
    }

    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        if !context.request.wants_search() {
            return Ok(None);
        }
        let SearchContext { problem, request, cancel, progress, on_solution } = context;
        grid::search(problem, self, request, cancel, *progress, on_solution)
    }

    fn n_values(&self) -> usize {
        self.n * self.n
    }
}

/// Returns the model, and the variables of the cells row by row.
fn model(grid: &Grid) -> (Model, Vec<VarId>) {
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
    (model, cells)
}
