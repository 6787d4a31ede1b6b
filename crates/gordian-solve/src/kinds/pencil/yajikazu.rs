//! The model of Yajisan-Kazusan: which cells are shaded.

use gordian_model::sum;
use gordian_puzzles::kinds::pencil::yajikazu::Yajikazu;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Yajikazu {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        for (cell, clue) in board.clues() {
            let Clue::Arrow { direction: Some(direction), number: Some(number), .. } = *clue else {
                continue;
            };
            let ray = board.size().ray(cell, direction);
            let n = sum(ray.map(|it| shaded[it].clone())).eq(i64::from(number));
            let name = format!(
                "the {number} at {cell} is shaded, or has {number} shaded cells {direction}"
            );
            sketch.require(name, &shaded[cell] | n);
        }
    }
}
