//! Depth-first search with a stack of pending grids instead of recursion, so that it can pause
//! anywhere.

use super::branch::split;
use super::machine::{Machine, candidates_of_character, load_cells, store_cells};
use super::rules::{Verdict, propagate};
use super::{Grid, InvalidCharacter};
use crate::engine::Step;

/// A search with the instructions of one machine.
#[derive(Clone, Debug)]
pub(super) struct SearchStack<M: Machine> {
    machine: M,
    /// Unvisited grids, from the one nearest to the root to the next one. At most 82, because every
    /// guess below a pending branch decides a cell.
    pending: Vec<Grid<M>>,
    /// The last solution.
    solution: Option<Grid<M>>,
    guesses: u64,
}

impl<M: Machine> SearchStack<M> {
    pub(super) fn new(machine: M) -> Self {
        Self { machine, pending: Vec::with_capacity(82), solution: None, guesses: 0 }
    }

    /// Discards the current search and starts with these candidates, row by row.
    pub(super) fn start(&mut self, cells: &[u16; 81]) {
        self.pending.clear();
        self.pending.push(load_cells(self.machine, cells));
        self.solution = None;
    }

    /// Calls [`Self::advance`] compiled with the machine's instructions.
    pub(super) fn dispatch_advance(&mut self, nodes: u64) -> Step {
        M::advance(self, nodes)
    }

    /// Calls [`Self::solve_line`] compiled with the machine's instructions.
    pub(super) fn dispatch_solve_line(
        &mut self,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        M::solve_line(self, text, limit, solution)
    }

    /// Continues until the next solution, the end, or about `nodes` further guesses (at least one).
    #[inline(always)]
    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        let end = self.guesses.saturating_add(nodes.max(1));
        match self.pending.pop() {
            Some(grid) => self.descend(grid, end),
            None => Step::Exhausted,
        }
    }

    /// Searches below `grid`, then below the pending grids.
    #[inline(always)]
    fn descend(&mut self, mut grid: Grid<M>, end: u64) -> Step {
        loop {
            match propagate(self.machine, &mut grid) {
                Verdict::Open => {
                    if self.guesses >= end {
                        self.pending.push(grid);
                        return Step::Paused;
                    }
                    self.guesses += 1;
                    let first = split(self.machine, &mut grid);
                    self.pending.push(grid);
                    grid = first;
                }
                Verdict::Solved => {
                    self.solution = Some(grid);
                    return Step::Solution;
                }
                Verdict::Contradiction => match self.pending.pop() {
                    Some(next) => grid = next,
                    None => return Step::Exhausted,
                },
            }
        }
    }

    /// Counts the solutions of a puzzle up to `limit` and writes the first one.
    #[inline(always)]
    pub(super) fn solve_line(
        &mut self,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        let Some(grid) = self.machine.read(text) else {
            return Err(first_invalid_character(text));
        };
        self.pending.clear();
        self.solution = None;
        let mut found = 0;
        let mut next = Some(grid);
        while found < limit
            && let Some(grid) = next
            && self.descend(grid, u64::MAX) == Step::Solution
        {
            if found == 0
                && let Some(grid) = &self.solution
            {
                self.machine.write(grid, solution);
            }
            found += 1;
            next = self.pending.pop();
        }
        Ok(found)
    }

    /// Returns the candidates of the last solution.
    pub(super) fn solution(&self) -> [u16; 81] {
        let grid = self.solution.as_ref().expect("the search is at a solution");
        store_cells(self.machine, grid)
    }

    /// Removes and returns the pending grid nearest to the root.
    pub(super) fn donate(&mut self) -> Option<[u16; 81]> {
        let grid = (!self.pending.is_empty()).then(|| self.pending.remove(0))?;
        Some(store_cells(self.machine, &grid))
    }

    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }
}

#[cold]
fn first_invalid_character(text: &[u8; 81]) -> InvalidCharacter {
    let bad = |&character: &u8| candidates_of_character(character) == 0;
    InvalidCharacter {
        position: text.iter().position(bad).expect("the text has an invalid character"),
    }
}
