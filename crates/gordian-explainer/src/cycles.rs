//! Bidirectional cycles and simple forcing chains.
//!
//! Links: a candidate that is on turns off the other candidates of its cell and of its digit in its
//! regions; a candidate that is off turns on the other one of a bivalue cell ("Y" link) or of a
//! region with two places ("X" link). A *cycle* returns to its start: of two adjacent candidates
//! exactly one is on, so a candidate that sees one of each kind is false. A *forcing chain* leads
//! from a candidate to its opposite, which is therefore true. The searches are breadth-first and
//! find a shortest chain.
//!
//! There are three searches in turn: X links alone (one digit), Y links alone, and both. A search
//! reports every closing link that it meets, not every cycle.

use rustc_hash::FxHashSet;

use crate::chain::{
    Conclusion, Key, Nested, Parents, Reason, Signature, candidate, is_on, length_bonus, off, on,
    to_u16,
};
use crate::grid::{CELLS, GRID, Grid, bits, cells};
use crate::step::{ExplainerRule, FoundStep};

const NONE: usize = usize::MAX;

/// The links that a search follows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    y: bool,
    x: bool,
}

/// A candidate state of a search and how it was reached.
#[derive(Clone, Copy)]
struct Node {
    key: Key,
    reason: Reason,
    /// The previous node, `NONE` for the first.
    parent: usize,
}

/// A cycle or a chain as a path, last candidate first.
struct Hint {
    path: Vec<Node>,
    is_cycle: bool,
    kind: Kind,
    conclusion: Conclusion,
}

impl Hint {
    fn rating(&self) -> (u16, f64) {
        let (base, order) = match (self.kind.y && self.kind.x, self.is_cycle) {
            (true, _) => (70, 7.0),
            (false, true) => (65, 6.5),
            (false, false) => (66, 6.6),
        };
        let (tenths, sum) = length_bonus(self.conclusion.complexity);
        (base + tenths, order + sum)
    }

    /// Returns the sort key of the hint; equal hints keep the order of the search.
    fn order(&self) -> (u64, u32, u8) {
        let kind = match (self.kind.y, self.kind.x) {
            (true, true) => 4,
            (true, false) => 3,
            _ => 2,
        };
        (self.rating().1.to_bits(), self.conclusion.complexity, kind)
    }
}

/// Returns the easiest cycle or chain.
pub(crate) fn find(grid: &Grid) -> Option<FoundStep> {
    let best = search(grid).into_iter().min_by_key(Hint::order)?;
    let rule =
        if best.is_cycle { ExplainerRule::BidirectionalCycle } else { ExplainerRule::ForcingChain };
    let placement = best.conclusion.placement();
    Some(FoundStep { rule, rating: best.rating().0, removals: best.conclusion.removals, placement })
}

/// Returns the cycles and chains of `now` that do not exist in the earlier position `before`,
/// easiest first, one per conclusion.
pub(crate) fn nested(before: &Grid, now: &Grid) -> Vec<Nested> {
    let mut hints = search(now);
    hints.sort_by_key(Hint::order);
    let mut known = FxHashSet::default();
    hints.retain(|hint| known.insert(hint.conclusion.removals.clone()));
    hints.into_iter().filter_map(|hint| into_nested(hint, before, now)).collect()
}

fn into_nested(hint: Hint, before: &Grid, now: &Grid) -> Option<Nested> {
    let mut parents = Parents::new(before, now);
    let mut signature = Signature::new();
    // The last node of a cycle is the first again and counts once.
    let length = if hint.is_cycle { hint.path.len() - 1 } else { hint.path.len() };
    for node in &hint.path[..length] {
        signature.add(node.key);
        if is_on(node.key) {
            parents.add(node.key, node.reason);
        }
    }
    signature.end();
    if hint.is_cycle {
        // The reverse cycle has inverted states with the same reasons.
        for (i, node) in hint.path.iter().rev().enumerate() {
            let key = node.key ^ 1;
            if i < length {
                signature.add(key);
                if is_on(key) {
                    parents.add(key, node.reason);
                }
            }
        }
        signature.end();
    }
    let parents = parents.finish();
    (!parents.is_empty()).then(|| Nested {
        signature: signature.finish(),
        complexity: hint.conclusion.complexity,
        removals: hint.conclusion.removals,
        parents,
    })
}

fn search(grid: &Grid) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in [Kind { y: false, x: true }, Kind { y: true, x: false }, Kind { y: true, x: true }]
    {
        let links = Links::new(grid, kind);
        let mut nodes = Vec::new();
        for cell in (0..CELLS).filter(|&cell| grid.count(cell) > 1) {
            if !kind.x && grid.count(cell) > 2 {
                continue;
            }
            for digit in bits(grid.mask(cell)) {
                links.from(grid, on(cell, digit), &mut nodes, &mut hints);
            }
        }
    }
    hints
}

/// One list per candidate.
struct CandidateLists {
    /// The start of each list, and the end of the last.
    starts: Vec<u16>,
    items: Vec<(u16, Reason)>,
}

impl CandidateLists {
    /// Builds the list of each candidate of the position.
    fn new(grid: &Grid, mut extend: impl FnMut(&mut Vec<(u16, Reason)>, usize, usize)) -> Self {
        let mut lists = Self { starts: Vec::with_capacity(730), items: Vec::with_capacity(1024) };
        lists.starts.push(0);
        for cell in 0..CELLS {
            for digit in 0..9 {
                if grid.has(cell, digit) {
                    extend(&mut lists.items, cell, digit);
                }
                lists.starts.push(to_u16(lists.items.len()));
            }
        }
        lists
    }

    fn of(&self, candidate: usize) -> &[(u16, Reason)] {
        &self.items[usize::from(self.starts[candidate])..usize::from(self.starts[candidate + 1])]
    }
}

/// The links of a position.
struct Links {
    kind: Kind,
    /// For each candidate, those that it turns off and that turn others on, with the reason.
    turns_off: CandidateLists,
    /// For each candidate, those that it turns on when it is off.
    turns_on: CandidateLists,
}

impl Links {
    fn new(grid: &Grid, kind: Kind) -> Self {
        let turns_on = CandidateLists::new(grid, |items, cell, digit| {
            turned_on(grid, kind, cell, digit, items)
        });
        let turns_off = CandidateLists::new(grid, |items, cell, digit| {
            let mut add = |other: usize, reason| {
                if !turns_on.of(other).is_empty() {
                    items.push((to_u16(other), reason));
                }
            };
            if kind.y {
                for other in bits(grid.mask(cell) & !(1 << digit)) {
                    add(cell * 9 + other, Reason::Cell);
                }
            }
            for &other in &GRID.peers[cell] {
                if grid.has(other, digit) {
                    add(other * 9 + digit, by_region(cell, other));
                }
            }
        });
        Self { kind, turns_off, turns_on }
    }

    /// Adds the cycles and chains from a candidate.
    fn from(&self, grid: &Grid, source: Key, nodes: &mut Vec<Node>, hints: &mut Vec<Hint>) {
        let ends = self.cycles(source, nodes);
        for (end, reason) in ends {
            let path = path_to(nodes, Node { key: source, reason, parent: end });
            let removals = cycle_removals(grid, &path);
            if !removals.is_empty() {
                let complexity = u32::from(to_u16(path.len() - 1));
                let conclusion = Conclusion { complexity, removals, result: None };
                hints.push(Hint { path, is_cycle: true, kind: self.kind, conclusion });
            }
        }
        if !self.kind.x {
            // With Y links alone the length of a chain would have to be both even and odd.
            return;
        }
        for start in [source, source ^ 1] {
            if let Some(path) = self.chain(start, nodes) {
                let end = path[0].key;
                let (cell, digit) = candidate(end);
                let removed = if is_on(end) { grid.mask(cell) & !(1 << digit) } else { 1 << digit };
                let complexity = u32::from(to_u16(path.len()));
                let removals = vec![(cell, removed)];
                let conclusion = Conclusion { complexity, removals, result: Some(end) };
                hints.push(Hint { path, is_cycle: false, kind: self.kind, conclusion });
            }
        }
    }

    /// Returns the nodes that turn the source on again, in order of the search.
    fn cycles(&self, source: Key, nodes: &mut Vec<Node>) -> Vec<(usize, Reason)> {
        let mut ends = Vec::new();
        // Links that turn on are symmetric.
        let last = self.turns_on.of(source / 2);
        if last.is_empty() {
            return ends;
        }
        let mut is_last = [false; 729];
        for &(other, _) in last {
            is_last[usize::from(other)] = true;
        }
        nodes.clear();
        nodes.push(Node { key: source, reason: Reason::Assumption, parent: NONE });
        let (mut is_reached, mut is_met, mut is_off) = ([false; 729], [false; 729], [false; 729]);
        is_reached[source / 2] = true;
        let mut length = 0;
        let mut level = 0..1;
        while !level.is_empty() {
            let first_off = nodes.len();
            for at in level.clone() {
                for &(other, reason) in self.turns_off.of(nodes[at].key / 2) {
                    let other = usize::from(other);
                    // A candidate that is met again can only close further cycles.
                    let is_useful = is_last[other] || !is_met[other];
                    if is_useful && !is_ancestor(nodes, at, other * 2) {
                        is_met[other] = true;
                        nodes.push(Node { key: other * 2, reason, parent: at });
                    }
                }
            }
            length += 2;
            let first_on = nodes.len();
            for at in first_off..first_on {
                let from = nodes[at].key / 2;
                let again = std::mem::replace(&mut is_off[from], true);
                for &(other, reason) in self.turns_on.of(from) {
                    let other = usize::from(other);
                    if length >= 4 && other == source / 2 {
                        ends.push((at, reason));
                    }
                    if !again && !is_reached[other] {
                        is_reached[other] = true;
                        nodes.push(Node { key: other * 2 + 1, reason, parent: at });
                    }
                }
            }
            level = first_on..nodes.len();
        }
        ends
    }

    /// Returns the path from a state to its opposite, if any.
    fn chain(&self, start: Key, nodes: &mut Vec<Node>) -> Option<Vec<Node>> {
        nodes.clear();
        nodes.push(Node { key: start, reason: Reason::Assumption, parent: NONE });
        let mut is_reached = [false; 1458];
        is_reached[start] = true;
        let mut at = 0;
        // Levels alternate between on and off, so one queue suffices.
        while at < nodes.len() {
            let key = nodes[at].key;
            if is_on(key) {
                if is_on(start)
                    && let Some(reason) = self.reason_for(key, start)
                {
                    return Some(path_to(nodes, Node { key: start ^ 1, reason, parent: at }));
                }
                for &(other, reason) in self.turns_off.of(key / 2) {
                    let other = usize::from(other) * 2;
                    if !is_reached[other] && !is_ancestor(nodes, at, other) {
                        is_reached[other] = true;
                        nodes.push(Node { key: other, reason, parent: at });
                    }
                }
            } else {
                for &(other, reason) in self.turns_on.of(key / 2) {
                    let other = usize::from(other) * 2 + 1;
                    let node = Node { key: other, reason, parent: at };
                    if other == start ^ 1 {
                        return Some(path_to(nodes, node));
                    }
                    if !is_reached[other] {
                        is_reached[other] = true;
                        nodes.push(node);
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// Returns the reason why an on-candidate turns another off, if it does.
    fn reason_for(&self, from: Key, to: Key) -> Option<Reason> {
        let ((cell, digit), (other, other_digit)) = (candidate(from), candidate(to));
        if cell == other {
            (self.kind.y && digit != other_digit).then_some(Reason::Cell)
        } else {
            let sees = digit == other_digit && GRID.sees[cell] >> other & 1 == 1;
            sees.then(|| by_region(cell, other))
        }
    }
}

/// Returns the first region that two cells share, as a reason.
fn by_region(cell: usize, other: usize) -> Reason {
    let shared = |i: &usize| GRID.region[cell][*i] == GRID.region[other][*i];
    Reason::region((0..3).find(shared).expect("they see each other"))
}

/// Adds the candidates that a candidate turns on when it is off.
fn turned_on(grid: &Grid, kind: Kind, cell: usize, digit: usize, items: &mut Vec<(u16, Reason)>) {
    let first = items.len();
    if kind.y && grid.count(cell) == 2 {
        let other = (grid.mask(cell) & !(1 << digit)).trailing_zeros() as usize;
        items.push((to_u16(cell * 9 + other), Reason::Cell));
    }
    for i in (0..3).filter(|_| kind.x) {
        let places = grid.places(GRID.region[cell][i], digit);
        if places.count_ones() == 2 {
            let place = (places & !(1 << GRID.index[cell][i])).trailing_zeros() as usize;
            let other = to_u16(GRID.cells[GRID.region[cell][i]][place] * 9 + digit);
            if !items[first..].iter().any(|&(known, _)| known == other) {
                items.push((other, Reason::region(i)));
            }
        }
    }
}

fn is_ancestor(nodes: &[Node], mut at: usize, key: Key) -> bool {
    loop {
        at = nodes[at].parent;
        if at == NONE {
            return false;
        }
        if nodes[at].key == key {
            return true;
        }
    }
}

/// Returns the nodes from the last to the first.
fn path_to(nodes: &[Node], last: Node) -> Vec<Node> {
    let mut path = vec![last];
    let mut at = last.parent;
    while at != NONE {
        path.push(nodes[at]);
        at = nodes[at].parent;
    }
    path
}

/// Returns the candidates outside a cycle that see an on-candidate and an off-candidate of it.
fn cycle_removals(grid: &Grid, path: &[Node]) -> Vec<(usize, u16)> {
    let own = path.iter().fold(0_u128, |set, node| set | 1 << candidate(node.key).0);
    let mut seen = [[0_u128; 9]; 2];
    for node in &path[..path.len() - 1] {
        let (cell, digit) = candidate(node.key);
        seen[usize::from(is_on(node.key))][digit] |= GRID.sees[cell];
    }
    let mut removed = [0_u16; CELLS];
    let mut losing = 0_u128;
    for (digit, (by_off, by_on)) in seen[0].iter().zip(&seen[1]).enumerate() {
        for cell in cells(by_off & by_on & !own) {
            if grid.has(cell, digit) {
                removed[cell] |= 1 << digit;
                losing |= 1 << cell;
            }
        }
    }
    cells(losing).map(|cell| (cell, removed[cell])).collect()
}

/// Returns the off-key of the candidate `9 · cell + digit`.
pub(crate) fn off_key(candidate: u16) -> Key {
    let candidate = usize::from(candidate);
    off(candidate / 9, candidate % 9)
}
