//! What follows from what in a graph of links: whether at all, and by which shortest path.
//!
//! Whether one state follows from another over any number of links is found for all pairs at once:
//! states that follow from each other form a *component*, components have no cycle, and in the order
//! in which Tarjan's algorithm ends them each needs only the union of what its successors reach
//! (R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972).
//! That costs about as much as two or three searches from one state each, and nearly always its
//! answer is that there is no chain of the kind that is wanted. Only where there is one a search in
//! order of distance finds the shortest.

use crate::links::{Edge, LinkGraph, State};

/// What follows from what.
#[derive(Debug)]
pub(crate) struct Reach {
    /// The component of each state, in the order in which they ended: successors come first.
    component: Vec<u32>,
    /// Words for each component.
    words: usize,
    /// For each component the states of candidates and groups that follow from it.
    bits: Vec<u64>,
}

impl Reach {
    pub(crate) fn new<const W: usize>(graph: &LinkGraph<W>) -> Self {
        let mut tarjan = Tarjan::new(graph.n_states());
        for start in 0..graph.n_states() {
            if tarjan.index[start] == 0 {
                tarjan.visit(graph, State::new(start));
            }
        }
        let words = (2 * graph.n_plain).div_ceil(64);
        let mut bits = vec![0; words * tarjan.n_components as usize];
        // States in the order of their components: those of one component stand together.
        for &state in &tarjan.ended {
            let own = tarjan.component[state.number()] as usize;
            let (before, rest) = bits.split_at_mut(own * words);
            let own_bits = &mut rest[..words];
            if state.spot() < graph.n_plain {
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

    /// Returns the states of candidates and groups that follow from `from`, one bit a state; it is
    /// among them itself.
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

    /// Returns whether two states follow from each other.
    #[inline]
    pub(crate) fn are_equal(&self, one: State, other: State) -> bool {
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
    /// For each state when it was found, from 1; 0 for those not found yet.
    index: Vec<u32>,
    /// For each state the earliest one on the stack that is known to follow from it.
    low: Vec<u32>,
    component: Vec<u32>,
    n_components: u32,
    n_found: u32,
    /// States whose component has not ended.
    stack: Vec<State>,
    /// States in the order in which their components ended.
    ended: Vec<State>,
    /// The path of the search: a state and the number of its next edge.
    path: Vec<(State, usize)>,
}

/// The component of a state whose component has not ended.
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

    /// Ends the component whose first state is `root`.
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

/// When a search ends, unless it has been everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    /// States that are farther away are not looked for.
    pub(crate) max_links: u32,
    /// Nothing more is looked for when this was found.
    pub(crate) goal: Option<State>,
}

impl Until {
    /// Goes everywhere.
    pub(crate) const NEVER: Self = Self { max_links: u32::MAX, goal: None };
}

/// A search in order of distance, used again and again.
#[derive(Debug)]
pub(crate) struct Search {
    /// The search that found each state.
    found_by: Vec<u32>,
    searches: u32,
    /// How each state was found: from where, through what, after how many links.
    how: Vec<(State, u32, u32)>,
    queue: Vec<State>,
}

impl Search {
    pub(crate) fn new<const W: usize>(graph: &LinkGraph<W>) -> Self {
        let n = graph.n_states();
        Self {
            found_by: vec![0; n],
            searches: 0,
            how: vec![(State::new(0), Edge::DIRECT, 0); n],
            queue: Vec::with_capacity(n),
        }
    }

    /// Goes to the states that follow from `start` over links that `allow` allows, as far as
    /// `until` says.
    ///
    /// A path never comes to a spot that it has been to, except back to where it begins: what such a
    /// lasso says is true, but its loop says more. Only where a set ends that it leads through this
    /// is not asked, for two sets may have cells in common.
    pub(crate) fn run<const W: usize>(
        &mut self,
        graph: &LinkGraph<W>,
        start: State,
        until: Until,
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
            if distance > until.max_links {
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
                    if until.goal == Some(edge.to) {
                        return;
                    }
                }
            }
        }
    }

    /// Returns whether the path to a state contradicts another state behind its begin.
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

    /// Returns over how many links the last search reached a state.
    pub(crate) fn distance(&self, to: State) -> Option<u32> {
        (self.found_by[to.number()] == self.searches).then(|| self.how[to.number()].2)
    }

    /// Returns the states that the last search reached, the nearest first.
    pub(crate) fn reached(&self) -> &[State] {
        &self.queue
    }

    /// Returns the links from the start of the last search to a state it reached: from, to, through.
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
