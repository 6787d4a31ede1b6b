//! Multiple and dynamic forcing chains.
//!
//! The engine computes the propagations of a position with the patterns and nested chains that
//! their mode allows, and compares them. The order of steps depends only on their sizes, so all
//! propagations of a position are computed before the first conclusion.
//!
//! A propagation depends only on the position and its assumption, so each is computed once. Nested
//! chains depend only on the position in which they are found, as long as the position of the outer
//! chain stays the same: they are cached by position until the solver applies a step.

use std::ops::ControlFlow;
use std::rc::Rc;

use gordian_core::Cancel;
use rustc_hash::FxHashMap;

use crate::chain::{Key, Nested, NestedList, length_bonus, off, to_u16};
use crate::cycles;
use crate::grid::{CELLS, Grid, bits};
use crate::mode::{Mode, NestedChains};
use crate::multiple_chains::{Propagations, Search, conclude, into_nested};
use crate::propagation::{NOT_NESTED, Propagation};
use crate::sets::{self, Pattern};
use crate::step::FoundStep;

/// The finder of multiple chains, with reusable buffers.
pub(crate) struct Engine<'a> {
    cancel: &'a Cancel,
    /// Buffers for propagations, one per depth of nesting.
    buffers: Vec<Propagations>,
    sets: Vec<u64>,
    /// The sizes of nested chains, by number.
    nested: Vec<u32>,
    numbers: FxHashMap<(u64, u64), u32>,
    /// The cache of nested chains for the solver's position, by the position in which they are
    /// found.
    known: FxHashMap<(NestedChains, [u16; CELLS]), NestedList>,
    pub(crate) is_stopped: bool,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(cancel: &'a Cancel) -> Self {
        Self {
            cancel,
            buffers: Vec::new(),
            sets: Vec::new(),
            nested: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            is_stopped: false,
        }
    }

    /// Clears the data of the previous position.
    pub(crate) fn clear_cache(&mut self) {
        self.nested.clear();
        self.numbers.clear();
        self.known.clear();
    }

    /// Returns the easiest step of a mode.
    pub(crate) fn find(&mut self, grid: &Grid, mode: Mode) -> Option<FoundStep> {
        let mut propagations = self.buffers.pop().unwrap_or_else(Propagations::new);
        self.prepare(grid, mode, &mut propagations, 0);
        let best = (!self.is_stopped)
            .then(|| {
                let mut search = Search::new(grid, mode, &propagations, &self.nested, true);
                search.all();
                search.sorted().first().copied()
            })
            .flatten();
        let found = best.map(|best| {
            let conclusion = conclude(grid, best);
            let placement = conclusion.placement();
            let rating = mode.base_rating() + length_bonus(conclusion.complexity).0;
            FoundStep { rule: mode.rule(), rating, removals: conclusion.removals, placement }
        });
        self.buffers.push(propagations);
        found
    }

    /// Returns the multiple chains of `now` that do not exist in the earlier position `before`,
    /// smallest first, one per conclusion.
    fn nested(&mut self, before: &Grid, now: &Grid, mode: Mode, depth: usize) -> Vec<Nested> {
        let mut propagations = self.buffers.pop().unwrap_or_else(Propagations::new);
        self.prepare(now, mode, &mut propagations, depth);
        let mut list = Vec::new();
        if !self.is_stopped {
            let mut search = Search::new(now, mode, &propagations, &self.nested, false);
            search.all();
            for best in search.sorted() {
                list.extend(into_nested(before, now, &propagations, best));
            }
        }
        self.buffers.push(propagations);
        list
    }

    /// Computes all propagations of a position.
    fn prepare(&mut self, grid: &Grid, mode: Mode, propagations: &mut Propagations, depth: usize) {
        propagations.clear();
        for cell in 0..CELLS {
            // Only contradictions and doubles need the consequences of a candidate that is off, and
            // only in cells with several candidates.
            let both = mode.dynamic && grid.count(cell) > 1;
            let states: &[Key] = if both { &[1, 0] } else { &[1] };
            for digit in bits(grid.mask(cell)) {
                for state in states {
                    self.propagation(grid, mode, propagations, off(cell, digit) + state, depth);
                    if self.is_stopped {
                        return;
                    }
                }
            }
        }
    }

    fn propagation(
        &mut self,
        grid: &Grid,
        mode: Mode,
        propagations: &mut Propagations,
        key: Key,
        depth: usize,
    ) {
        if depth == 0 && self.cancel.is_stopped() {
            self.is_stopped = true;
            return;
        }
        if propagations.n == propagations.propagations.len() {
            propagations.propagations.push(Propagation::new());
        }
        let propagation = &mut propagations.propagations[propagations.n];
        propagations.n += 1;
        propagations.of[key] = to_u16(propagations.n);
        propagation.start(key);
        let mut now = grid.clone();
        loop {
            propagation.follow(grid, &mut now, mode.dynamic, !mode.nishio);
            if mode.level == 0
                || propagation.conflict.is_some()
                || !self.eliminate_by_patterns_and_chains(grid, &now, mode, propagation, depth)
            {
                break;
            }
        }
        propagation.count_all(&mut self.sets);
    }

    /// Adds the eliminations of patterns and nested chains; returns whether there are any.
    fn eliminate_by_patterns_and_chains(
        &mut self,
        before: &Grid,
        now: &Grid,
        mode: Mode,
        propagation: &mut Propagation,
        depth: usize,
    ) -> bool {
        if eliminate_by_patterns(before, now, propagation) {
            return true;
        }
        for &nested_chains in mode.nested_chains() {
            if self.cancel.is_stopped() {
                self.is_stopped = true;
                return false;
            }
            let list = self.chains(before, now, nested_chains, depth);
            for nested in list.iter() {
                let number = self.number(nested);
                for &(cell, digits) in &nested.removals {
                    for digit in bits(digits) {
                        propagation.eliminate(off(cell, digit), &nested.parents, number);
                    }
                }
            }
            if !list.is_empty() {
                return true;
            }
        }
        false
    }

    fn chains(
        &mut self,
        before: &Grid,
        now: &Grid,
        nested_chains: NestedChains,
        depth: usize,
    ) -> NestedList {
        // At greater depth, the position before differs between propagations.
        let place = (depth == 0).then(|| (nested_chains, now.key()));
        if let Some(list) = place.as_ref().and_then(|place| self.known.get(place)) {
            return Rc::clone(list);
        }
        let list = Rc::new(match nested_chains {
            NestedChains::Cycles => cycles::nested(before, now),
            NestedChains::Bundles(mode) => self.nested(before, now, mode, depth + 1),
        });
        if let Some(place) = place {
            self.known.insert(place, Rc::clone(&list));
        }
        list
    }

    fn number(&mut self, nested: &Nested) -> u32 {
        let next = u32::try_from(self.nested.len()).expect("fewer than 2^32 chains");
        let number = *self.numbers.entry(nested.signature).or_insert(next);
        if number == next {
            self.nested.push(nested.complexity);
        }
        number
    }
}

/// Adds the eliminations of the first kind of pattern that has any; returns whether there are any.
fn eliminate_by_patterns(before: &Grid, now: &Grid, propagation: &mut Propagation) -> bool {
    let finders: [fn(&Grid, sets::PatternReceiver<'_>) -> ControlFlow<()>; 4] = [
        sets::locking,
        |grid, take| sets::hidden(grid, 2, take),
        |grid, take| sets::naked(grid, 2, take),
        |grid, take| sets::fish(grid, 2, take),
    ];
    finders.into_iter().any(|find| {
        let mut any = false;
        let _ = find(now, &mut |pattern: Pattern| {
            let parents: Vec<u16> = pattern
                .basis
                .parents(before, now)
                .into_iter()
                .map(|(cell, digit)| to_u16(cell * 9 + digit))
                .collect();
            // A pattern without parents already existed before.
            if !parents.is_empty() {
                any = true;
                for &(cell, digits) in &pattern.removals {
                    for digit in bits(digits) {
                        propagation.eliminate(off(cell, digit), &parents, NOT_NESTED);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        any
    })
}
