//! What follows from an assumption.
//!
//! A *run* assumes one candidate on or off and follows links, those of on-candidates first, first
//! come first served. In *dynamic* runs what is off counts as gone, so that links appear that were
//! not there before; each candidate remembers all on which it rests, its *parents*. A run ends with
//! a *clash*, a candidate both on and off, or when nothing follows any more.

use super::chain::{Cause, KEYS, Key, candidate, is_on, narrow, off, on};
use super::grid::{GRID, Grid, bits};

/// No chain inside.
pub(super) const PLAIN: u32 = u32::MAX;

/// A candidate of a run.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) key: u16,
    pub(super) cause: Cause,
    n_parents: u16,
    first_parent: u32,
    /// The number of the chain that took it away, or `PLAIN`.
    pub(super) nested: u32,
}

/// A run. Nodes are numbered in the order in which they were found, parents before children.
#[derive(Clone)]
pub(super) struct Run {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each key plus one, 0 where there is none.
    at: Box<[u16; KEYS]>,
    /// On-candidates and off-candidates in order.
    pub(super) lists: [Vec<u16>; 2],
    /// How many of either list are followed.
    done: [usize; 2],
    /// The on-node and the off-node of a candidate that is both.
    pub(super) clash: Option<[u16; 2]>,
    /// For each node the number of candidates it rests on, itself among them.
    counts: Vec<u16>,
    pub(super) has_nested: bool,
}

impl Run {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: Box::new([0; KEYS]),
            lists: [Vec::new(), Vec::new()],
            done: [0; 2],
            clash: None,
            counts: Vec::new(),
            has_nested: false,
        }
    }

    /// Forgets everything and assumes `key`.
    pub(super) fn start(&mut self, key: Key) {
        for node in &self.nodes {
            self.at[usize::from(node.key)] = 0;
        }
        self.nodes.clear();
        self.parents.clear();
        self.lists.iter_mut().for_each(Vec::clear);
        self.done = [0; 2];
        self.clash = None;
        self.counts.clear();
        self.has_nested = false;
        self.add(key, Cause::Assumption, PLAIN);
    }

    pub(super) fn node(&self, node: u16) -> Node {
        self.nodes[usize::from(node)]
    }

    /// Returns the nodes on which a node rests directly.
    pub(super) fn parents(&self, node: u16) -> &[u16] {
        let Node { first_parent, n_parents, .. } = self.node(node);
        let first = first_parent as usize;
        &self.parents[first..first + usize::from(n_parents)]
    }

    /// Returns the node of a key.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<u16> {
        self.at[key].checked_sub(1)
    }

    #[inline]
    pub(super) fn has(&self, key: Key) -> bool {
        self.at[key] != 0
    }

    /// Returns on how many candidates a node rests, itself among them.
    #[inline]
    pub(super) fn count(&self, node: u16) -> u32 {
        u32::from(self.counts[usize::from(node)])
    }

    /// Adds a node that rests on the parents pushed since the last one.
    fn push(&mut self, key: Key, cause: Cause, nested: u32) -> u16 {
        let first =
            self.nodes.last().map_or(0, |last| last.first_parent + u32::from(last.n_parents));
        let n_parents = narrow(self.parents.len() - first as usize);
        let key = narrow(key);
        self.nodes.push(Node { key, cause, n_parents, first_parent: first, nested });
        narrow(self.nodes.len() - 1)
    }

    fn add(&mut self, key: Key, cause: Cause, nested: u32) {
        let node = self.push(key, cause, nested);
        self.at[key] = node + 1;
        self.lists[usize::from(is_on(key))].push(node);
    }

    /// Adds a candidate taken away by a pattern or a chain, if it is not off already.
    pub(super) fn take_away(&mut self, key: Key, parents: &[u16], nested: u32) {
        if self.has(key) {
            return;
        }
        for &parent in parents {
            let parent = self.find(super::cycles::off_key(parent));
            self.parents.extend(parent);
        }
        self.has_nested |= nested != PLAIN;
        self.add(key, Cause::Pattern, nested);
    }

    /// Follows links until there is a clash or nothing left; `before` is the position of the
    /// assumption and `now` the one it has come to.
    pub(super) fn follow(
        &mut self,
        before: &Grid,
        now: &mut Grid,
        dynamic: bool,
        cell_links: bool,
    ) {
        while self.clash.is_none() {
            if let Some(&node) = self.lists[1].get(self.done[1]) {
                self.done[1] += 1;
                self.follow_on(now, node, cell_links);
            } else if let Some(&node) = self.lists[0].get(self.done[0]) {
                self.done[0] += 1;
                self.follow_off(before, now, node, dynamic, cell_links);
            } else {
                break;
            }
        }
    }

    fn follow_on(&mut self, now: &Grid, node: u16, cell_links: bool) {
        let (cell, digit) = candidate(usize::from(self.node(node).key));
        if cell_links {
            for other in bits(now.mask(cell) & !(1 << digit)) {
                if self.turn_off(node, off(cell, other), Cause::Cell) {
                    return;
                }
            }
        }
        let block = GRID.region[cell][0];
        for kind in 0..3 {
            let region = GRID.region[cell][kind];
            for place in bits(now.places(region, digit) & !(1 << GRID.index[cell][kind])) {
                let other = GRID.cells[region][place];
                if kind > 0 && GRID.region[other][0] == block {
                    continue;
                }
                if self.turn_off(node, off(other, digit), Cause::region(kind)) {
                    return;
                }
            }
        }
    }

    /// Returns whether there is a clash.
    #[inline]
    fn turn_off(&mut self, parent: u16, key: Key, cause: Cause) -> bool {
        if let Some(other) = self.find(key ^ 1) {
            self.parents.push(parent);
            let node = self.push(key, cause, PLAIN);
            self.clash = Some([other, node]);
            return true;
        }
        if !self.has(key) {
            self.parents.push(parent);
            self.add(key, cause, PLAIN);
        }
        false
    }

    fn follow_off(
        &mut self,
        before: &Grid,
        now: &mut Grid,
        node: u16,
        dynamic: bool,
        cell_links: bool,
    ) {
        let (cell, digit) = candidate(usize::from(self.node(node).key));
        // At most one candidate is turned on by the cell and one by each region. What is gone by
        // then is looked up before this candidate goes too.
        let mut turned: [(Key, Cause, u16); 4] = [(0, Cause::Assumption, 0); 4];
        let mut n = 0;
        if cell_links && now.count(cell) == 2 {
            let other = (now.mask(cell) & !(1 << digit)).trailing_zeros() as usize;
            let gone = before.mask(cell) & !now.mask(cell);
            turned[n] = (on(cell, other), Cause::Cell, gone);
            n += 1;
        }
        for kind in 0..3 {
            let region = GRID.region[cell][kind];
            let places = now.places(region, digit);
            if places.count_ones() == 2 {
                let place = (places & !(1 << GRID.index[cell][kind])).trailing_zeros() as usize;
                let gone = before.places(region, digit) & !places;
                turned[n] = (on(GRID.cells[region][place], digit), Cause::region(kind), gone);
                n += 1;
            }
        }
        if dynamic {
            now.remove(cell, digit);
        }
        for &(key, cause, gone) in &turned[..n] {
            if self.turn_on(node, key, cause, gone) {
                return;
            }
        }
    }

    /// Returns whether there is a clash; `gone` are the other digits of the cell, or places of the
    /// region, that had to go.
    fn turn_on(&mut self, parent: u16, key: Key, cause: Cause, gone: u16) -> bool {
        let other = self.find(key ^ 1);
        if other.is_none() && self.has(key) {
            return false;
        }
        self.parents.push(parent);
        let (cell, digit) = candidate(key);
        for i in bits(gone) {
            let hidden = match cause {
                Cause::Region(kind) => {
                    off(GRID.cells[GRID.region[cell][usize::from(kind)]][i], digit)
                }
                _ => off(cell, i),
            };
            let hidden = self.find(hidden);
            self.parents.extend(hidden);
        }
        if let Some(other) = other {
            let node = self.push(key, cause, PLAIN);
            self.clash = Some([node, other]);
            return true;
        }
        self.add(key, cause, PLAIN);
        false
    }

    /// Counts on how many candidates each node rests; `sets` is room for the sets.
    pub(super) fn count_all(&mut self, sets: &mut Vec<u64>) {
        let n = self.nodes.len();
        let words = n.div_ceil(64);
        sets.clear();
        sets.resize(n * words, 0);
        for node in 0..n {
            let (known, rest) = sets.split_at_mut(node * words);
            let own = &mut rest[..words];
            for &parent in self.parents(narrow(node)) {
                let first = usize::from(parent) * words;
                for (word, other) in own.iter_mut().zip(&known[first..first + words]) {
                    *word |= other;
                }
            }
            own[node / 64] |= 1 << (node % 64);
            let count: u32 = own.iter().map(|word| word.count_ones()).sum();
            self.counts.push(u16::try_from(count).expect("at most 1458"));
        }
        // The second node of a candidate that is both may stand for a key that is off already: then
        // both count as one.
        if let Some(pair) = self.clash {
            for node in pair {
                let count = narrow(self.chain(node).len());
                self.counts[usize::from(node)] = count;
            }
        }
    }

    /// Returns the nodes on which a node rests, itself first, by distance; one for each key.
    pub(super) fn chain(&self, last: u16) -> Vec<u16> {
        let mut seen = [0_u64; KEYS.div_ceil(64)];
        let mut chain: Vec<u16> = Vec::new();
        let mut take = |node: u16, chain: &mut Vec<u16>| {
            let key = usize::from(self.node(node).key);
            if seen[key / 64] >> (key % 64) & 1 == 0 {
                seen[key / 64] |= 1 << (key % 64);
                chain.push(node);
            }
        };
        take(last, &mut chain);
        let mut at = 0;
        while at < chain.len() {
            for &parent in self.parents(chain[at]) {
                take(parent, &mut chain);
            }
            at += 1;
        }
        chain
    }
}
