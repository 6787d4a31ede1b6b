//! The search for any grid: depth first, with naked and hidden singles.

use crate::engine::{Search, Step};
use crate::{Candidates, Layout};

/// A depth-first search on any grid.
#[derive(Debug)]
pub struct General {
    n: usize,
    all: u64,
    houses: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
    stack: Vec<Vec<u64>>,
    solution: Vec<u64>,
    guesses: u64,
}

impl General {
    /// Returns a search for grids of this layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut peers = vec![Vec::new(); layout.n_cells()];
        for house in layout.houses() {
            for &cell in &house.cells {
                peers[cell].extend(house.cells.iter().copied().filter(|&peer| peer != cell));
            }
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        Self {
            n: layout.n(),
            all: layout.all_digits(),
            houses: layout.houses().iter().map(|house| house.cells.clone()).collect(),
            peers,
            stack: Vec::new(),
            solution: Vec::new(),
            guesses: 0,
        }
    }

    /// Draws conclusions until nothing changes; false if there is no solution below.
    fn propagate(&self, masks: &mut [u64]) -> bool {
        let mut done = vec![false; masks.len()];
        loop {
            let mut changed = false;
            for cell in 0..masks.len() {
                if masks[cell] == 0 {
                    return false;
                }
                if !done[cell] && masks[cell].is_power_of_two() {
                    done[cell] = true;
                    changed = true;
                    for &peer in &self.peers[cell] {
                        masks[peer] &= !masks[cell];
                    }
                }
            }
            for house in self.houses.iter().filter(|house| house.len() >= self.n) {
                let (mut once, mut twice) = (0, 0);
                for &cell in house {
                    twice |= once & masks[cell];
                    once |= masks[cell];
                }
                if once != self.all || house.len() > self.n {
                    return false;
                }
                for &cell in house {
                    let single = masks[cell] & !twice;
                    if single != 0 && single != masks[cell] {
                        masks[cell] = single;
                        changed = true;
                    }
                }
            }
            if !changed {
                return true;
            }
        }
    }
}

impl Search for General {
    fn start(&mut self, start: &Candidates) {
        self.stack.clear();
        self.stack.push(start.masks().iter().map(|mask| mask & self.all).collect());
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let end = self.guesses + nodes;
        while let Some(mut masks) = self.stack.pop() {
            if self.propagate(&mut masks) {
                let open = (0..masks.len()).filter(|&cell| !masks[cell].is_power_of_two());
                let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
                    self.solution = masks;
                    return Step::Solution;
                };
                self.guesses += 1;
                let digit = masks[cell] & masks[cell].wrapping_neg();
                let mut other = masks.clone();
                other[cell] ^= digit;
                self.stack.push(other);
                masks[cell] = digit;
                self.stack.push(masks);
            }
            if self.guesses >= end && !self.stack.is_empty() {
                return Step::Paused;
            }
        }
        Step::Exhausted
    }

    fn solution(&self, digits: &mut [u8]) {
        for (digit, mask) in digits.iter_mut().zip(&self.solution) {
            *digit = u8::try_from(mask.trailing_zeros() + 1).expect("digits up to 64");
        }
    }

    fn donate(&mut self) -> Option<Candidates> {
        (self.stack.len() > 1).then(|| Candidates::from_masks(self.stack.remove(0)))
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}
