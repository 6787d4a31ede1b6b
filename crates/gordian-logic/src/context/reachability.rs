//! Reachability and shortest paths in the graph of links.
//!
//! Reachability is computed for all pairs of states at once: states that imply each other form a
//! strongly connected *component*, and in the order in which Tarjan's algorithm completes the
//! components, each needs only the union of its successors' rows (R. Tarjan, Depth-first search and
//! linear graph algorithms, SIAM Journal on Computing 1, 1972). This costs about as much as two or
//! three single-source searches, and in most cases it proves that there is no chain of the wanted
//! kind. Only if there is one, a breadth-first search finds the shortest.

use gordian_core::Cancel;

use super::links::{Edge, LinkGraph, State};

/// The number of states whose rows are computed between two polls of a cancellation; a few
/// milliseconds in the largest graphs.
const STATES_PER_POLL: usize = 256;

/// The reachability between states.
#[derive(Debug)]
pub(crate) struct Reachability {
    /// The component of each state, numbered in order of completion: successors come first.
    component: Vec<u32>,
    /// The number of words per component.
    words: usize,
    /// For each component, the reachable states of candidates and groups.
    bits: Vec<u64>,
}

impl Reachability {
    /// Computes the reachability; states are missing from it if it was cancelled.
    pub(crate) fn new<const W: usize>(graph: &LinkGraph<W>, cancel: &Cancel) -> Self {
        let mut tarjan = Tarjan::new(graph.n_states());
        for start in 0..graph.n_states() {
            if tarjan.index[start] == 0 {
                tarjan.visit(graph, State::new(start));
            }
        }
        let words = (2 * graph.n_without_sets).div_ceil(64);
        let mut bits = vec![0; words * tarjan.n_components as usize];
        // States in the order of their components: the states of a component are adjacent.
        for (number, &state) in tarjan.ended.iter().enumerate() {
            if number % STATES_PER_POLL == 0 && cancel.is_stopped() {
                break;
            }
            let own = tarjan.component[state.number()] as usize;
            let (before, rest) = bits.split_at_mut(own * words);
            let own_bits = &mut rest[..words];
            if state.node() < graph.n_without_sets {
                own_bits[state.number() / 64] |= 1 << (state.number() % 64);
            }
            for edge in graph.edges(state) {
                let other = tarjan.component[edge.to.number()] as usize;
                if other != own {
                    let other_bits = &before[other * words..(other + 1) * words];
                    for (own, other) in own_bits.iter_mut().zip(other_bits) {
                        *own |= other;
                    }
                }
            }
        }
        Self { component: tarjan.component, words, bits }
    }

    /// Returns the states of candidates and groups that follow from `from`, including itself, one
    /// bit per state.
    #[inline]
    pub(crate) fn row(&self, from: State) -> &[u64] {
        let begin = self.component(from) * self.words;
        &self.bits[begin..begin + self.words]
    }

    /// Returns the number of components.
    pub(crate) fn n_components(&self) -> usize {
        self.bits.len().checked_div(self.words).unwrap_or(0)
    }

    /// Returns the component of a state.
    #[inline]
    pub(crate) fn component(&self, state: State) -> usize {
        self.component[state.number()] as usize
    }

    /// Returns whether two states imply each other.
    #[inline]
    pub(crate) fn are_equivalent(&self, one: State, other: State) -> bool {
        self.component(one) == self.component(other)
    }

    /// Returns whether `to`, a state of a candidate or group, follows from `from`.
    #[inline]
    pub(crate) fn has(&self, from: State, to: State) -> bool {
        self.row(from)[to.number() / 64] >> (to.number() % 64) & 1 == 1
    }
}

/// Tarjan's search for components, without recursion.
struct Tarjan {
    /// The discovery index of each state, from 1; 0 for undiscovered states.
    index: Vec<u32>,
    /// For each state, the lowest discovery index on the stack that is known to be reachable.
    low: Vec<u32>,
    component: Vec<u32>,
    n_components: u32,
    n_found: u32,
    /// The states whose component is incomplete.
    stack: Vec<State>,
    /// The states in order of completion of their components.
    ended: Vec<State>,
    /// The path of the depth-first search: states with the index of the next edge.
    path: Vec<(State, usize)>,
}

/// Marks a state whose component is incomplete.
const OPEN: u32 = u32::MAX;

impl Tarjan {
    fn new(n: usize) -> Self {
        Self {
            index: vec![0; n],
            low: vec![0; n],
            component: vec![OPEN; n],
            n_components: 0,
            n_found: 0,
            stack: Vec::with_capacity(n),
            ended: Vec::with_capacity(n),
            path: Vec::new(),
        }
    }

    fn find(&mut self, state: State) {
        self.n_found += 1;
        self.index[state.number()] = self.n_found;
        self.low[state.number()] = self.n_found;
        self.stack.push(state);
        self.path.push((state, 0));
    }

    fn visit<const W: usize>(&mut self, graph: &LinkGraph<W>, start: State) {
        self.find(start);
        while let Some((state, next)) = self.path.last_mut() {
            let state = *state;
            if let Some(edge) = graph.edges(state).get(*next) {
                *next += 1;
                let to = edge.to.number();
                if self.index[to] == 0 {
                    self.find(edge.to);
                } else if self.component[to] == OPEN {
                    self.low[state.number()] = self.low[state.number()].min(self.index[to]);
                }
                continue;
            }
            self.path.pop();
            let low = self.low[state.number()];
            if let Some((parent, _)) = self.path.last() {
                let parent = parent.number();
                self.low[parent] = self.low[parent].min(low);
            }
            if low == self.index[state.number()] {
                self.end(state);
            }
        }
    }

    /// Completes the component whose first state is `root`.
    fn end(&mut self, root: State) {
        while let Some(state) = self.stack.pop() {
            self.component[state.number()] = self.n_components;
            self.ended.push(state);
            if state == root {
                break;
            }
        }
        self.n_components += 1;
    }
}

/// Limits of a path search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathLimits {
    /// The maximum length of a path.
    pub(crate) max_links: u32,
    /// The search ends when it reaches this state.
    pub(crate) goal: Option<State>,
}

impl PathLimits {
    /// Searches all reachable states.
    pub(crate) const NONE: Self = Self { max_links: u32::MAX, goal: None };
}

/// A reusable breadth-first search.
#[derive(Debug)]
pub(crate) struct PathSearch {
    /// The number of the last search that reached each state.
    found_by: Vec<u32>,
    searches: u32,
    /// For each reached state: the previous state, the set of the link, and the distance.
    how: Vec<(State, u32, u32)>,
    queue: Vec<State>,
}

impl PathSearch {
    pub(crate) fn new<const W: usize>(graph: &LinkGraph<W>) -> Self {
        let n = graph.n_states();
        Self {
            found_by: vec![0; n],
            searches: 0,
            how: vec![(State::new(0), Edge::DIRECT, 0); n],
            queue: Vec::with_capacity(n),
        }
    }

    /// Searches the states that follow from `start` over links that `allow` accepts, within
    /// `limits`.
    ///
    /// A path never visits a node twice, except to return to its start: such a lasso is valid, but
    /// its loop alone proves more. Links through sets are exempt, because two sets may overlap.
    pub(crate) fn run<const W: usize>(
        &mut self,
        graph: &LinkGraph<W>,
        start: State,
        limits: PathLimits,
        allow: impl Fn(State, State) -> bool,
    ) {
        self.searches += 1;
        self.queue.clear();
        self.queue.push(start);
        self.found_by[start.number()] = self.searches;
        self.how[start.number()] = (start, Edge::DIRECT, 0);
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let distance = self.how[state.number()].2 + 1;
            if distance > limits.max_links {
                return;
            }
            if state == start.opposite() {
                continue;
            }
            for edge in graph.edges(state) {
                let to = edge.to.number();
                let is_new = self.found_by[to] != self.searches && allow(state, edge.to);
                let through_set = edge.through != Edge::DIRECT;
                if is_new && (through_set || !self.contradicts(state, edge.to)) {
                    self.found_by[to] = self.searches;
                    self.how[to] = (state, edge.through, distance);
                    self.queue.push(edge.to);
                    if limits.goal == Some(edge.to) {
                        return;
                    }
                }
            }
        }
    }

    /// Returns whether the path to a state contains the opposite of another state, after its start.
    fn contradicts(&self, mut state: State, other: State) -> bool {
        if self.found_by[other.opposite().number()] != self.searches {
            return false;
        }
        loop {
            let (from, _, distance) = self.how[state.number()];
            if distance == 0 {
                return false;
            }
            if state == other.opposite() {
                return true;
            }
            state = from;
        }
    }

    /// Returns the number of links from the start of the last search to a state.
    pub(crate) fn distance(&self, to: State) -> Option<u32> {
        (self.found_by[to.number()] == self.searches).then(|| self.how[to.number()].2)
    }

    /// Returns the states that the last search reached, nearest first.
    pub(crate) fn reached(&self) -> &[State] {
        &self.queue
    }

    /// Returns the links from the start of the last search to a reached state: from, to, through.
    pub(crate) fn path(&self, to: State) -> Vec<(State, State, u32)> {
        let mut path = Vec::new();
        let mut state = to;
        while self.how[state.number()].2 > 0 {
            let (from, through, _) = self.how[state.number()];
            path.push((from, state, through));
            state = from;
        }
        path.reverse();
        path
    }
}
