//! The input states: nodes of a depth-first search.

use std::error::Error;

use gordian_grid::{Candidates, Layout};
use gordian_sudoku::tasks::balanced_holes;

use crate::sequential::{Houses, eliminate_by_sweeps};

/// The maximum number of nodes per grid.
const NODES_OF_A_GRID: usize = 50;

/// Returns the percentage of holes for grids with `n` rows: where grids are hard, or where they
/// need a search at all.
fn percent_of_holes(n: usize) -> usize {
    match n {
        0..=9 => 70,
        10..=16 => 58,
        17..=25 => 52,
        26..=36 => 48,
        37..=49 => 45,
        _ => 43,
    }
}

/// A candidate state.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) masks: Vec<u64>,
    /// The guessed cell that led here from the parent node, in which no further removal follows;
    /// `None` at a root.
    pub(crate) guess: Option<usize>,
}

/// Nodes of grids of one size.
#[derive(Debug)]
pub(crate) struct NodeSet {
    pub(crate) layout: Layout,
    pub(crate) houses: Houses,
    /// In search order.
    pub(crate) nodes: Vec<Node>,
    /// The number of grids.
    pub(crate) grids: u64,
    /// The total number of sweeps of nodes without a contradiction.
    pub(crate) sweeps: u64,
    /// The number of nodes with a contradiction.
    pub(crate) contradictions: usize,
}

impl NodeSet {
    /// Searches grids with holes in seed order, depth first and for all solutions, until `wanted`
    /// nodes are collected.
    pub(crate) fn new(height: usize, wanted: usize) -> Result<Self, Box<dyn Error>> {
        let layout = Layout::boxes(height, height)?;
        let houses = Houses::new(&layout);
        let holes = layout.n_cells() * percent_of_holes(layout.n()) / 100;
        let (nodes, grids, sweeps, contradictions) = (Vec::new(), 0, 0, 0);
        let mut all = Self { layout, houses, nodes, grids, sweeps, contradictions };
        while all.nodes.len() < wanted {
            let puzzle = balanced_holes(&all.layout, holes, all.grids)?.puzzle;
            all.grids += 1;
            let wanted = wanted.min(all.nodes.len() + NODES_OF_A_GRID);
            all.search(Candidates::of(&puzzle).masks().to_vec(), wanted);
        }
        Ok(all)
    }

    fn search(&mut self, root: Vec<u64>, wanted: usize) {
        let mut stack = vec![Node { masks: root, guess: None }];
        while self.nodes.len() < wanted
            && let Some(node) = stack.pop()
        {
            let mut masks = node.masks.clone();
            self.nodes.push(node);
            match eliminate_by_sweeps(&self.houses, &mut masks) {
                Ok(sweeps) => self.sweeps += u64::from(sweeps),
                Err(_) => {
                    self.contradictions += 1;
                    continue;
                }
            }
            let open = (0..masks.len()).filter(|&cell| !masks[cell].is_power_of_two());
            let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else { continue };
            let digit = masks[cell] & masks[cell].wrapping_neg();
            for mask in [masks[cell] ^ digit, digit] {
                let mut child = Node { masks: masks.clone(), guess: Some(cell) };
                child.masks[cell] = mask;
                stack.push(child);
            }
        }
    }

    /// Returns the mean number of sweeps of a node without a contradiction.
    pub(crate) fn mean_sweeps(&self) -> f64 {
        self.sweeps as f64 / (self.nodes.len() - self.contradictions) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_taken_from_a_depth_first_search() {
        let all = NodeSet::new(3, 120).expect("made");
        assert_eq!(all.nodes.len(), 120);
        assert!(all.grids >= 3 && all.contradictions < 120 && all.mean_sweeps() > 1.0);
        // The second node of a grid is a child of the first one.
        let [root, child, ..] = &all.nodes[..] else { panic!("120 nodes") };
        assert!(root.masks.iter().zip(&child.masks).all(|(root, child)| root & child == *child));
        assert_ne!(root.masks, child.masks);
        assert!(root.guess.is_none() && child.guess.is_some());
    }
}
