//! The borders divide the board into blocks.

use std::collections::BTreeSet;

use super::count::{bounds_of, bounds_phrase, validate_bounds};
use super::{CatalogueRule, parameter};
use crate::board::{Cell, Direction, Edge};
use crate::pencil_board::check::Broken;
use crate::pencil_board::check::{blocks, group_numbers, square};
use crate::pencil_board::{Board, EdgeLayer, Form, Solved};

parameter::rule! {
    /// Each block has a number of cells.
    "blocks" = pub struct Blocks {
        /// The number of cells.
        "equals" = equals: Option<u32>,
        /// The smallest number.
        "at-least" = at_least: Option<u32>,
        /// The largest number.
        "at-most" = at_most: Option<u32>,
    }
}

parameter::rule! {
    /// Borders never cross: no corner of four cells is the end of four borders.
    "no-crossing" = pub struct NoCrossing {}
}

parameter::rule! {
    /// Blocks that share an edge have different numbers of cells.
    "unequal-blocks" = pub struct UnequalBlocks {}
}

/// Checks that solutions have blocks.
pub(super) fn validate_blocks(form: &Form) -> Result<(), String> {
    match form.edge_layer {
        Some(EdgeLayer::Borders) => Ok(()),
        _ => Err("there are no blocks in solutions of this form".to_owned()),
    }
}

impl Blocks {
    /// Returns the smallest and the largest number of cells; `None` for no limit.
    #[must_use]
    pub fn bounds(&self) -> (u32, Option<u32>) {
        bounds_of(self.equals, self.at_least, self.at_most)
    }
}

impl CatalogueRule for Blocks {
    const BROKEN: &'static str = "a block has another number of cells";

    fn sentence(&self) -> String {
        format!("Each block has {} cells.", bounds_phrase(self.bounds()))
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_bounds(self.equals, self.at_least, self.at_most)?;
        validate_blocks(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let (min, max) = self.bounds();
        for block in blocks(board, solution) {
            let n = block.len();
            if (n < min as usize || max.is_some_and(|max| n > max as usize)) && !broken.is_full() {
                let wanted = bounds_phrase((min, max));
                let message = format!("the block at {} has {n} cells, not {wanted}", block[0]);
                broken.add("blocks", message, block);
            }
        }
    }
}

impl CatalogueRule for NoCrossing {
    const BROKEN: &'static str = "two borders cross";

    fn sentence(&self) -> String {
        "Borders never cross.".to_owned()
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_blocks(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for vertex in size.vertices() {
            let edges = vertex.edges(size);
            // Beside a hole there is no border between two cells.
            let is_border = |edge: Edge| match edge.cells(size) {
                [Some(a), Some(b)] => {
                    board.is_cell(a) && board.is_cell(b) && solution.edges[edge] > 0
                }
                _ => false,
            };
            if edges.iter().all(|edge| edge.is_some_and(is_border)) {
                let first = Cell::new(vertex.row - 1, vertex.column - 1);
                let message = format!("borders cross at the lower right corner of {first}");
                broken.add("no-crossing", message, square(first));
            }
        }
    }
}

impl CatalogueRule for UnequalBlocks {
    const BROKEN: &'static str = "two blocks of the same size share an edge";

    fn sentence(&self) -> String {
        "Blocks that share an edge have different numbers of cells.".to_owned()
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        validate_blocks(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let blocks = blocks(board, solution);
        let numbers = group_numbers(size, &blocks);
        let mut reported = BTreeSet::new();
        for cell in size.cells() {
            for side in [Direction::Right, Direction::Down] {
                let Some(beside) = size.neighbour(cell, side) else { continue };
                let (Some(a), Some(b)) = (numbers[cell], numbers[beside]) else { continue };
                let is_equal = a != b && blocks[a].len() == blocks[b].len();
                if is_equal && reported.insert([a.min(b), a.max(b)]) && !broken.is_full() {
                    let n = blocks[a].len();
                    let message = format!(
                        "the blocks at {cell} and {beside} are adjacent, both of {n} cells"
                    );
                    broken.add("unequal-blocks", message, [&blocks[a][..], &blocks[b]].concat());
                }
            }
        }
    }
}
