//! The model of Kurodoko: which cells are shaded.

use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::pencil::kurodoko::Kurodoko;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Kurodoko {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        let unshaded = CellMap::from_fn(board.size(), |cell| !&shaded[cell]);
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                sketch.require_view(cell, number, &unshaded);
            }
        }
    }
}
