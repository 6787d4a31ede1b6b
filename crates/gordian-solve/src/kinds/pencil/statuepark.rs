//! The model of Statue Park: the placements of the pieces.

use gordian_puzzles::kinds::pencil::statuepark::{BLACK, Statuepark};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, adjacent};

impl PencilModel for Statuepark {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        sketch.require_pieces(&shaded, &adjacent(board.size()));
        for (cell, clue) in board.clues() {
            if *clue == Clue::Mark(BLACK) {
                sketch.require(format!("the black circle at {cell} is shaded"), &shaded[cell]);
            } else {
                sketch.require(format!("the white circle at {cell} is not shaded"), !&shaded[cell]);
            }
        }
    }
}
