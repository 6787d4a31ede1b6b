//! Rules about blocks.

use gordian_model::all_of;
use gordian_puzzles::board::Edge;
use gordian_puzzles::rules::{Blocks, Cells, NoCrossing, Sizes, UnequalBlocks};

use super::super::sketch::Sketch;
use super::counts::require_bounds;
use super::{Context, RuleModel};

impl RuleModel for Blocks {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let sizes = sketch.block_sizes();
        for cell in context.board.playable_cells() {
            require_bounds(sketch, &sizes[cell], self.bounds(), None, |words, n| {
                format!("the block of {cell} has {words} {}", Cells::All.noun(n))
            });
        }
    }
}

impl RuleModel for NoCrossing {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let size = sketch.size();
        for vertex in size.vertices() {
            let edges = vertex.edges(size);
            let is_inside = |edge: Edge| match edge.cells(size) {
                [Some(a), Some(b)] => context.board.is_cell(a) && context.board.is_cell(b),
                _ => false,
            };
            if !edges.iter().all(|edge| edge.is_some_and(is_inside)) {
                continue;
            }
            let borders = edges.into_iter().flatten().map(|edge| sketch.edge_value(edge));
            let meet = all_of(borders);
            let name = format!("borders do not cross at {}", vertex.name(size));
            sketch.require(name, !meet);
        }
    }
}

impl RuleModel for Sizes {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let sizes = sketch.block_sizes();
        for (cell, clue) in context.board.clues() {
            if let Some(number) = clue.number() {
                let name = format!("the {number} at {cell} has a block of {number} cells");
                sketch.require(name, sizes[cell].eq(i64::from(number)));
            }
        }
    }
}

impl RuleModel for UnequalBlocks {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let size = sketch.size();
        let sizes = sketch.block_sizes();
        for edge in size.edges() {
            let [Some(a), Some(b)] = edge.cells(size) else { continue };
            if context.board.is_cell(a) && context.board.is_cell(b) {
                let border = sketch.edge_value(edge);
                let name = format!("{a} and {b} are in one block if their blocks have one size");
                sketch.require(name, border.implies(sizes[a].ne(&sizes[b])));
            }
        }
    }
}
