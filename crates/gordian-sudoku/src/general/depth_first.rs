//! Depth-first search over any state space of a grid.

use gordian_grid::Candidates;

use crate::engine::{Search, Step};

/// A candidate: a digit in a cell, both numbered from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) cell: usize,
    pub(crate) digit: usize,
}

/// A state space of a grid, with a current state and propagation.
///
/// After `reset`, `assign` and `exclude` the current state is consistent as far as propagation can
/// tell, or they return false and the state must not be used before `reset` or `restore`.
///
/// `hard` tells whether dead ends are frequent: then more propagation and a costlier branching
/// heuristic pay off.
pub(crate) trait StateSpace: Send {
    /// A saved state.
    type Snapshot: Clone + Send;

    /// Starts with these candidates and propagates.
    fn reset(&mut self, start: &Candidates) -> bool;

    /// Returns whether every cell is decided, so that the state is a solution.
    fn is_solved(&self) -> bool;

    /// Returns the candidates of a cell: bit d for digit d, from 0.
    fn mask(&self, cell: usize) -> u64;

    /// Returns the candidate to branch on.
    fn choose(&self, hard: bool) -> Candidate;

    /// Places the digit in the cell and propagates.
    fn assign(&mut self, candidate: Candidate, hard: bool) -> bool;

    /// Eliminates the candidate and propagates.
    fn exclude(&mut self, candidate: Candidate, hard: bool) -> bool;

    /// Saves the current state; `depth` states are saved already.
    fn save(&mut self, depth: usize) -> Self::Snapshot;

    /// Restores a saved state.
    fn restore(&mut self, saved: Self::Snapshot);

    /// Returns the candidates of a saved state.
    fn candidates(&self, saved: &Self::Snapshot) -> Candidates;

    /// Writes the digits, from 1.
    fn solution(&self, digits: &mut [u8]);
}

/// The search. Pending nodes are the states on the path to the current one whose chosen candidate
/// has not been eliminated yet.
#[derive(Debug)]
pub(crate) struct DepthFirst<S: StateSpace> {
    space: S,
    pending: Vec<(S::Snapshot, Candidate)>,
    /// Whether the current state is to be searched; otherwise the last pending node is next.
    is_consistent: bool,
    guesses: u64,
    dead_ends: u64,
    solutions: u64,
}

impl<S: StateSpace> DepthFirst<S> {
    pub(crate) fn new(space: S) -> Self {
        Self {
            space,
            pending: Vec::new(),
            is_consistent: false,
            guesses: 0,
            dead_ends: 0,
            solutions: 0,
        }
    }

    /// Returns whether dead ends are frequent. Every search starts as a hard one: an easy search
    /// ends or finds solutions soon.
    fn is_hard(&self) -> bool {
        self.dead_ends >= self.solutions
    }

    fn set_consistent(&mut self, alive: bool) {
        self.is_consistent = alive;
        self.dead_ends += u64::from(!alive);
    }
}

impl<S: StateSpace> Search for DepthFirst<S> {
    fn start(&mut self, start: &Candidates) {
        self.pending.clear();
        (self.dead_ends, self.solutions) = (0, 0);
        self.is_consistent = self.space.reset(start);
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let end = self.guesses.saturating_add(nodes);
        loop {
            if !self.is_consistent {
                let Some((saved, candidate)) = self.pending.pop() else { return Step::Exhausted };
                self.space.restore(saved);
                let alive = self.space.exclude(candidate, self.is_hard());
                self.set_consistent(alive);
            } else if self.space.is_solved() {
                self.solutions += 1;
                self.is_consistent = false;
                return Step::Solution;
            } else if self.guesses >= end {
                return Step::Paused;
            } else {
                self.guesses += 1;
                let hard = self.is_hard();
                let candidate = self.space.choose(hard);
                let saved = self.space.save(self.pending.len());
                self.pending.push((saved, candidate));
                let alive = self.space.assign(candidate, hard);
                self.set_consistent(alive);
            }
        }
    }

    fn solution(&self, digits: &mut [u8]) {
        self.space.solution(digits);
    }

    fn donate(&mut self) -> Option<Candidates> {
        if self.pending.is_empty() {
            return None;
        }
        let (saved, candidate) = self.pending.remove(0);
        let mut candidates = self.space.candidates(&saved);
        candidates.masks_mut()[candidate.cell] &= !(1 << candidate.digit);
        Some(candidates)
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}
