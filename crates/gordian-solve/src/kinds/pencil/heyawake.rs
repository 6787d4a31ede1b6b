//! The model of Heyawake: which cells are shaded.

use gordian_model::any_of;
use gordian_puzzles::board::{Cell, Edge};
use gordian_puzzles::kinds::pencil::heyawake::Heyawake;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, lines};

impl PencilModel for Heyawake {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        require_runs(board, sketch);
    }
}

/// Adds the shaded cells, and requires that no straight run of unshaded cells crosses two walls.
pub(super) fn require_runs(board: &Board, sketch: &mut Sketch<'_>) {
    let shaded = sketch.shade(|_| true);
    for (_, line) in lines(board.size()) {
        // The indices of the cells after a wall.
        let after_wall: Vec<usize> = (1..line.len())
            .filter(|&index| {
                let Cell { row, column } = line[index];
                let edge = if line[index - 1].row == row {
                    Edge::Vertical { row, column }
                } else {
                    Edge::Horizontal { row, column }
                };
                board.walls[edge]
            })
            .collect();
        for pair in after_wall.windows(2) {
            let run = &line[pair[0] - 1..=pair[1]];
            let name = format!(
                "a cell is shaded from {} to {}, between which there are two walls",
                run[0],
                run[run.len() - 1]
            );
            sketch.require(name, any_of(run.iter().map(|&cell| shaded[cell].clone())));
        }
    }
}
