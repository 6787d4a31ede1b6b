//! The model of Hitori: which cells are shaded.

use std::collections::BTreeMap;

use gordian_model::sum;
use gordian_puzzles::board::Cell;
use gordian_puzzles::kinds::pencil::hitori::Hitori;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, lines};

impl PencilModel for Hitori {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        for (name, line) in lines(board.size()) {
            let mut places: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
            for cell in line {
                if let Some(number) = board.cells[cell].number() {
                    places.entry(number).or_default().push(cell);
                }
            }
            for (number, cells) in places.into_iter().filter(|(_, cells)| cells.len() > 1) {
                let n_unshaded = sum(cells.into_iter().map(|cell| !&shaded[cell]));
                let name = format!("{name} has at most one unshaded {number}");
                sketch.require(name, n_unshaded.le(1));
            }
        }
    }
}
