//! The model of Akari: whether each white cell has a light.

use gordian_model::{Assignment, Expr, Model, VarId, any_of, sum};
use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::akari::{Akari, AkariCell};

use super::runs::runs;
use crate::kind::{Decoder, SolveKind};

impl SolveKind for Akari {
    fn model(&self) -> Option<(Model, Decoder<CellMap<bool>>)> {
        let mut model = Model::new();
        let size = self.cells.size();
        let is_white = |cell| self.cells[cell] == AkariCell::White;
        let lights: CellMap<Option<VarId>> = CellMap::from_fn(size, |cell| {
            is_white(cell).then(|| model.boolean(format!("light at {cell}")))
        });
        // Whether the part of a row or column between black cells that contains the cell has a light.
        let mut has_light: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
        for run in runs(size, is_white) {
            let (line, start) = (run.line(), run.cells[0]);
            let vars: Vec<VarId> = run.cells.iter().filter_map(|&cell| lights[cell]).collect();
            let rule = format!("at most one light in the part of the {line} from {start}");
            model.require(rule, sum(vars.iter().copied()).le(1));
            let any = any_of(vars);
            for cell in run.cells {
                has_light[cell].push(any.clone());
            }
        }
        for (cell, content) in self.cells.iter() {
            match content {
                AkariCell::White => {
                    model.require(format!("{cell} is lit"), any_of(has_light[cell].clone()));
                }
                AkariCell::Black(Some(number)) => {
                    let beside = size.neighbours(cell).filter_map(|cell| lights[cell]);
                    let rule = format!("the {number} at {cell} has {number} lights beside it");
                    model.require(rule, sum(beside).eq(i64::from(*number)));
                }
                AkariCell::Black(None) => {}
            }
        }
        let decoder = move |values: &Assignment| {
            CellMap::from_fn(size, |cell| lights[cell].is_some_and(|light| values[light] == 1))
        };
        Some((model, Box::new(decoder)))
    }

    fn n_values(&self) -> usize {
        self.cells.size().n_cells()
    }
}

#[cfg(test)]
mod tests;
