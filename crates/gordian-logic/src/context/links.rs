//! The graph of strong and weak links, in which chains are paths.
//!
//! A *node* states "one of these cells contains the digit". It is a single candidate; in grouped
//! chains also the candidates of a digit in the intersection of two houses, or in an almost locked
//! set. A node is on (true) or off (false). The graph has an edge from each such *state* to every
//! state that follows from it directly:
//!
//! - a *weak* link, on → off: a node of the same digit whose cells all see all cells of the first,
//!   or another candidate of the same cell;
//! - a *strong* link, off → on: the other candidate of a bivalue cell, the remaining places of a
//!   house for the digit if they form a node, another digit of the same almost locked set, or the
//!   last candidate of a cell if an almost locked set eliminates all others.
//!
//! ```text
//! row 1:   {3 5}  .  .  {3 8}  .  .  .        3 of column 1 on → 3 of column 4 off → 8 of column 4 on
//! ```
//!
//! Both kinds are symmetric, so the reverse of a path with all states inverted is also a path.
//! Strong and weak links alternate on every path, as in a chain.

use std::cell::OnceCell;

use gordian_core::Cancel;
use rustc_hash::FxHashMap;

use super::Context;
use super::als::Als;
use super::reachability::Reachability;
use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;

/// The kinds of nodes in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NodeKinds {
    /// Single candidates.
    Candidates,
    /// Single candidates, and groups: the candidates of a digit in the intersection of two houses.
    Groups,
    /// These, and the candidates of a digit in an almost locked set.
    AlmostLockedSets,
}

/// The statement "one of these cells contains the digit".
#[derive(Clone, Debug)]
pub(crate) struct GraphNode<const W: usize> {
    pub(crate) digit: u8,
    pub(crate) cells: Cells<W>,
    /// The cells that see all of them.
    pub(crate) seen: Cells<W>,
}

/// A node with a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State(u32);

impl State {
    #[inline]
    pub(crate) fn on(node: usize) -> Self {
        Self::new(2 * node)
    }

    #[inline]
    pub(crate) fn off(node: usize) -> Self {
        Self::new(2 * node + 1)
    }

    /// Returns the state with a number: twice the number of the node, plus one if it is off.
    #[inline]
    pub(crate) fn new(number: usize) -> Self {
        Self(u32::try_from(number).expect("fewer nodes than cells times digits, with few sets"))
    }

    #[inline]
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn node(self) -> usize {
        self.number() / 2
    }

    /// Returns the opposite state of the same node.
    #[inline]
    pub(crate) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// A direct implication.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: State,
    /// The number of the almost locked set of a strong link, or [`Edge::DIRECT`].
    pub(crate) through: u32,
}

impl Edge {
    /// Marks a link that leads through no set.
    pub(crate) const DIRECT: u32 = u32::MAX;
}

/// The nodes of a position and the implications between their states.
#[derive(Debug)]
pub(crate) struct LinkGraph<const W: usize> {
    /// Candidates by cell and digit, then groups, then nodes of sets.
    pub(crate) nodes: Vec<GraphNode<W>>,
    pub(crate) n_candidates: usize,
    /// The number of nodes that are candidates or groups.
    pub(crate) n_without_sets: usize,
    /// The edges of state `s` are those from `first[s]` to `first[s + 1]`.
    first: Vec<usize>,
    edges: Vec<Edge>,
    cancel: Cancel,
    reachability: OnceCell<Reachability>,
}

/// The maximum number of candidates and groups. The reachability takes a bit for each pair of their
/// states, so that a graph of this size takes half a gigabyte.
const MAX_NODES: usize = 1 << 15;

impl<const W: usize> LinkGraph<W> {
    /// Builds the graph of a position; `sets` are used with [`NodeKinds::AlmostLockedSets`]. With
    /// more than [`MAX_NODES`] candidates and groups it is empty.
    ///
    /// *Cost*: a few microseconds for candidates alone, a few hundred with sets.
    pub(crate) fn new(context: &Context<'_, W>, kinds: NodeKinds, sets: &[Als<W>]) -> Self {
        let mut build = GraphBuilder::new(context);
        let n_candidates = build.nodes.len();
        if kinds >= NodeKinds::Groups {
            build.add_groups();
        }
        let n_without_sets = build.nodes.len();
        if n_without_sets > MAX_NODES {
            return Self::empty();
        }
        let mut through = Vec::new();
        if kinds == NodeKinds::AlmostLockedSets {
            through = build.add_sets(sets);
        }
        build.link_candidates();
        build.link_houses(n_candidates, n_without_sets);
        build.link_others(n_candidates);
        build.edges.extend(through);
        let (first, edges) = build.sorted();
        let reachability = OnceCell::new();
        let cancel = context.cancel().clone();
        let nodes = build.nodes;
        Self { nodes, n_candidates, n_without_sets, first, edges, cancel, reachability }
    }

    fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            n_candidates: 0,
            n_without_sets: 0,
            first: vec![0],
            edges: Vec::new(),
            cancel: Cancel::new(),
            reachability: OnceCell::new(),
        }
    }

    #[inline]
    pub(crate) fn n_states(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the direct implications of a state.
    #[inline]
    pub(crate) fn edges(&self, state: State) -> &[Edge] {
        &self.edges[self.first[state.number()]..self.first[state.number() + 1]]
    }

    /// Returns the reachability over any number of links.
    pub(crate) fn reachability(&self) -> &Reachability {
        self.reachability.get_or_init(|| Reachability::new(self, &self.cancel))
    }

    /// Returns the cell of a node that is a candidate.
    #[inline]
    pub(crate) fn cell(&self, candidate: usize) -> usize {
        self.nodes[candidate].cells.first().expect("a candidate has a cell")
    }
}

/// A graph under construction.
struct GraphBuilder<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    board: &'a Board<W>,
    nodes: Vec<GraphNode<W>>,
    /// The nodes of each digit (from 0).
    of_digit: Vec<Vec<usize>>,
    /// The first candidate of each cell.
    of_cell: Vec<usize>,
    edges: Vec<(State, Edge)>,
}

impl<'a, 'b, const W: usize> GraphBuilder<'a, 'b, W> {
    /// Starts with the candidates.
    fn new(context: &'a Context<'b, W>) -> Self {
        let board = context.board;
        let topology = &board.topology;
        let mut build = Self {
            context,
            board,
            nodes: Vec::with_capacity(256),
            of_digit: vec![Vec::new(); topology.n],
            of_cell: vec![0; topology.n_cells],
            // About the number of edges in a hard position of the classic grid.
            edges: Vec::with_capacity(1 << 12),
        };
        for cell in board.open().iter() {
            build.of_cell[cell] = build.nodes.len();
            for digit in digits(board.mask(cell)) {
                build.add(digit, Cells::one(cell), topology.peers[cell]);
            }
        }
        build
    }

    fn add(&mut self, digit: u8, cells: Cells<W>, seen: Cells<W>) -> usize {
        let number = self.nodes.len();
        self.of_digit[usize::from(digit) - 1].push(number);
        self.nodes.push(GraphNode { digit, cells, seen });
        number
    }

    /// Returns the number of a candidate.
    #[inline]
    fn candidate(&self, cell: usize, digit: u8) -> usize {
        let smaller = self.board.mask(cell) & (bit(digit) - 1);
        self.of_cell[cell] + smaller.count_ones() as usize
    }

    fn link(&mut self, from: State, to: State, through: u32) {
        self.edges.push((from, Edge { to, through }));
    }

    fn add_groups(&mut self) {
        let topology = &self.board.topology;
        for digit in self.board.digits() {
            let places = self.board.places(digit);
            let n_before = self.nodes.len();
            for &crossing in &topology.intersections {
                if self.context.is_stopped() {
                    return;
                }
                let cells = places & crossing;
                let is_new = self.nodes[n_before..].iter().all(|node| node.cells != cells);
                if cells.len() > 1 && is_new {
                    self.add(digit, cells, topology.seen_by_all(cells));
                }
            }
        }
    }

    /// Adds the nodes of sets and returns the links through them.
    fn add_sets(&mut self, sets: &[Als<W>]) -> Vec<(State, Edge)> {
        let mut known: FxHashMap<(u8, Cells<W>), usize> = FxHashMap::default();
        for (number, node) in self.nodes.iter().enumerate() {
            known.insert((node.digit, node.cells), number);
        }
        let mut links = Vec::new();
        for (number, set) in sets.iter().enumerate().filter(|(_, set)| set.by_digit.len() > 2) {
            if self.context.is_stopped() {
                return links;
            }
            let mut nodes = Vec::with_capacity(set.by_digit.len());
            for part in &set.by_digit {
                if self.board.places(part.digit).intersects(&part.seen) {
                    let key = (part.digit, part.places);
                    let node = known
                        .entry(key)
                        .or_insert_with(|| self.add(part.digit, part.places, part.seen));
                    nodes.push(*node);
                }
            }
            let through = u32::try_from(number).expect("few sets");
            let mut link = |from: usize, to: usize| {
                links.push((State::off(from), Edge { to: State::on(to), through }));
            };
            for &from in &nodes {
                nodes.iter().filter(|&&to| to != from).for_each(|&to| link(from, to));
            }
            for &from in &nodes {
                self.each_forced(set, self.nodes[from].digit, |to| {
                    link(from, to);
                    link(to, from);
                });
            }
        }
        links
    }

    /// Passes on each candidate that becomes the last of its cell if a set lacks a digit.
    fn each_forced(&self, set: &Als<W>, lacking: u8, mut take: impl FnMut(usize)) {
        let board = self.board;
        let locked = || set.by_digit.iter().filter(|part| part.digit != lacking);
        let losing = locked()
            .fold(Cells::EMPTY, |cells, part| cells | (board.places(part.digit) & part.seen));
        for cell in (losing - set.cells).iter() {
            let mask = board.mask(cell);
            let eliminated = locked().filter(|part| part.seen.has(cell));
            let eliminated = eliminated.fold(0, |eliminated, part| eliminated | bit(part.digit));
            let left = mask & !eliminated;
            // A bivalue cell has a strong link anyway.
            if mask.count_ones() > 2 && left.count_ones() == 1 {
                take(self.candidate(cell, lowest(left)));
            }
        }
    }

    /// Links the candidates of each cell, and candidates of a digit that see each other.
    fn link_candidates(&mut self) {
        let topology = &self.board.topology;
        for cell in self.board.open().iter() {
            if self.context.is_stopped() {
                return;
            }
            let mask = self.board.mask(cell);
            for digit in digits(mask) {
                let from = self.candidate(cell, digit);
                for other in digits(mask & !bit(digit)) {
                    let to = self.candidate(cell, other);
                    self.link(State::on(from), State::off(to), Edge::DIRECT);
                    if mask.count_ones() == 2 {
                        self.link(State::off(from), State::on(to), Edge::DIRECT);
                    }
                }
                for other in (self.board.places(digit) & topology.peers[cell]).iter() {
                    let to = self.candidate(other, digit);
                    self.link(State::on(from), State::off(to), Edge::DIRECT);
                }
            }
        }
    }

    /// Links each node with the remaining places of a house for its digit.
    fn link_houses(&mut self, n_candidates: usize, n_without_sets: usize) {
        let topology = &self.board.topology;
        for digit in self.board.digits() {
            let of_digit = &self.of_digit[usize::from(digit) - 1];
            let groups = of_digit.iter().copied();
            let groups: Vec<usize> =
                groups.filter(|node| (n_candidates..n_without_sets).contains(node)).collect();
            for house in topology.houses.iter().filter(|house| house.full) {
                if self.context.is_stopped() {
                    return;
                }
                let places = self.board.places(digit) & house.cells;
                if let Some((one, other)) = places.pair() {
                    let (one, other) = (self.candidate(one, digit), self.candidate(other, digit));
                    self.link_strongly(one, other);
                    continue;
                }
                for (number, &group) in groups.iter().enumerate() {
                    if !self.nodes[group].cells.is_subset_of(&places) {
                        continue;
                    }
                    let rest = places - self.nodes[group].cells;
                    let other = match rest.only() {
                        Some(cell) => Some(self.candidate(cell, digit)),
                        None => groups[number + 1..]
                            .iter()
                            .copied()
                            .find(|&other| self.nodes[other].cells == rest),
                    };
                    if let Some(other) = other {
                        self.link_strongly(group, other);
                    }
                }
            }
        }
    }

    fn link_strongly(&mut self, one: usize, other: usize) {
        self.link(State::off(one), State::on(other), Edge::DIRECT);
        self.link(State::off(other), State::on(one), Edge::DIRECT);
    }

    /// Links nodes of several cells with the nodes that they see.
    fn link_others(&mut self, n_candidates: usize) {
        for of_digit in std::mem::take(&mut self.of_digit) {
            for &node in of_digit.iter().filter(|&&node| node >= n_candidates) {
                if self.context.is_stopped() {
                    return;
                }
                for &other in &of_digit {
                    if !self.nodes[other].cells.is_subset_of(&self.nodes[node].seen) {
                        continue;
                    }
                    self.link(State::on(node), State::off(other), Edge::DIRECT);
                    if other < n_candidates {
                        self.link(State::on(other), State::off(node), Edge::DIRECT);
                    }
                }
            }
        }
    }

    /// Returns the index of the first edge of each state, and the edges sorted by their origin in
    /// order of creation.
    fn sorted(&self) -> (Vec<usize>, Vec<Edge>) {
        let mut first = vec![0; 2 * self.nodes.len() + 1];
        for (from, _) in &self.edges {
            first[from.number() + 1] += 1;
        }
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        let mut next = first.clone();
        let mut edges = vec![Edge { to: State(0), through: Edge::DIRECT }; self.edges.len()];
        for &(from, edge) in &self.edges {
            edges[next[from.number()]] = edge;
            next[from.number()] += 1;
        }
        (first, edges)
    }
}
