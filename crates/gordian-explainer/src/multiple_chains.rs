//! Multiple chains: several chains with a common conclusion.
//!
//! Every candidate of a position is assumed on, and off, and the consequences are compared:
//!
//! - *contradiction*: a candidate becomes both on and off, so the assumption is false;
//! - *double*: a conclusion follows whether a candidate is on or off;
//! - *cell*: a conclusion follows from each candidate of a cell;
//! - *region*: a conclusion follows from each place of a digit in a region.
//!
//! The size is the sum of the sizes of the chains (a candidate that several chains share counts in
//! each) and of the nested chains (each counts once). The smallest comes first; with equal sizes,
//! doubles come before cells, regions and contradictions.

use crate::chain::{
    Conclusion, Key, N_KEYS, Nested, Parents, Reason, Signature, candidate, is_on, off, on,
};
use crate::grid::{CELLS, GRID, Grid, bits};
use crate::mode::Mode;
use crate::propagation::{NOT_NESTED, Propagation};

/// The kind of multiple chains with their assumptions and conclusion.
#[derive(Clone, Copy)]
pub(crate) enum MultipleChain {
    /// The assumption makes a candidate both on and off.
    Contradiction(Key),
    /// The key follows from a candidate being on and being off.
    Double(usize, Key),
    /// The key follows from all candidates of the cell.
    Cell(usize, Key),
    /// The key follows from all places of the digit in the region.
    Region(usize, usize, Key),
}

impl MultipleChain {
    fn sort_key(self) -> u8 {
        match self {
            Self::Double(..) => 1,
            Self::Cell(..) => 5,
            Self::Region(..) => 6,
            Self::Contradiction(_) => 7,
        }
    }
}

/// The smallest multiple chains of a conclusion so far.
#[derive(Clone, Copy)]
pub(crate) struct BestChain {
    pub(crate) complexity: u32,
    order: u32,
    source: MultipleChain,
}

/// The propagations of a position.
pub(crate) struct Propagations {
    pub(crate) propagations: Vec<Propagation>,
    /// For each key, the number of its propagation plus one.
    pub(crate) of: Box<[u16; N_KEYS]>,
    pub(crate) n: usize,
}

impl Propagations {
    pub(crate) fn new() -> Self {
        Self { propagations: Vec::new(), of: Box::new([0; N_KEYS]), n: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.of.fill(0);
        self.n = 0;
    }

    fn propagation_of(&self, key: Key) -> &Propagation {
        &self.propagations[usize::from(self.of[key]) - 1]
    }
}

/// The ends of multiple chains: propagations and nodes.
type Targets<'r> = Vec<(&'r Propagation, u16)>;

/// Returns the ends of multiple chains.
fn targets<'r>(grid: &Grid, propagations: &'r Propagations, source: MultipleChain) -> Targets<'r> {
    let of = |key: Key, target: Key| {
        let propagation = propagations.propagation_of(key);
        (propagation, propagation.find(target).expect("the target is in every run"))
    };
    match source {
        MultipleChain::Contradiction(key) => {
            let propagation = propagations.propagation_of(key);
            propagation.conflict.expect("both on and off").map(|node| (propagation, node)).to_vec()
        }
        MultipleChain::Double(candidate, target) => {
            vec![of(candidate * 2 + 1, target), of(candidate * 2, target)]
        }
        MultipleChain::Cell(cell, target) => {
            bits(grid.mask(cell)).map(|digit| of(on(cell, digit), target)).collect()
        }
        MultipleChain::Region(region, digit, target) => bits(grid.places(region, digit))
            .map(|place| of(on(GRID.cells[region][place], digit), target))
            .collect(),
    }
}

/// Returns the conclusion of multiple chains.
pub(crate) fn conclude(grid: &Grid, best: BestChain) -> Conclusion {
    let result = match best.source {
        MultipleChain::Contradiction(key) => key ^ 1,
        MultipleChain::Double(_, key)
        | MultipleChain::Cell(_, key)
        | MultipleChain::Region(_, _, key) => key,
    };
    let removals = vec![removal(grid, result)];
    Conclusion { complexity: best.complexity, removals, result: Some(result) }
}

/// Returns the candidates that a true key eliminates.
fn removal(grid: &Grid, result: Key) -> (usize, u16) {
    let (cell, digit) = candidate(result);
    (cell, if is_on(result) { grid.mask(cell) & !(1 << digit) } else { 1 << digit })
}

pub(crate) fn into_nested(
    before: &Grid,
    now: &Grid,
    propagations: &Propagations,
    best: BestChain,
) -> Option<Nested> {
    let mut parents = Parents::new(before, now);
    let mut signature = Signature::new();
    // The assumptions for a cell or region depend on its eliminated candidates.
    let assumed = match best.source {
        MultipleChain::Cell(..) => Reason::Cell,
        MultipleChain::Region(region, ..) => Reason::region(region / 9),
        _ => Reason::Assumption,
    };
    for (propagation, target) in targets(now, propagations, best.source) {
        for node in propagation.chain(target) {
            let node = propagation.node(node);
            let key = usize::from(node.key);
            signature.add(key);
            if is_on(key) {
                let reason = if node.reason == Reason::Assumption { assumed } else { node.reason };
                parents.add(key, reason);
            }
        }
        signature.end();
    }
    let parents = parents.finish();
    (!parents.is_empty()).then(|| Nested {
        signature: signature.finish(),
        complexity: best.complexity,
        removals: conclude(now, best).removals,
        parents,
    })
}

/// The comparison of propagations.
pub(crate) struct Search<'s> {
    grid: &'s Grid,
    mode: Mode,
    propagations: &'s Propagations,
    nested: &'s [u32],
    /// Whether only the smallest result is wanted.
    one: bool,
    limit: u32,
    /// The smallest result for each conclusion, indexed by the off-key of an eliminated candidate,
    /// or by the on-key of a placed digit if its cell loses several candidates.
    best: Vec<Option<BestChain>>,
    order: u32,
}

impl<'s> Search<'s> {
    pub(crate) fn new(
        grid: &'s Grid,
        mode: Mode,
        propagations: &'s Propagations,
        nested: &'s [u32],
        one: bool,
    ) -> Self {
        let best = vec![None; N_KEYS];
        Self { grid, mode, propagations, nested, one, limit: u32::MAX, best, order: 0 }
    }

    /// Returns the results, smallest first.
    pub(crate) fn sorted(self) -> Vec<BestChain> {
        let mut list: Vec<BestChain> = self.best.into_iter().flatten().collect();
        list.sort_by_key(|best| (best.complexity, best.source.sort_key(), best.order));
        list
    }

    /// Adds multiple chains with `size` candidates, if they are the smallest for their conclusion.
    fn add_if_smallest(&mut self, source: MultipleChain, result: Key, size: u32) {
        self.order += 1;
        let (cell, removed) = removal(self.grid, result);
        if removed == 0 {
            return;
        }
        let slot = if removed.count_ones() == 1 {
            off(cell, removed.trailing_zeros() as usize)
        } else {
            result
        };
        let slot_limit = self.best[slot].map_or(u32::MAX, |best| best.complexity);
        let limit = slot_limit.min(self.limit);
        if size > limit {
            return;
        }
        let complexity = size + self.nested_size(source);
        if complexity > limit {
            return;
        }
        if self.one {
            self.limit = complexity;
        }
        let rank = (complexity, source.sort_key());
        if self.best[slot].is_none_or(|best| rank < (best.complexity, best.source.sort_key())) {
            self.best[slot] = Some(BestChain { complexity, order: self.order, source });
        }
    }

    /// Returns the size of the nested chains, each counted once.
    fn nested_size(&self, source: MultipleChain) -> u32 {
        if self.mode.level < 2 {
            return 0;
        }
        let mut known = Vec::new();
        for (propagation, target) in targets(self.grid, self.propagations, source) {
            if propagation.has_nested {
                for node in propagation.chain(target) {
                    let number = propagation.node(node).nested;
                    if number != NOT_NESTED && !known.contains(&number) {
                        known.push(number);
                    }
                }
            }
        }
        known.iter().map(|&number| self.nested[number as usize]).sum()
    }

    /// Enumerates all multiple chains in Sudoku Explainer's order.
    pub(crate) fn all(&mut self) {
        let least = if self.mode.dynamic { 2 } else { 3 };
        for cell in (0..CELLS).filter(|&cell| self.grid.count(cell) >= least) {
            let n = self.grid.count(cell);
            for digit in bits(self.grid.mask(cell)) {
                self.for_candidate(cell, digit, n >= 3 && !self.mode.nishio && self.mode.dynamic);
            }
            if !self.mode.nishio && (n == 2 || self.mode.multiple) {
                let keys: Vec<Key> = bits(self.grid.mask(cell)).map(|d| on(cell, d)).collect();
                self.shared(&keys, |target| MultipleChain::Cell(cell, target));
            }
        }
    }

    fn for_candidate(&mut self, cell: usize, digit: usize, doubles: bool) {
        let propagations = self.propagations;
        if self.mode.dynamic {
            for key in [on(cell, digit), off(cell, digit)] {
                let propagation = propagations.propagation_of(key);
                if let Some([first, second]) = propagation.conflict {
                    let size = propagation.count(first) + propagation.count(second);
                    self.add_if_smallest(MultipleChain::Contradiction(key), key ^ 1, size);
                }
            }
        }
        if doubles {
            let keys = [on(cell, digit), off(cell, digit)];
            self.shared(&keys, |target| MultipleChain::Double(cell * 9 + digit, target));
        }
        if self.mode.nishio {
            return;
        }
        for kind in 0..3 {
            let region = GRID.region[cell][kind];
            let places = self.grid.places(region, digit);
            let n = places.count_ones();
            let first = places.trailing_zeros() as usize;
            if first == GRID.index[cell][kind] && (n == 2 || (self.mode.multiple && n > 2)) {
                let keys: Vec<Key> =
                    bits(places).map(|place| on(GRID.cells[region][place], digit)).collect();
                self.shared(&keys, |target| MultipleChain::Region(region, digit, target));
            }
        }
    }

    /// Adds the common consequences of several assumptions, on-candidates first.
    fn shared(&mut self, keys: &[Key], source: impl Fn(Key) -> MultipleChain) {
        let propagations = self.propagations;
        let first = propagations.propagation_of(keys[0]);
        for list in [1, 0] {
            for &node in &first.lists[list] {
                let target = usize::from(first.node(node).key);
                let mut size = first.count(node);
                let others = keys[1..].iter().all(|&key| {
                    let propagation = propagations.propagation_of(key);
                    propagation.find(target).map(|node| size += propagation.count(node)).is_some()
                });
                if others {
                    self.add_if_smallest(source(target), target, size);
                }
            }
        }
    }
}
