//! The model of Sudoku and its variants: one integer per cell, all-different houses, sums of cages.

mod answer;

use gordian_core::Index as _;
use gordian_grid::Grid;
use gordian_model::{Assignment, Domain, Model, VarId, all_different, sum};
use gordian_puzzles::grid::Rule;
use gordian_puzzles::{Cell, GridPuzzle};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::SolveError;
use crate::answer::Answer;
use crate::kind::{KindModel, PartFacts, Parts, SearchContext, SolveKind, to_i64, to_u8};
use crate::model_budget::ModelBudget;
use crate::request::wants_search;

impl SolveKind for GridPuzzle {
    const HAS_PARTS: bool = true;
    // They are explained by the techniques of Sudoku.
    const HAS_STEPS: bool = false;

    fn model(&self, _: &ModelBudget) -> Option<KindModel<Vec<u8>>> {
        let (model, cells) = model(self);
        let n = self.n();
        let part = {
            let cells = cells.clone();
            // A cell that is not known has the digit 0, here and in the encoder.
            move |known: &dyn Fn(VarId) -> Option<i64>| {
                cells.iter().map(|&cell| known(cell).map_or(0, to_u8)).collect()
            }
        };
        let encoder = {
            let cells = cells.clone();
            move |part: &Vec<u8>| PartFacts {
                values: cells
                    .iter()
                    .zip(part)
                    .filter(|(_, digit)| **digit != 0)
                    .map(|(&cell, &digit)| (cell, i64::from(digit)))
                    .collect(),
                impossible: Vec::new(),
            }
        };
        let describe =
            move |var: VarId, value: i64| format!("{} is {value}", Cell::of_index(var.index(), n));
        let decoder =
            move |values: &Assignment| cells.iter().map(|&cell| to_u8(values[cell])).collect();
        let parts = Parts {
            decoder: Box::new(part),
            describe: Box::new(describe),
            words: FxHashMap::default(),
            definitions: FxHashSet::default(),
            encoder: Box::new(encoder),
        };
        Some(KindModel { parts: Some(parts), ..KindModel::new(model, decoder) })
    }

    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        if !wants_search(context.request) {
            return Ok(None);
        }
        let SearchContext { problem, request, cancel, progress, on_event } = context;
        let answer = answer::answer(problem, self, request, cancel, *progress, *on_event)?;
        answer.map(|answer| context.confirm(self, answer)).transpose()
    }

    fn n_values(&self) -> usize {
        self.grid.layout.n_cells()
    }
}

/// Returns the model, and the variables of the cells row by row.
fn model(puzzle: &GridPuzzle) -> (Model, Vec<VarId>) {
    let mut model = Model::new();
    let (n, grid) = (puzzle.n(), &puzzle.grid);
    let all = || (0..n).flat_map(|row| (0..n).map(move |column| Cell::new(row, column)));
    let cells: Vec<VarId> = all().map(|cell| model.int(cell.to_string(), 1..=to_i64(n))).collect();
    let at = |cell: &Cell| cells[cell.index(n)];
    for cell in all() {
        if let Some(digit) = puzzle.given(cell) {
            model.require(format!("given {digit} at {cell}"), at(&cell).eq(i64::from(digit)));
        }
    }
    for house in grid.layout.houses() {
        let different = all_different(house.cells.iter().map(|&cell| cells[cell]));
        model.require(house.name.as_str(), different);
    }
    for Rule::Cells(cage) in &puzzle.rules {
        if cage.distinct {
            model.require(cage.name.as_str(), all_different(cage.cells.iter().map(at)));
        }
    }
    for Rule::Cells(cage) in &puzzle.rules {
        let total = sum(cage.cells.iter().map(at)).eq(to_i64(cage.sum));
        model.require(format!("sum {} of {}", cage.sum, cage.name), total);
    }
    require_marks(&mut model, grid, &cells);
    (model, cells)
}

/// Requires that each cell holds one of its pencil marks.
fn require_marks(model: &mut Model, grid: &Grid, cells: &[VarId]) {
    let Some(marks) = &grid.marks else { return };
    let n = grid.layout.n();
    for (index, &var) in cells.iter().enumerate() {
        let mask = marks.mask(index);
        let excluded: Vec<i64> =
            (1..=to_i64(n)).filter(|digit| mask >> (digit - 1) & 1 == 0).collect();
        if let Ok(excluded) = Domain::from_values(excluded) {
            let name = format!("marks at {}", Cell::of_index(index, n));
            model.require(name, var.is_not_in(excluded));
        }
    }
}
