//! The model of Slitherlink: the lines along the edges of cells.

use std::sync::Arc;

use gordian_model::{Graph, single_cycle, sum};
use gordian_puzzles::board::{Direction, Edge};
use gordian_puzzles::kinds::pencil::slither::Slither;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Slither {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let lines = sketch.outline();
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let around = Direction::ALL.map(|side| &lines[Edge::of(cell, side)]);
            let name = format!("the {number} at {cell} has {number} lines around it");
            sketch.require(name, sum(around).eq(i64::from(number)));
        }
        let number = |n: usize| u32::try_from(n).expect("boards are small");
        let ends = size.edges().map(|edge| {
            edge.ends().map(|vertex| number(vertex.row * (size.columns + 1) + vertex.column))
        });
        let n_vertices = number((size.rows + 1) * (size.columns + 1));
        let graph = Graph::new(n_vertices, ends).expect("edges have different ends");
        let exprs = size.edges().map(|edge| &lines[edge]);
        sketch.require("there is one loop", single_cycle(&Arc::new(graph), exprs));
    }
}
