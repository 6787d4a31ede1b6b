//! The propagation of an assumption.
//!
//! A propagation assumes one candidate on or off and follows links in breadth-first order, those of
//! on-candidates first. A *dynamic* propagation eliminates the candidates that are off, which
//! creates new links; each candidate stores all candidates that it depends on, its *parents*. A
//! propagation ends with a *conflict*, a candidate that is both on and off, or when nothing more
//! follows.

use crate::chain::{Key, N_KEYS, Reason, candidate, is_on, off, on, to_u16};
use crate::grid::{GRID, Grid, bits};

/// Marks a node without a nested chain.
pub(crate) const NOT_NESTED: u32 = u32::MAX;

/// A candidate state of a propagation.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) key: u16,
    pub(crate) reason: Reason,
    n_parents: u16,
    first_parent: u32,
    /// The number of the nested chain that eliminated it, or `NOT_NESTED`.
    pub(crate) nested: u32,
}

/// A propagation. Nodes are numbered in order of discovery, parents before children.
#[derive(Clone)]
pub(crate) struct Propagation {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each key plus one; 0 for keys without a node.
    at: Box<[u16; N_KEYS]>,
    /// The off-candidates and the on-candidates, in order.
    pub(crate) lists: [Vec<u16>; 2],
    /// How many nodes of each list have been followed.
    done: [usize; 2],
    /// The on-node and the off-node of a conflicting candidate.
    pub(crate) conflict: Option<[u16; 2]>,
    /// For each node, the number of candidates that it depends on, including itself.
    counts: Vec<u16>,
    pub(crate) has_nested: bool,
}

impl Propagation {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: Box::new([0; N_KEYS]),
            lists: [Vec::new(), Vec::new()],
            done: [0; 2],
            conflict: None,
            counts: Vec::new(),
            has_nested: false,
        }
    }

    /// Restarts with the assumption `key`.
    pub(crate) fn start(&mut self, key: Key) {
        for node in &self.nodes {
            self.at[usize::from(node.key)] = 0;
        }
        self.nodes.clear();
        self.parents.clear();
        self.lists.iter_mut().for_each(Vec::clear);
        self.done = [0; 2];
        self.conflict = None;
        self.counts.clear();
        self.has_nested = false;
        self.add(key, Reason::Assumption, NOT_NESTED);
    }

    pub(crate) fn node(&self, node: u16) -> Node {
        self.nodes[usize::from(node)]
    }

    /// Returns the nodes that a node directly depends on.
    pub(crate) fn parents(&self, node: u16) -> &[u16] {
        let Node { first_parent, n_parents, .. } = self.node(node);
        let first = first_parent as usize;
        &self.parents[first..first + usize::from(n_parents)]
    }

    /// Returns the node of a key.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<u16> {
        self.at[key].checked_sub(1)
    }

    #[inline]
    pub(crate) fn has(&self, key: Key) -> bool {
        self.at[key] != 0
    }

    /// Returns the number of candidates that a node depends on, including itself.
    #[inline]
    pub(crate) fn count(&self, node: u16) -> u32 {
        u32::from(self.counts[usize::from(node)])
    }

    /// Adds a node whose parents are those pushed since the previous node.
    fn push(&mut self, key: Key, reason: Reason, nested: u32) -> u16 {
        let first =
            self.nodes.last().map_or(0, |last| last.first_parent + u32::from(last.n_parents));
        let n_parents = to_u16(self.parents.len() - first as usize);
        let key = to_u16(key);
        self.nodes.push(Node { key, reason, n_parents, first_parent: first, nested });
        to_u16(self.nodes.len() - 1)
    }

    fn add(&mut self, key: Key, reason: Reason, nested: u32) {
        let node = self.push(key, reason, nested);
        self.at[key] = node + 1;
        self.lists[usize::from(is_on(key))].push(node);
    }

    /// Adds a candidate that a pattern or a nested chain eliminates, if it is not off yet.
    pub(crate) fn eliminate(&mut self, key: Key, parents: &[u16], nested: u32) {
        if self.has(key) {
            return;
        }
        for &parent in parents {
            let parent = self.find(crate::cycles::off_key(parent));
            self.parents.extend(parent);
        }
        self.has_nested |= nested != NOT_NESTED;
        self.add(key, Reason::Pattern, nested);
    }

    /// Follows links until there is a conflict or nothing left; `before` is the position of the
    /// assumption and `now` the current position.
    pub(crate) fn follow(
        &mut self,
        before: &Grid,
        now: &mut Grid,
        dynamic: bool,
        cell_links: bool,
    ) {
        while self.conflict.is_none() {
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
                if self.turn_off(node, off(cell, other), Reason::Cell) {
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
                if self.turn_off(node, off(other, digit), Reason::region(kind)) {
                    return;
                }
            }
        }
    }

    /// Returns whether there is a conflict.
    #[inline]
    fn turn_off(&mut self, parent: u16, key: Key, reason: Reason) -> bool {
        if let Some(other) = self.find(key ^ 1) {
            self.parents.push(parent);
            let node = self.push(key, reason, NOT_NESTED);
            self.conflict = Some([other, node]);
            return true;
        }
        if !self.has(key) {
            self.parents.push(parent);
            self.add(key, reason, NOT_NESTED);
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
        // The cell and each region turn on at most one candidate. The eliminations that they depend
        // on are looked up before this candidate is eliminated too.
        let mut turned: [(Key, Reason, u16); 4] = [(0, Reason::Assumption, 0); 4];
        let mut n = 0;
        if cell_links && now.count(cell) == 2 {
            let other = (now.mask(cell) & !(1 << digit)).trailing_zeros() as usize;
            let removed = before.mask(cell) & !now.mask(cell);
            turned[n] = (on(cell, other), Reason::Cell, removed);
            n += 1;
        }
        for kind in 0..3 {
            let region = GRID.region[cell][kind];
            let places = now.places(region, digit);
            if places.count_ones() == 2 {
                let place = (places & !(1 << GRID.index[cell][kind])).trailing_zeros() as usize;
                let removed = before.places(region, digit) & !places;
                turned[n] = (on(GRID.cells[region][place], digit), Reason::region(kind), removed);
                n += 1;
            }
        }
        if dynamic {
            now.remove(cell, digit);
        }
        for &(key, reason, removed) in &turned[..n] {
            if self.turn_on(node, key, reason, removed) {
                return;
            }
        }
    }

    /// Returns whether there is a conflict; `removed` are the digits of the cell or the places of
    /// the region whose elimination it depends on.
    fn turn_on(&mut self, parent: u16, key: Key, reason: Reason, removed: u16) -> bool {
        let other = self.find(key ^ 1);
        if other.is_none() && self.has(key) {
            return false;
        }
        self.parents.push(parent);
        let (cell, digit) = candidate(key);
        for i in bits(removed) {
            let hidden = match reason {
                Reason::Region(kind) => {
                    off(GRID.cells[GRID.region[cell][usize::from(kind)]][i], digit)
                }
                _ => off(cell, i),
            };
            let hidden = self.find(hidden);
            self.parents.extend(hidden);
        }
        if let Some(other) = other {
            let node = self.push(key, reason, NOT_NESTED);
            self.conflict = Some([node, other]);
            return true;
        }
        self.add(key, reason, NOT_NESTED);
        false
    }

    /// Counts the candidates that each node depends on; `sets` is a scratch buffer.
    pub(crate) fn count_all(&mut self, sets: &mut Vec<u64>) {
        let n = self.nodes.len();
        let words = n.div_ceil(64);
        sets.clear();
        sets.resize(n * words, 0);
        for node in 0..n {
            let (known, rest) = sets.split_at_mut(node * words);
            let own = &mut rest[..words];
            for &parent in self.parents(to_u16(node)) {
                let first = usize::from(parent) * words;
                for (word, other) in own.iter_mut().zip(&known[first..first + words]) {
                    *word |= other;
                }
            }
            own[node / 64] |= 1 << (node % 64);
            let count: u32 = own.iter().map(|word| word.count_ones()).sum();
            self.counts.push(u16::try_from(count).expect("at most 1458"));
        }
        // The second node of a conflict may have a key that is already off; both count as one.
        if let Some(pair) = self.conflict {
            for node in pair {
                let count = to_u16(self.chain(node).len());
                self.counts[usize::from(node)] = count;
            }
        }
    }

    /// Returns the nodes that a node depends on, itself first, by distance; one per key.
    pub(crate) fn chain(&self, last: u16) -> Vec<u16> {
        let mut seen = [0_u64; N_KEYS.div_ceil(64)];
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
