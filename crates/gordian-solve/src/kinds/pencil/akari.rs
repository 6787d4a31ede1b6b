//! The model of Akari: whether each white cell has a light.

use gordian_model::{Expr, any_of, sum};
use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::pencil::akari::Akari;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, runs};

impl PencilModel for Akari {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let is_white = |cell| !board.cells[cell].is_clue();
        let lights = sketch.cell_flags("has a light", is_white);
        // Whether the part of a row or column between black cells that contains the cell has a
        // light.
        let mut has_light: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
        for run in runs(size, is_white) {
            let in_run = run.cells.iter().map(|&cell| &lights[cell]);
            let name = format!(
                "at most one light in the part of the {} from {}",
                run.line(),
                run.cells[0]
            );
            sketch.require(name, sum(in_run.clone()).le(1));
            let any = any_of(in_run);
            for &cell in &run.cells {
                has_light[cell].push(any.clone());
            }
        }
        for cell in size.cells() {
            if is_white(cell) {
                sketch.require(format!("{cell} is lit"), any_of(&has_light[cell]));
            } else if let Some(number) = board.cells[cell].number() {
                let beside = sum(size.neighbours(cell).map(|it| &lights[it]));
                let name = format!("the {number} at {cell} has {number} lights beside it");
                sketch.require(name, beside.eq(i64::from(number)));
            }
        }
    }
}
