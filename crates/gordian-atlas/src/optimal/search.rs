//! The search by iterative deepening.

use gordian_core::{Cancel, Limit};

use super::pattern_database::UNREACHED;

/// Nodes between two polls of the cancellation.
const POLL: u64 = 1 << 12;
/// The longest solution that is searched for: the search is recursive, and puzzles with few moves can need thousands.
const MAX_LENGTH: u16 = 500;

/// The states of a puzzle, in the form in which they are searched.
pub(super) trait States {
    type State: Clone;
    /// Memory of [`Self::estimate`].
    type Memory;

    fn n_moves(&self) -> usize;

    fn memory(&self) -> Self::Memory;

    /// Writes to `to` the state after a move.
    fn turn(&self, number: usize, from: &Self::State, to: &mut Self::State);

    /// Returns whether no restriction forbids the state.
    fn is_legal(&self, state: &Self::State) -> bool;

    fn is_solved(&self, state: &Self::State) -> bool;

    /// Returns a lower bound of the distance to the solved state; [`UNREACHED`] if no moves lead there.
    fn estimate(&self, state: &Self::State, memory: &mut Self::Memory) -> u8;
}

/// A search.
pub(super) struct Search<'s, S: States> {
    states: &'s S,
    /// For each move those that may follow it.
    next: &'s [Vec<usize>],
    /// The number of solutions that are wanted.
    n: usize,
    /// The number of nodes after which the search gives up.
    max_nodes: u64,
    cancel: &'s Cancel,
    memory: S::Memory,
    path: Vec<usize>,
    pub(super) found: Vec<Vec<usize>>,
    pub(super) n_nodes: u64,
    pub(super) limit: Option<Limit>,
}

impl<'s, S: States> Search<'s, S> {
    /// Returns a search for `n` solutions that gives up after a number of nodes.
    pub(super) fn new(
        states: &'s S,
        next: &'s [Vec<usize>],
        (n, max_nodes): (usize, u64),
        cancel: &'s Cancel,
    ) -> Self {
        let memory = states.memory();
        let (path, found) = (Vec::new(), Vec::new());
        Self { states, next, n, max_nodes, cancel, memory, path, found, n_nodes: 0, limit: None }
    }

    /// Searches from a state for longer and longer solutions. Returns the proved lower bound of the length; `None` if there is no
    /// solution.
    pub(super) fn run(&mut self, start: &S::State) -> Option<u16> {
        let mut bound = match self.states.estimate(start, &mut self.memory) {
            UNREACHED => return None,
            bound => u16::from(bound),
        };
        loop {
            if bound > MAX_LENGTH {
                self.limit = Some(Limit::Effort);
                return Some(bound);
            }
            let over = self.deepen(start, bound, None);
            if self.limit.is_some() || !self.found.is_empty() {
                return Some(bound);
            }
            // Without one, no way leads further: illegal states cut the others off.
            bound = over?;
        }
    }

    /// Searches for solutions of exactly `left` moves. Returns the least bound above it that a way on needs, if one does.
    fn deepen(&mut self, state: &S::State, left: u16, last: Option<usize>) -> Option<u16> {
        self.n_nodes += 1;
        if self.n_nodes.is_multiple_of(POLL) && self.limit.is_none() {
            self.limit = self.cancel.stopped();
        }
        if self.n_nodes > self.max_nodes && self.limit.is_none() {
            self.limit = Some(Limit::Effort);
        }
        if self.limit.is_some() {
            return None;
        }
        let depth = u16::try_from(self.path.len()).unwrap_or(u16::MAX);
        let states = self.states;
        if left == 0 {
            let is_solved = states.is_solved(state);
            if is_solved {
                self.found.push(self.path.clone());
            }
            return (!is_solved).then_some(depth + 1);
        }
        let mut over: Option<u16> = None;
        let all: Vec<usize>;
        let next: &[usize] = match last {
            Some(last) => &self.next[last],
            None => {
                all = (0..states.n_moves()).collect();
                &all
            }
        };
        let mut moved = state.clone();
        for &number in next {
            states.turn(number, state, &mut moved);
            if !states.is_legal(&moved) {
                continue;
            }
            let estimate = u16::from(states.estimate(&moved, &mut self.memory));
            if estimate > left - 1 {
                let needed = depth + 1 + estimate;
                over = Some(over.map_or(needed, |it| it.min(needed)));
                continue;
            }
            self.path.push(number);
            let below = self.deepen(&moved, left - 1, Some(number));
            self.path.pop();
            over = match (over, below) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            if self.found.len() >= self.n || self.limit.is_some() {
                break;
            }
        }
        over
    }
}
