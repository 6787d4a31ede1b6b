//! The input of a finder (a position with shared derived data) and its output (a sink for steps).
//!
//! The derived data of a position are computed when a finder first asks for them, from the position
//! and from each other: the graph of links and paths in it, almost locked sets and their restricted
//! commons, rectangles, templates.

pub(crate) mod als;
pub(crate) mod links;
pub(crate) mod reachability;
pub(crate) mod rectangle;
pub(crate) mod restricted_commons;
pub(crate) mod template_search;

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::ControlFlow;

use gordian_core::Cancel;
use gordian_grid::Candidate;
use rustc_hash::FxHashSet;

use self::als::Als;
use self::links::{LinkGraph, NodeKinds};
use self::rectangle::{Rectangle, rectangles};
use self::restricted_commons::{Overlap, RestrictedCommons};
use crate::board::Board;
use crate::cells::Cells;
use crate::step::{Pattern, Step};
use crate::technique::Technique;

/// Whether a finder continues.
pub(crate) type Flow = ControlFlow<()>;

/// Results that stay valid from one position of a solution to the next.
#[derive(Debug)]
pub(crate) struct Memo<const W: usize> {
    /// For each digit (from 0): its places, and those of them that are in no template.
    impossible: RefCell<Vec<(Cells<W>, Cells<W>)>>,
    /// For each technique and digit: the places of the digit when no step was found.
    exhausted_digits: RefCell<KnownValues<Cells<W>>>,
    /// For each technique and house: the number of changes of the house when no step was found.
    exhausted_houses: RefCell<KnownValues<u32>>,
}

impl<const W: usize> Memo<W> {
    pub(crate) fn new() -> Self {
        Self {
            impossible: RefCell::default(),
            exhausted_digits: RefCell::new(KnownValues(Vec::new())),
            exhausted_houses: RefCell::new(KnownValues(Vec::new())),
        }
    }
}

/// An optional value for each technique and number.
#[derive(Debug)]
struct KnownValues<T>(Vec<Vec<Option<T>>>);

impl<T: Copy + PartialEq> KnownValues<T> {
    fn is(&self, technique: Technique, number: usize, value: T) -> bool {
        let row = self.0.get(technique as usize);
        row.and_then(|row| row.get(number)).is_some_and(|known| *known == Some(value))
    }

    fn set(&mut self, technique: Technique, number: usize, value: T) {
        let index = technique as usize;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Vec::new);
        }
        let row = &mut self.0[index];
        if row.len() <= number {
            row.resize(number + 1, None);
        }
        row[number] = Some(value);
    }
}

/// How many checks of a cancellation read the clock once.
const CHECKS_PER_POLL: u32 = 16;

/// A position with derived data that several techniques share, computed on first use.
///
/// Finders call [`continues`](Self::continues) in their loops, so that a search ends soon after it
/// was cancelled, also where a technique takes minutes. Derived data is then incomplete, but what
/// it implies remains valid.
pub(crate) struct Context<'a, const W: usize> {
    pub(crate) board: &'a Board<W>,
    memo: &'a Memo<W>,
    cancel: &'a Cancel,
    /// The number of calls of [`is_stopped`](Self::is_stopped).
    n_checks: Cell<u32>,
    is_stopped: Cell<bool>,
    sets: OnceCell<Vec<Als<W>>>,
    /// The restricted commons of the sets, without and with overlapping sets.
    commons: [OnceCell<RestrictedCommons>; 2],
    rectangles: OnceCell<Vec<Rectangle>>,
    /// The graphs of links, one for each [`NodeKinds`].
    links: [OnceCell<LinkGraph<W>>; 3],
}

impl<'a, const W: usize> Context<'a, W> {
    pub(crate) fn new(board: &'a Board<W>, memo: &'a Memo<W>, cancel: &'a Cancel) -> Self {
        Self {
            board,
            memo,
            cancel,
            // The first check reads the clock.
            n_checks: Cell::new(CHECKS_PER_POLL - 1),
            is_stopped: Cell::new(false),
            sets: OnceCell::new(),
            commons: Default::default(),
            rectangles: OnceCell::new(),
            links: Default::default(),
        }
    }

    /// Returns the token that stops the search.
    pub(crate) fn cancel(&self) -> &'a Cancel {
        self.cancel
    }

    /// Returns whether the search was cancelled; cheap enough for inner loops, where it may notice
    /// a cancellation only after [`CHECKS_PER_POLL`] calls.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        let n_checks = self.n_checks.get().wrapping_add(1);
        self.n_checks.set(n_checks);
        if n_checks.is_multiple_of(CHECKS_PER_POLL) && self.cancel.is_stopped() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get()
    }

    /// Breaks if the search was cancelled; see [`is_stopped`](Self::is_stopped).
    #[inline]
    pub(crate) fn continues(&self) -> Flow {
        if self.is_stopped() { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Returns the places of `digit` that are in no template. Patterns of the digit alone can
    /// eliminate no other places.
    pub(crate) fn cells_in_no_template(&self, digit: u8) -> Cells<W> {
        let places = self.board.places(digit);
        let mut known = self.memo.impossible.borrow_mut();
        let index = usize::from(digit - 1);
        if known.len() <= index {
            known.resize(index + 1, (Cells::EMPTY, Cells::EMPTY));
        }
        if known[index].0 != places {
            let impossible = template_search::cells_in_no_template(self, digit);
            if self.is_stopped.get() {
                return impossible;
            }
            known[index] = (places, impossible);
        }
        known[index].1
    }
}

impl<const W: usize> Context<'_, W> {
    /// Calls `find` for each digit for which patterns of the digit alone may have a new step.
    ///
    /// The steps that `find` finds must depend only on the places of the digit.
    pub(crate) fn each_digit(
        &self,
        steps: &mut StepSink<'_>,
        mut find: impl FnMut(&mut StepSink<'_>, u8) -> Flow,
    ) -> Flow {
        for digit in self.board.digits() {
            self.continues()?;
            if self.is_exhausted(steps, digit) {
                continue;
            }
            find(steps, digit)?;
            self.mark_exhausted(steps, digit);
        }
        Flow::Continue(())
    }

    /// Returns whether patterns of a digit alone cannot have a new step.
    pub(crate) fn is_exhausted(&self, steps: &StepSink<'_>, digit: u8) -> bool {
        let (places, number) = (self.board.places(digit), usize::from(digit));
        self.memo.exhausted_digits.borrow().is(steps.technique, number, places)
            || self.cells_in_no_template(digit).is_empty()
    }

    /// Records that all steps of a digit were found.
    pub(crate) fn mark_exhausted(&self, steps: &StepSink<'_>, digit: u8) {
        if !steps.thorough {
            let (places, number) = (self.board.places(digit), usize::from(digit));
            self.memo.exhausted_digits.borrow_mut().set(steps.technique, number, places);
        }
    }

    /// Calls `find` for each house that has changed since no step was found in it.
    ///
    /// Whether there are steps must depend only on the candidates in the house; fewer candidates
    /// elsewhere must not add steps.
    pub(crate) fn each_house(
        &self,
        steps: &mut StepSink<'_>,
        mut find: impl FnMut(&mut StepSink<'_>, usize) -> Flow,
    ) -> Flow {
        for house in 0..self.board.topology.houses.len() {
            self.in_houses(steps, house, &[house], |steps| find(steps, house))?;
        }
        Flow::Continue(())
    }

    /// Calls `find` for a choice of houses, as [`each_house`](Self::each_house) does; `number` is
    /// unique to this choice.
    pub(crate) fn in_houses(
        &self,
        steps: &mut StepSink<'_>,
        number: usize,
        houses: &[usize],
        find: impl FnOnce(&mut StepSink<'_>) -> Flow,
    ) -> Flow {
        self.continues()?;
        // The numbers only grow, so an equal sum means that all of them are equal.
        let n_changes = houses.iter().map(|&house| self.board.n_changes(house)).sum();
        if self.memo.exhausted_houses.borrow().is(steps.technique, number, n_changes) {
            return Flow::Continue(());
        }
        find(steps)?;
        if !steps.thorough {
            self.memo.exhausted_houses.borrow_mut().set(steps.technique, number, n_changes);
        }
        Flow::Continue(())
    }

    /// Returns the rectangles of open cells whose two digits could be exchanged.
    pub(crate) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| rectangles(self.board))
    }

    /// Returns the almost locked sets, the smallest first.
    pub(crate) fn almost_locked_sets(&self) -> &[Als<W>] {
        self.sets.get_or_init(|| als::almost_locked_sets(self))
    }

    /// Returns the restricted commons of the almost locked sets.
    pub(crate) fn restricted_commons(&self, overlap: Overlap) -> &RestrictedCommons {
        let make = || RestrictedCommons::new(self, self.almost_locked_sets(), overlap);
        self.commons[overlap as usize].get_or_init(make)
    }

    /// Returns the graph of links between nodes of these kinds.
    pub(crate) fn links(&self, kinds: NodeKinds) -> &LinkGraph<W> {
        self.links[kinds as usize].get_or_init(|| {
            let sets =
                if kinds == NodeKinds::AlmostLockedSets { self.almost_locked_sets() } else { &[] };
            LinkGraph::new(self, kinds, sets)
        })
    }
}

/// Receives the steps that a finder finds.
pub(crate) struct StepSink<'a> {
    /// The technique to find; finders of several techniques skip steps of the others.
    pub(crate) technique: Technique,
    /// Whether to find also the steps that a solution leaves to other techniques: chains through
    /// almost locked sets, and overlapping sets.
    pub(crate) thorough: bool,
    /// Whether two fish with the same base also form one step (Siamese fish), as in HoDoKu's
    /// library.
    pub(crate) pairs_siamese: bool,
    /// The conclusions so far and the limit, if each conclusion is passed on once.
    conclusions: Option<Conclusions>,
    receive: &'a mut dyn FnMut(Step) -> Flow,
}

/// The conclusions that a sink has seen.
struct Conclusions {
    /// Placements and eliminations.
    seen: FxHashSet<(Vec<Candidate>, Vec<Candidate>)>,
    limits: StepLimits,
    n_patterns: usize,
    is_limited: bool,
}

/// Limits of a list of steps. They count, so that the same steps are listed on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLimits {
    /// The maximum number of steps.
    pub max_steps: usize,
    /// The maximum number of patterns that a technique examines: most have the conclusion of an
    /// earlier one.
    pub max_patterns: usize,
}

impl Default for StepLimits {
    /// Returns limits that ordinary puzzles do not reach.
    fn default() -> Self {
        Self { max_steps: 10_000, max_patterns: 200_000 }
    }
}

impl<'a> StepSink<'a> {
    pub(crate) fn new(technique: Technique, receive: &'a mut dyn FnMut(Step) -> Flow) -> Self {
        Self { technique, thorough: false, pairs_siamese: false, conclusions: None, receive }
    }

    /// As [`new`](Self::new), but finds all steps of the technique, each conclusion once, within
    /// limits.
    pub(crate) fn thorough(
        technique: Technique,
        limits: StepLimits,
        receive: &'a mut dyn FnMut(Step) -> Flow,
    ) -> Self {
        let seen = FxHashSet::default();
        let conclusions = Conclusions { seen, limits, n_patterns: 0, is_limited: false };
        let conclusions = Some(conclusions);
        Self { technique, thorough: true, pairs_siamese: false, conclusions, receive }
    }

    /// Returns whether a limit kept steps from being passed on.
    pub(crate) fn is_limited(&self) -> bool {
        self.conclusions.as_ref().is_some_and(|conclusions| conclusions.is_limited)
    }

    /// Returns whether a finder that collects `n` patterns before it passes them on must stop
    /// collecting.
    pub(crate) fn is_full(&mut self, n: usize) -> bool {
        let Some(conclusions) = &mut self.conclusions else { return false };
        conclusions.is_limited |= n >= conclusions.limits.max_patterns;
        n >= conclusions.limits.max_patterns
    }

    /// Passes on a step that places one digit.
    pub(crate) fn place(&mut self, cell: usize, digit: u8, pattern: Pattern) -> Flow {
        self.pass_on(vec![Candidate::new(cell, digit)], Vec::new(), || pattern)
    }

    /// Passes on a step that places one digit in several cells; does nothing if there are none.
    pub(crate) fn place_all<const W: usize>(
        &mut self,
        digit: u8,
        cells: Cells<W>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if cells.is_empty() {
            return Flow::Continue(());
        }
        let placements = cells.iter().map(|cell| Candidate::new(cell, digit)).collect();
        self.pass_on(placements, Vec::new(), pattern)
    }

    /// Passes on a step that eliminates `digit` from `cells`; does nothing if there are none. The
    /// pattern is built only for a step.
    pub(crate) fn eliminate<const W: usize>(
        &mut self,
        digit: u8,
        cells: Cells<W>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if cells.is_empty() {
            return Flow::Continue(());
        }
        let eliminations = cells.iter().map(|cell| Candidate::new(cell, digit)).collect();
        self.eliminate_all(eliminations, pattern)
    }

    /// Passes on a step that eliminates candidates; does nothing if there are none.
    pub(crate) fn eliminate_all(
        &mut self,
        mut eliminations: Vec<Candidate>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if eliminations.is_empty() {
            return Flow::Continue(());
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        self.pass_on(Vec::new(), eliminations, pattern)
    }

    fn pass_on(
        &mut self,
        placements: Vec<Candidate>,
        eliminations: Vec<Candidate>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if let Some(conclusions) = &mut self.conclusions {
            conclusions.n_patterns += 1;
            let StepLimits { max_steps, max_patterns } = conclusions.limits;
            if conclusions.n_patterns > max_patterns {
                conclusions.is_limited = true;
                return Flow::Break(());
            }
            let conclusion = (placements.clone(), eliminations.clone());
            if conclusions.seen.contains(&conclusion) {
                return Flow::Continue(());
            }
            if conclusions.seen.len() >= max_steps {
                conclusions.is_limited = true;
                return Flow::Break(());
            }
            conclusions.seen.insert(conclusion);
        }
        let technique = self.technique;
        (self.receive)(Step { technique, placements, eliminations, pattern: pattern() })
    }
}
