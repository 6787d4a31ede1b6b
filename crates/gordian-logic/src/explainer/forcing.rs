//! Multiple and dynamic forcing chains.
//!
//! The engine makes the runs of a position, gives them the patterns and chains that their mode
//! allows, and has them compared. Which step comes first depends on sizes alone, so all runs of a
//! position are made before the first conclusion is drawn.
//!
//! A run depends on nothing but the position and its assumption, so each is made once. Chains
//! inside chains depend on the position they are found in alone, as long as the position in front
//! of the outer chain stays: they are kept by position until the solver makes a step.

use std::ops::ControlFlow;
use std::rc::Rc;

use gordian_core::Cancel;
use rustc_hash::FxHashMap;

use super::bundles::{Runs, Search, conclude, into_nested};
use super::chain::{Key, Nested, NestedList, length_bonus, narrow, off};
use super::cycles;
use super::grid::{CELLS, Grid, bits};
use super::run::{PLAIN, Run};
use super::sets::{self, Pattern};
use super::step::{ExplainerRule, Found};

/// What chains are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mode {
    /// Cells and regions with more than two candidates are used.
    pub(super) multiple: bool,
    /// What is off counts as gone.
    pub(super) dynamic: bool,
    /// Links of one digit alone.
    pub(super) nishio: bool,
    /// 1: with patterns, 2: with chains, 3: with multiple chains, 4: with dynamic chains, 5 and
    /// above: with dynamic chains of this level less 3.
    pub(super) level: u8,
}

impl Mode {
    pub(super) const NISHIO: Self = Self { multiple: false, dynamic: true, nishio: true, level: 0 };
    pub(super) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0 };

    pub(super) const fn dynamic(level: u8) -> Self {
        Self { multiple: true, dynamic: true, nishio: false, level }
    }

    fn base_rating(self) -> u16 {
        match (self.level, self.nishio, self.dynamic) {
            (level @ 2.., ..) => 95 + 5 * (u16::from(level) - 2),
            (1, ..) => 90,
            (_, true, _) => 75,
            (_, _, true) => 85,
            _ => 80,
        }
    }

    fn rule(self) -> ExplainerRule {
        match (self.level, self.nishio, self.dynamic) {
            (2.., ..) => ExplainerRule::NestedForcingChain,
            (1, ..) => ExplainerRule::DynamicForcingChainPlus,
            (_, true, _) => ExplainerRule::NishioForcingChain,
            (_, _, true) => ExplainerRule::DynamicForcingChain,
            _ => ExplainerRule::MultipleForcingChain,
        }
    }

    /// Returns the chains that runs of this mode may use, in order.
    fn inner(self) -> &'static [Inner] {
        match self.level {
            0 | 1 => &[],
            2 => &[Inner::Cycles],
            3 => &[Inner::Cycles, Inner::MULTIPLE],
            4 => &[Inner::DYNAMIC],
            5 => &[Inner::DYNAMIC, Inner::NESTED],
            _ => &[Inner::DYNAMIC, Inner::TWICE_NESTED],
        }
    }
}

/// Chains inside chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Inner {
    Cycles,
    Bundles(Mode),
}

impl Inner {
    const MULTIPLE: Self = Self::Bundles(Mode::MULTIPLE);
    const DYNAMIC: Self = Self::Bundles(Mode::dynamic(0));
    const NESTED: Self = Self::Bundles(Mode::dynamic(2));
    const TWICE_NESTED: Self = Self::Bundles(Mode::dynamic(3));
}

/// The finder of bundles, with room that it uses again and again.
pub(super) struct Engine<'a> {
    cancel: &'a Cancel,
    /// Rooms for runs, one for each depth of nesting.
    rooms: Vec<Runs>,
    sets: Vec<u64>,
    /// The sizes of chains inside chains, by the numbers that runs give them.
    nested: Vec<u32>,
    numbers: FxHashMap<(u64, u64), u32>,
    /// Chains inside chains of the solver's position, by the position they are found in.
    known: FxHashMap<(Inner, [u16; CELLS]), NestedList>,
    pub(super) is_stopped: bool,
}

impl<'a> Engine<'a> {
    pub(super) fn new(cancel: &'a Cancel) -> Self {
        Self {
            cancel,
            rooms: Vec::new(),
            sets: Vec::new(),
            nested: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            is_stopped: false,
        }
    }

    /// Forgets what belongs to a position that is no more.
    pub(super) fn forget(&mut self) {
        self.nested.clear();
        self.numbers.clear();
        self.known.clear();
    }

    /// Returns the easiest bundle of a mode.
    pub(super) fn find(&mut self, grid: &Grid, mode: Mode) -> Option<Found> {
        let mut runs = self.rooms.pop().unwrap_or_else(Runs::new);
        self.prepare(grid, mode, &mut runs, 0);
        let best = (!self.is_stopped)
            .then(|| {
                let mut search = Search::new(grid, mode, &runs, &self.nested, true);
                search.all();
                search.sorted().first().copied()
            })
            .flatten();
        let found = best.map(|best| {
            let conclusion = conclude(grid, best);
            let placement = conclusion.placement();
            let rating = mode.base_rating() + length_bonus(conclusion.complexity).0;
            Found { rule: mode.rule(), rating, removals: conclusion.removals, placement }
        });
        self.rooms.push(runs);
        found
    }

    /// Returns all bundles of `now` that do not exist in the position `before` it, smallest first,
    /// one for each conclusion.
    fn nested(&mut self, before: &Grid, now: &Grid, mode: Mode, depth: usize) -> Vec<Nested> {
        let mut runs = self.rooms.pop().unwrap_or_else(Runs::new);
        self.prepare(now, mode, &mut runs, depth);
        let mut list = Vec::new();
        if !self.is_stopped {
            let mut search = Search::new(now, mode, &runs, &self.nested, false);
            search.all();
            for best in search.sorted() {
                list.extend(into_nested(before, now, &runs, best));
            }
        }
        self.rooms.push(runs);
        list
    }

    /// Makes all runs of a position.
    fn prepare(&mut self, grid: &Grid, mode: Mode, runs: &mut Runs, depth: usize) {
        runs.clear();
        for cell in 0..CELLS {
            // Only contradictions and doubles ask what follows from a candidate that is off, and
            // only of cells with a choice.
            let both = mode.dynamic && grid.count(cell) > 1;
            let states: &[Key] = if both { &[1, 0] } else { &[1] };
            for digit in bits(grid.mask(cell)) {
                for state in states {
                    self.run(grid, mode, runs, off(cell, digit) + state, depth);
                    if self.is_stopped {
                        return;
                    }
                }
            }
        }
    }

    fn run(&mut self, grid: &Grid, mode: Mode, runs: &mut Runs, key: Key, depth: usize) {
        if depth == 0 && self.cancel.is_stopped() {
            self.is_stopped = true;
            return;
        }
        if runs.n == runs.runs.len() {
            runs.runs.push(Run::new());
        }
        let run = &mut runs.runs[runs.n];
        runs.n += 1;
        runs.of[key] = narrow(runs.n);
        run.start(key);
        let mut now = grid.clone();
        loop {
            run.follow(grid, &mut now, mode.dynamic, !mode.nishio);
            if mode.level == 0 || run.clash.is_some() || !self.advance(grid, &now, mode, run, depth)
            {
                break;
            }
        }
        run.count_all(&mut self.sets);
    }

    /// Adds what patterns and chains take away, returns whether they do.
    fn advance(
        &mut self,
        before: &Grid,
        now: &Grid,
        mode: Mode,
        run: &mut Run,
        depth: usize,
    ) -> bool {
        if by_patterns(before, now, run) {
            return true;
        }
        for &inner in mode.inner() {
            if self.cancel.is_stopped() {
                self.is_stopped = true;
                return false;
            }
            let list = self.chains(before, now, inner, depth);
            for nested in list.iter() {
                let number = self.number(nested);
                for &(cell, digits) in &nested.removals {
                    for digit in bits(digits) {
                        run.take_away(off(cell, digit), &nested.parents, number);
                    }
                }
            }
            if !list.is_empty() {
                return true;
            }
        }
        false
    }

    fn chains(&mut self, before: &Grid, now: &Grid, inner: Inner, depth: usize) -> NestedList {
        // Deeper, the position before differs from run to run.
        let place = (depth == 0).then(|| (inner, now.key()));
        if let Some(list) = place.as_ref().and_then(|place| self.known.get(place)) {
            return Rc::clone(list);
        }
        let list = Rc::new(match inner {
            Inner::Cycles => cycles::nested(before, now),
            Inner::Bundles(mode) => self.nested(before, now, mode, depth + 1),
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

/// Adds what the first kind of pattern that helps takes away, returns whether one does.
fn by_patterns(before: &Grid, now: &Grid, run: &mut Run) -> bool {
    let finders: [fn(&Grid, sets::Take<'_>) -> ControlFlow<()>; 4] = [
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
                .map(|(cell, digit)| narrow(cell * 9 + digit))
                .collect();
            // Without parents the pattern was there before.
            if !parents.is_empty() {
                any = true;
                for &(cell, digits) in &pattern.removals {
                    for digit in bits(digits) {
                        run.take_away(off(cell, digit), &parents, PLAIN);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        any
    })
}
