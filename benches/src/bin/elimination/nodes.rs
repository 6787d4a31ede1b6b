//! The states that are eliminated from: nodes of a depth-first search.

use std::error::Error;

use gordian_sudoku::tasks::balanced_holes;
use gordian_sudoku::{Candidates, Layout};

use crate::sequential::{Houses, sweeps};

/// Nodes that are taken from one grid before the next grid.
const NODES_OF_A_GRID: usize = 50;

/// Percent of holes in a grid with so many rows: where grids are hard, or where they have a search
/// at all.
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

/// A state to eliminate from.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) masks: Vec<u64>,
    /// The cell of the guess that made it from its parent, in which nothing more follows; none at a
    /// root.
    pub(crate) guess: Option<usize>,
}

/// States of grids of one size.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) layout: Layout,
    pub(crate) houses: Houses,
    /// In the order of the search.
    pub(crate) nodes: Vec<Node>,
    /// Grids that they come from.
    pub(crate) grids: u64,
    /// Sweeps of all nodes without a contradiction.
    pub(crate) sweeps: u64,
    /// Nodes that are contradictions.
    pub(crate) impossible: usize,
}

impl Nodes {
    /// Searches grids with holes, seed after seed, depth first, for all solutions, until there are
    /// `wanted` nodes.
    pub(crate) fn new(height: usize, wanted: usize) -> Result<Self, Box<dyn Error>> {
        let layout = Layout::boxes(height, height)?;
        let houses = Houses::new(&layout);
        let holes = layout.n_cells() * percent_of_holes(layout.n()) / 100;
        let (nodes, grids, sweeps, impossible) = (Vec::new(), 0, 0, 0);
        let mut all = Self { layout, houses, nodes, grids, sweeps, impossible };
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
            match sweeps(&self.houses, &mut masks) {
                Ok(sweeps) => self.sweeps += u64::from(sweeps),
                Err(_) => {
                    self.impossible += 1;
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
        self.sweeps as f64 / (self.nodes.len() - self.impossible) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_from_searches() {
        let all = Nodes::new(3, 120).expect("made");
        assert_eq!(all.nodes.len(), 120);
        assert!(all.grids >= 3 && all.impossible < 120 && all.mean_sweeps() > 1.0);
        // The second node of a grid is a child of the first one.
        let [root, child, ..] = &all.nodes[..] else { panic!("120 nodes") };
        assert!(root.masks.iter().zip(&child.masks).all(|(root, child)| root & child == *child));
        assert_ne!(root.masks, child.masks);
        assert!(root.guess.is_none() && child.guess.is_some());
    }
}
