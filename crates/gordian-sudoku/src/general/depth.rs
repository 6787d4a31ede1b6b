//! Depth-first search over any state space of a grid.

use crate::Candidates;
use crate::engine::{Search, Step};

/// A digit that is tried in a cell, both numbered from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) cell: usize,
    pub(crate) digit: usize,
}

/// The states of a grid, one of them at hand, and what follows from each.
///
/// After `begin`, `take` and `refuse` the state at hand is consistent as far as the space can see,
/// or they return false and it must not be used before `begin` or `restore`.
///
/// `hard` says whether dead ends abound: then it pays to conclude more and to choose with care.
pub(crate) trait Space: Send {
    /// A state to come back to.
    type Saved: Clone + Send;

    /// Goes to the state that follows from these candidates.
    fn begin(&mut self, start: &Candidates) -> bool;

    /// Returns whether every cell is decided, by which the state is a solution.
    fn is_solved(&self) -> bool;

    /// Returns the digits that a cell may hold, bit d for digit d from 0.
    fn mask(&self, cell: usize) -> u64;

    /// Returns a digit that is possible but not decided.
    fn choose(&self, hard: bool) -> Choice;

    /// Decides that the digit goes there.
    fn take(&mut self, choice: Choice, hard: bool) -> bool;

    /// Decides that it does not.
    fn refuse(&mut self, choice: Choice, hard: bool) -> bool;

    /// Keeps the state at hand; so many are kept already.
    fn save(&mut self, depth: usize) -> Self::Saved;

    /// Goes back to a state.
    fn restore(&mut self, saved: Self::Saved);

    /// Returns the candidates of a state that is kept.
    fn candidates(&self, saved: &Self::Saved) -> Candidates;

    /// Writes the digits, from 1.
    fn solution(&self, digits: &mut [u8]);
}

/// The search. Pending nodes are those of the path to the state at hand at which the digit that
/// was tried is still to be refused.
#[derive(Debug)]
pub(crate) struct DepthFirst<S: Space> {
    space: S,
    pending: Vec<(S::Saved, Choice)>,
    /// Whether the state at hand is to be searched; else the next one is the last pending.
    alive: bool,
    guesses: u64,
    dead_ends: u64,
    solutions: u64,
}

impl<S: Space> DepthFirst<S> {
    pub(crate) fn new(space: S) -> Self {
        Self { space, pending: Vec::new(), alive: false, guesses: 0, dead_ends: 0, solutions: 0 }
    }

    /// Returns whether dead ends abound. A search begins as a hard one: if it is not, it is over
    /// soon or has solutions soon.
    fn is_hard(&self) -> bool {
        self.dead_ends >= self.solutions
    }

    fn go_on(&mut self, alive: bool) {
        self.alive = alive;
        self.dead_ends += u64::from(!alive);
    }
}

impl<S: Space> Search for DepthFirst<S> {
    fn start(&mut self, start: &Candidates) {
        self.pending.clear();
        (self.dead_ends, self.solutions) = (0, 0);
        self.alive = self.space.begin(start);
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let end = self.guesses.saturating_add(nodes);
        loop {
            if !self.alive {
                let Some((saved, choice)) = self.pending.pop() else { return Step::Exhausted };
                self.space.restore(saved);
                let alive = self.space.refuse(choice, self.is_hard());
                self.go_on(alive);
            } else if self.space.is_solved() {
                self.solutions += 1;
                self.alive = false;
                return Step::Solution;
            } else if self.guesses >= end {
                return Step::Paused;
            } else {
                self.guesses += 1;
                let hard = self.is_hard();
                let choice = self.space.choose(hard);
                let saved = self.space.save(self.pending.len());
                self.pending.push((saved, choice));
                let alive = self.space.take(choice, hard);
                self.go_on(alive);
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
        let (saved, choice) = self.pending.remove(0);
        let mut candidates = self.space.candidates(&saved);
        candidates.masks_mut()[choice.cell] &= !(1 << choice.digit);
        Some(candidates)
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}
