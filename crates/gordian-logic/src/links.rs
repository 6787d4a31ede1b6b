//! The links between candidates, as a graph that chains walk on.
//!
//! A *spot* says "one of these cells holds the digit". It is one candidate; or in grouped chains the
//! candidates of a digit where two houses cross; or those of a digit in an almost locked set. Each
//! spot can be on (true) or off (false), and the graph has an edge from one such *state* to every
//! other that follows from it at once:
//!
//! - a *weak* link, on → off: a spot of the same digit whose cells all see all cells of the first,
//!   another candidate of the same cell;
//! - a *strong* link, off → on: the other candidate of a cell with two, the rest of a house's places
//!   for the digit if it is a spot, another digit of the same almost locked set, what is left of a
//!   cell of which an almost locked set takes all but one candidate.
//!
//! ```text
//! row 1:   {3 5}  .  .  {3 8}  .  .  .        3 of column 1 on → 3 of column 4 off → 8 of column 4 on
//! ```
//!
//! Both kinds hold in both directions, so each path also holds backwards with all states reversed.
//! A chain is a path that alternates, and every path does.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::als::Als;
use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::reach::Reach;

/// What is a spot besides single candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    /// Nothing.
    Plain,
    /// The candidates of a digit where two houses cross.
    Groups,
    /// These and the candidates of a digit in an almost locked set.
    Sets,
}

/// "One of these cells holds the digit."
#[derive(Clone, Debug)]
pub(crate) struct Spot<const W: usize> {
    pub(crate) digit: u8,
    pub(crate) cells: Cells<W>,
    /// The cells that see all of these.
    pub(crate) seen: Cells<W>,
}

/// A spot that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State(u32);

impl State {
    #[inline]
    pub(crate) fn on(spot: usize) -> Self {
        Self::new(2 * spot)
    }

    #[inline]
    pub(crate) fn off(spot: usize) -> Self {
        Self::new(2 * spot + 1)
    }

    /// Returns the state with a number: twice that of the spot, one more if it is off.
    #[inline]
    pub(crate) fn new(number: usize) -> Self {
        Self(u32::try_from(number).expect("fewer spots than cells times digits, with few sets"))
    }

    #[inline]
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn spot(self) -> usize {
        self.number() / 2
    }

    /// Returns the state of the same spot that contradicts it.
    #[inline]
    pub(crate) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// What follows at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: State,
    /// The number of the almost locked set that a strong link leads through, or [`Edge::DIRECT`].
    pub(crate) through: u32,
}

impl Edge {
    /// Of a link that leads through no set.
    pub(crate) const DIRECT: u32 = u32::MAX;
}

/// The spots of a position and what follows from what.
#[derive(Debug)]
pub(crate) struct LinkGraph<const W: usize> {
    /// Candidates by cell and digit, then groups, then those of sets.
    pub(crate) spots: Vec<Spot<W>>,
    pub(crate) n_candidates: usize,
    /// How many of the spots are candidates or groups.
    pub(crate) n_plain: usize,
    /// The edges of state `s` are those from `first[s]` to `first[s + 1]`.
    first: Vec<usize>,
    edges: Vec<Edge>,
    reach: OnceCell<Reach>,
}

impl<const W: usize> LinkGraph<W> {
    /// Returns the graph of a position; `sets` are used if the detail says so.
    ///
    /// *Cost*: some microseconds for candidates alone, some hundred with sets.
    pub(crate) fn new(board: &Board<W>, detail: Detail, sets: &[Als<W>]) -> Self {
        let mut build = Build::new(board);
        let n_candidates = build.spots.len();
        if detail >= Detail::Groups {
            build.add_groups();
        }
        let n_plain = build.spots.len();
        let mut through = Vec::new();
        if detail == Detail::Sets {
            through = build.add_sets(sets);
        }
        build.link_candidates();
        build.link_houses(n_candidates, n_plain);
        build.link_others(n_candidates);
        build.edges.extend(through);
        let (first, edges) = build.sorted();
        let reach = OnceCell::new();
        Self { spots: build.spots, n_candidates, n_plain, first, edges, reach }
    }

    #[inline]
    pub(crate) fn n_states(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns what follows at once from a state.
    #[inline]
    pub(crate) fn edges(&self, state: State) -> &[Edge] {
        &self.edges[self.first[state.number()]..self.first[state.number() + 1]]
    }

    /// Returns what follows from what over any number of links.
    pub(crate) fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Reach::new(self))
    }

    /// Returns the cell of a spot that is a candidate.
    #[inline]
    pub(crate) fn cell(&self, candidate: usize) -> usize {
        self.spots[candidate].cells.first().expect("a candidate has a cell")
    }
}

/// A graph being built.
struct Build<'a, const W: usize> {
    board: &'a Board<W>,
    spots: Vec<Spot<W>>,
    /// For each digit (from 0) its spots.
    of_digit: Vec<Vec<usize>>,
    /// Where the candidates of each cell begin.
    of_cell: Vec<usize>,
    edges: Vec<(State, Edge)>,
}

impl<'a, const W: usize> Build<'a, W> {
    /// Begins with the candidates.
    fn new(board: &'a Board<W>) -> Self {
        let topology = &board.topology;
        let mut build = Self {
            board,
            spots: Vec::with_capacity(256),
            of_digit: vec![Vec::new(); topology.n],
            of_cell: vec![0; topology.n_cells],
            // About what a hard position of the usual grid has.
            edges: Vec::with_capacity(1 << 12),
        };
        for cell in board.open().each() {
            build.of_cell[cell] = build.spots.len();
            for digit in digits(board.mask(cell)) {
                build.add(digit, Cells::one(cell), topology.peers[cell]);
            }
        }
        build
    }

    fn add(&mut self, digit: u8, cells: Cells<W>, seen: Cells<W>) -> usize {
        let number = self.spots.len();
        self.of_digit[usize::from(digit) - 1].push(number);
        self.spots.push(Spot { digit, cells, seen });
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
            let n_before = self.spots.len();
            for &crossing in &topology.crossings {
                let cells = places & crossing;
                let is_new = self.spots[n_before..].iter().all(|spot| spot.cells != cells);
                if cells.len() > 1 && is_new {
                    self.add(digit, cells, topology.seen_by_all(cells));
                }
            }
        }
    }

    /// Adds the spots of sets and returns the links through them.
    fn add_sets(&mut self, sets: &[Als<W>]) -> Vec<(State, Edge)> {
        let mut known: FxHashMap<(u8, Cells<W>), usize> = FxHashMap::default();
        for (number, spot) in self.spots.iter().enumerate() {
            known.insert((spot.digit, spot.cells), number);
        }
        let mut links = Vec::new();
        for (number, set) in sets.iter().enumerate().filter(|(_, set)| set.parts.len() > 2) {
            let mut spots = Vec::with_capacity(set.parts.len());
            for part in &set.parts {
                if self.board.places(part.digit).meets(&part.seen) {
                    let key = (part.digit, part.places);
                    let spot = known
                        .entry(key)
                        .or_insert_with(|| self.add(part.digit, part.places, part.seen));
                    spots.push(*spot);
                }
            }
            let through = u32::try_from(number).expect("few sets");
            let mut link = |from: usize, to: usize| {
                links.push((State::off(from), Edge { to: State::on(to), through }));
            };
            for &from in &spots {
                spots.iter().filter(|&&to| to != from).for_each(|&to| link(from, to));
            }
            for &from in &spots {
                self.each_forced(set, self.spots[from].digit, |to| {
                    link(from, to);
                    link(to, from);
                });
            }
        }
        links
    }

    /// Goes through the candidates that are left alone in their cells if a set lacks a digit.
    fn each_forced(&self, set: &Als<W>, lacking: u8, mut take: impl FnMut(usize)) {
        let board = self.board;
        let locked = || set.parts.iter().filter(|part| part.digit != lacking);
        let losing = locked()
            .fold(Cells::EMPTY, |cells, part| cells | (board.places(part.digit) & part.seen));
        for cell in (losing - set.cells).each() {
            let mask = board.mask(cell);
            let gone = locked().filter(|part| part.seen.has(cell));
            let gone = gone.fold(0, |gone, part| gone | bit(part.digit));
            let left = mask & !gone;
            // A cell with two candidates has a strong link of its own.
            if mask.count_ones() > 2 && left.count_ones() == 1 {
                take(self.candidate(cell, lowest(left)));
            }
        }
    }

    /// Links candidates of a cell, and those of a digit that see each other.
    fn link_candidates(&mut self) {
        let topology = &self.board.topology;
        for cell in self.board.open().each() {
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
                for other in (self.board.places(digit) & topology.peers[cell]).each() {
                    let to = self.candidate(other, digit);
                    self.link(State::on(from), State::off(to), Edge::DIRECT);
                }
            }
        }
    }

    /// Links what is left of a house's places for a digit when a spot is off.
    fn link_houses(&mut self, n_candidates: usize, n_plain: usize) {
        let topology = &self.board.topology;
        for digit in self.board.digits() {
            let of_digit = &self.of_digit[usize::from(digit) - 1];
            let groups = of_digit.iter().copied();
            let groups: Vec<usize> =
                groups.filter(|spot| (n_candidates..n_plain).contains(spot)).collect();
            for house in topology.houses.iter().filter(|house| house.full) {
                let places = self.board.places(digit) & house.cells;
                if let Some((one, other)) = places.pair() {
                    let (one, other) = (self.candidate(one, digit), self.candidate(other, digit));
                    self.link_strongly(one, other);
                    continue;
                }
                for (number, &group) in groups.iter().enumerate() {
                    if !self.spots[group].cells.is_within(&places) {
                        continue;
                    }
                    let rest = places - self.spots[group].cells;
                    let other = match rest.only() {
                        Some(cell) => Some(self.candidate(cell, digit)),
                        None => groups[number + 1..]
                            .iter()
                            .copied()
                            .find(|&other| self.spots[other].cells == rest),
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

    /// Links spots of several cells with what they see.
    fn link_others(&mut self, n_candidates: usize) {
        for of_digit in std::mem::take(&mut self.of_digit) {
            for &spot in of_digit.iter().filter(|&&spot| spot >= n_candidates) {
                for &other in &of_digit {
                    if !self.spots[other].cells.is_within(&self.spots[spot].seen) {
                        continue;
                    }
                    self.link(State::on(spot), State::off(other), Edge::DIRECT);
                    if other < n_candidates {
                        self.link(State::on(other), State::off(spot), Edge::DIRECT);
                    }
                }
            }
        }
    }

    /// Returns the edges by the state they come from, those of a state in the order in which they
    /// were made, and where those of each state begin.
    fn sorted(&self) -> (Vec<usize>, Vec<Edge>) {
        let mut first = vec![0; 2 * self.spots.len() + 1];
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
