//! Bundles: several chains with one conclusion.
//!
//! Every candidate of a position is assumed on, and off, and what follows is compared:
//!
//! - *contradiction*: a candidate turns out both on and off: the assumption is wrong;
//! - *double*: the same follows whether a candidate is on or off;
//! - *cell*: the same follows from each candidate of a cell;
//! - *region*: the same follows from each place of a digit in a region.
//!
//! The size of a bundle is the sum of the sizes of its chains, a candidate that several chains
//! share counted in each, and of the chains inside them, each of these counted once. The smallest
//! comes first; of equal ones doubles before cells, regions and contradictions.

use super::chain::{
    Cause, Conclusion, KEYS, Key, Nested, Parents, Signature, candidate, is_on, off, on,
};
use super::forcing::Mode;
use super::grid::{CELLS, GRID, Grid, bits};
use super::run::{PLAIN, Run};

/// What a bundle is about.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The assumption leads to a candidate both on and off.
    Contradiction(Key),
    /// The key follows from a candidate on and off.
    Double(usize, Key),
    /// It follows from all candidates of the cell.
    Cell(usize, Key),
    /// It follows from all places of the digit in the region; the number is that of the kind.
    Region(usize, usize, Key),
}

impl Source {
    fn sort_key(self) -> u8 {
        match self {
            Self::Double(..) => 1,
            Self::Cell(..) => 5,
            Self::Region(..) => 6,
            Self::Contradiction(_) => 7,
        }
    }
}

/// The smallest bundle of a conclusion so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) complexity: u32,
    order: u32,
    source: Source,
}

/// The runs of a position.
pub(super) struct Runs {
    pub(super) runs: Vec<Run>,
    /// For each key the number of its run plus one.
    pub(super) of: Box<[u16; KEYS]>,
    pub(super) n: usize,
}

impl Runs {
    pub(super) fn new() -> Self {
        Self { runs: Vec::new(), of: Box::new([0; KEYS]), n: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.of.fill(0);
        self.n = 0;
    }

    fn get(&self, key: Key) -> &Run {
        &self.runs[usize::from(self.of[key]) - 1]
    }
}

/// The targets of a bundle: runs and nodes.
type Targets<'r> = Vec<(&'r Run, u16)>;

/// Returns the chains of a bundle.
fn targets<'r>(grid: &Grid, runs: &'r Runs, source: Source) -> Targets<'r> {
    let of = |key: Key, target: Key| {
        let run = runs.get(key);
        (run, run.find(target).expect("the target is in every run"))
    };
    match source {
        Source::Contradiction(key) => {
            let run = runs.get(key);
            run.clash.expect("both on and off").map(|node| (run, node)).to_vec()
        }
        Source::Double(candidate, target) => {
            vec![of(candidate * 2 + 1, target), of(candidate * 2, target)]
        }
        Source::Cell(cell, target) => {
            bits(grid.mask(cell)).map(|digit| of(on(cell, digit), target)).collect()
        }
        Source::Region(region, digit, target) => bits(grid.places(region, digit))
            .map(|place| of(on(GRID.cells[region][place], digit), target))
            .collect(),
    }
}

/// Returns what a bundle concludes.
pub(super) fn conclude(grid: &Grid, best: Best) -> Conclusion {
    let result = match best.source {
        Source::Contradiction(key) => key ^ 1,
        Source::Double(_, key) | Source::Cell(_, key) | Source::Region(_, _, key) => key,
    };
    let removals = vec![removal(grid, result)];
    Conclusion { complexity: best.complexity, removals, result: Some(result) }
}

/// Returns what goes if a key holds.
fn removal(grid: &Grid, result: Key) -> (usize, u16) {
    let (cell, digit) = candidate(result);
    (cell, if is_on(result) { grid.mask(cell) & !(1 << digit) } else { 1 << digit })
}

pub(super) fn into_nested(before: &Grid, now: &Grid, runs: &Runs, best: Best) -> Option<Nested> {
    let mut parents = Parents::new(before, now);
    let mut signature = Signature::new();
    // The assumptions of a bundle about a cell or region rest on its having no more candidates.
    let assumed = match best.source {
        Source::Cell(..) => Cause::Cell,
        Source::Region(region, ..) => Cause::region(region / 9),
        _ => Cause::Assumption,
    };
    for (run, target) in targets(now, runs, best.source) {
        for node in run.chain(target) {
            let node = run.node(node);
            let key = usize::from(node.key);
            signature.add(key);
            if is_on(key) {
                let cause = if node.cause == Cause::Assumption { assumed } else { node.cause };
                parents.add(key, cause);
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

/// The comparison of runs.
pub(super) struct Search<'s> {
    grid: &'s Grid,
    mode: Mode,
    runs: &'s Runs,
    nested: &'s [u32],
    /// Whether only the smallest bundle of all is wanted.
    one: bool,
    limit: u32,
    /// The smallest for each conclusion: candidates that go are at their off-key, cells that lose
    /// all but one of three or more at the on-key of that one.
    best: Vec<Option<Best>>,
    order: u32,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        grid: &'s Grid,
        mode: Mode,
        runs: &'s Runs,
        nested: &'s [u32],
        one: bool,
    ) -> Self {
        let best = vec![None; KEYS];
        Self { grid, mode, runs, nested, one, limit: u32::MAX, best, order: 0 }
    }

    /// Returns the bundles, smallest first.
    pub(super) fn sorted(self) -> Vec<Best> {
        let mut list: Vec<Best> = self.best.into_iter().flatten().collect();
        list.sort_by_key(|best| (best.complexity, best.source.sort_key(), best.order));
        list
    }

    /// Offers a bundle whose chains have `size` candidates.
    fn offer(&mut self, source: Source, result: Key, size: u32) {
        self.order += 1;
        let (cell, gone) = removal(self.grid, result);
        if gone == 0 {
            return;
        }
        let slot =
            if gone.count_ones() == 1 { off(cell, gone.trailing_zeros() as usize) } else { result };
        let slot_limit = self.best[slot].map_or(u32::MAX, |best| best.complexity);
        let limit = slot_limit.min(self.limit);
        if size > limit {
            return;
        }
        let complexity = size + self.inner_size(source);
        if complexity > limit {
            return;
        }
        if self.one {
            self.limit = complexity;
        }
        let rank = (complexity, source.sort_key());
        if self.best[slot].is_none_or(|best| rank < (best.complexity, best.source.sort_key())) {
            self.best[slot] = Some(Best { complexity, order: self.order, source });
        }
    }

    /// Returns the size of the chains inside a bundle, each counted once.
    fn inner_size(&self, source: Source) -> u32 {
        if self.mode.level < 2 {
            return 0;
        }
        let mut known = Vec::new();
        for (run, target) in targets(self.grid, self.runs, source) {
            if run.has_nested {
                for node in run.chain(target) {
                    let number = run.node(node).nested;
                    if number != PLAIN && !known.contains(&number) {
                        known.push(number);
                    }
                }
            }
        }
        known.iter().map(|&number| self.nested[number as usize]).sum()
    }

    /// Goes through all bundles in the Explainer's order.
    pub(super) fn all(&mut self) {
        let least = if self.mode.dynamic { 2 } else { 3 };
        for cell in (0..CELLS).filter(|&cell| self.grid.count(cell) >= least) {
            let n = self.grid.count(cell);
            for digit in bits(self.grid.mask(cell)) {
                self.of_candidate(cell, digit, n >= 3 && !self.mode.nishio && self.mode.dynamic);
            }
            if !self.mode.nishio && (n == 2 || self.mode.multiple) {
                let keys: Vec<Key> = bits(self.grid.mask(cell)).map(|d| on(cell, d)).collect();
                self.shared(&keys, |target| Source::Cell(cell, target));
            }
        }
    }

    fn of_candidate(&mut self, cell: usize, digit: usize, doubles: bool) {
        let runs = self.runs;
        if self.mode.dynamic {
            for key in [on(cell, digit), off(cell, digit)] {
                let run = runs.get(key);
                if let Some([first, second]) = run.clash {
                    let size = run.count(first) + run.count(second);
                    self.offer(Source::Contradiction(key), key ^ 1, size);
                }
            }
        }
        if doubles {
            let keys = [on(cell, digit), off(cell, digit)];
            self.shared(&keys, |target| Source::Double(cell * 9 + digit, target));
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
                self.shared(&keys, |target| Source::Region(region, digit, target));
            }
        }
    }

    /// Offers what follows from all of several assumptions, on-candidates first.
    fn shared(&mut self, keys: &[Key], source: impl Fn(Key) -> Source) {
        let runs = self.runs;
        let first = runs.get(keys[0]);
        for list in [1, 0] {
            for &node in &first.lists[list] {
                let target = usize::from(first.node(node).key);
                let mut size = first.count(node);
                let others = keys[1..].iter().all(|&key| {
                    let run = runs.get(key);
                    run.find(target).map(|node| size += run.count(node)).is_some()
                });
                if others {
                    self.offer(source(target), target, size);
                }
            }
        }
    }
}
