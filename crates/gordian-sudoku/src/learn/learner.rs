//! The search that learns.

use gordian_core::{IndexVec, Random};

use super::analysis::Analysis;
use super::clauses::Clauses;
use super::cover::Cover;
use super::lit::{Choice, Lit};
use super::order::Order;
use super::state::{Conflict, Reason, State};
use crate::engine::Step;

/// Conflicts of the shortest run between two restarts.
const RUN: u64 = 1024;

/// After so many conflicts, and then each time after so many more than before, clauses are thrown
/// away.
const REDUCTION: u64 = 300;

/// Decisions between two looks at whether to stop, where there are no conflicts.
const PATIENCE: u32 = 256;

/// Clauses that touch up to so many levels are kept for ever.
const CORE_LEVELS: u32 = 2;

/// Clauses that touch up to so many levels are kept while they are used.
const GOOD_LEVELS: u32 = 6;

/// Clauses that touch more levels than this, or have more literals, are not worth sending to others.
const SENT_LEVELS: u32 = 10;
const SENT_LITERALS: usize = 50;

/// Levels of a clause that must be kept: one that forbids a solution.
const KEPT: u32 = 1;

/// A clause on its way to another learner.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) lits: Vec<Lit>,
    pub(crate) n_levels: u32,
}

/// A search of a cover for choices that keep to all its groups.
///
/// It decides the most active choice, draws conclusions, and learns a clause from each conflict,
/// which takes it back to where the clause would have forced a literal. Now and then it starts anew
/// and throws half of the worse clauses away. The same seed, and the same clauses received at the
/// same points, give the same search.
#[derive(Debug)]
pub(crate) struct Learner<'c> {
    cover: &'c Cover,
    state: State,
    clauses: Clauses,
    order: Order,
    analysis: Analysis,
    /// Whether each choice was taken when it was last decided.
    phases: IndexVec<Choice, bool>,
    /// There are no further solutions.
    exhausted: bool,
    conflicts: u64,
    runs: u64,
    next_restart: u64,
    reductions: u64,
    next_reduction: u64,
    /// Whether clauses are sent, and those to be sent.
    sends: bool,
    pub(crate) outbox: Vec<Sent>,
}

impl<'c> Learner<'c> {
    pub(crate) fn new(cover: &'c Cover, seed: u64, sends: bool) -> Self {
        let n = cover.n_choices();
        Self {
            cover,
            state: State::new(cover),
            clauses: Clauses::new(n),
            order: Order::new(n, &mut Random::new(seed)),
            analysis: Analysis::new(n),
            phases: vec![false; n].into(),
            exhausted: false,
            conflicts: 0,
            runs: 0,
            next_restart: RUN,
            reductions: 0,
            next_reduction: REDUCTION,
            sends,
            outbox: Vec::new(),
        }
    }

    /// Returns the number of conflicts so far.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Returns the choices that are taken: those of a solution, where it stands at one.
    pub(crate) fn taken(&self) -> impl Iterator<Item = Choice> + '_ {
        self.state.trail().iter().filter(|lit| !lit.is_left()).map(|lit| lit.choice())
    }

    /// Returns whether all literals are false.
    pub(crate) fn refutes(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.state.is_false(lit))
    }

    /// Searches until the next solution, the end, or so many further conflicts; also pauses when
    /// `stop` says so, which is asked after each conflict and between many decisions.
    pub(crate) fn advance(&mut self, conflicts: u64, stop: &mut dyn FnMut() -> bool) -> Step {
        let end = self.conflicts.saturating_add(conflicts);
        let mut patience = PATIENCE;
        while !self.exhausted {
            if self.conflicts >= end {
                return Step::Paused;
            }
            if let Some(conflict) = self.state.propagate(self.cover, &mut self.clauses) {
                self.conflicts += 1;
                if self.state.level() == 0 {
                    self.exhausted = true;
                    break;
                }
                self.learn(conflict);
                patience = 0;
            } else if self.conflicts >= self.next_restart {
                self.restart();
            } else if self.conflicts >= self.next_reduction {
                self.reduce();
            } else if patience == 0 {
                if stop() {
                    return Step::Paused;
                }
                patience = PATIENCE;
            } else {
                patience -= 1;
                let Some(lit) = self.choose() else { return Step::Solution };
                self.state.decide(self.cover, lit);
            }
        }
        Step::Exhausted
    }

    /// Returns the literal to be decided; `None` if everything is.
    fn choose(&mut self) -> Option<Lit> {
        loop {
            let choice = self.order.pop()?;
            let taken = Lit::taken(choice);
            if self.state.is_open(taken) {
                return Some(if self.phases[choice] { taken } else { !taken });
            }
        }
    }

    fn learn(&mut self, conflict: Conflict) {
        let Self { cover, clauses, state, order, analysis, .. } = self;
        let lesson = analysis.learn(cover, clauses, state, order, conflict);
        self.order.fade();
        self.backtrack(lesson.back);
        let lits = std::mem::take(&mut self.analysis.clause);
        if self.sends && lesson.n_levels <= SENT_LEVELS && lits.len() <= SENT_LITERALS {
            self.outbox.push(Sent { lits: lits.clone(), n_levels: lesson.n_levels });
        }
        self.assert(&lits, lesson.n_levels);
        self.analysis.clause = lits;
    }

    /// Adds a clause of which all literals but the first are false, and the first is open.
    fn assert(&mut self, lits: &[Lit], n_levels: u32) {
        let reason = match lits {
            [_] => Reason::None,
            _ => Reason::Clause(self.clauses.add(lits, n_levels)),
        };
        self.state.assign(self.cover, lits[0], reason);
    }

    fn backtrack(&mut self, level: usize) {
        let Self { cover, state, order, phases, .. } = self;
        state.backtrack(cover, level, |lit| {
            phases[lit.choice()] = !lit.is_left();
            order.insert(lit.choice());
        });
    }

    fn restart(&mut self) {
        self.runs += 1;
        self.next_restart = self.conflicts + RUN * luby(self.runs + 1);
        self.backtrack(0);
    }

    /// Throws away half of the clauses that touch many levels or were not used for long.
    fn reduce(&mut self) {
        self.reductions += 1;
        self.next_reduction = self.conflicts + REDUCTION * (self.reductions + 1);
        let mut worse = Vec::new();
        let mut kept = Vec::new();
        for at in 0..self.clauses.n_clauses() {
            let clause = self.clauses.all()[at];
            let was_used = self.clauses.age(clause);
            let n_levels = self.clauses.n_levels(clause);
            let is_good = n_levels <= CORE_LEVELS || n_levels <= GOOD_LEVELS && was_used;
            if is_good || self.state.needs(clause, self.clauses.lit(clause, 0)) {
                kept.push(clause);
            } else {
                worse.push(clause);
            }
        }
        // Of equally good ones, the later stay.
        worse.sort_by_key(|&clause| (self.clauses.n_levels(clause), std::cmp::Reverse(clause)));
        worse.truncate(worse.len() / 2);
        kept.append(&mut worse);
        kept.sort_unstable();
        self.clauses.keep(&kept);
        self.state.rename(&kept, self.clauses.all());
    }

    /// Forbids the solution it stands at; returns the clause that does it.
    pub(crate) fn forbid(&mut self) -> Vec<Lit> {
        // The last decision comes first: it is the one that is turned.
        let lits: Vec<Lit> = self.state.decisions().rev().map(|lit| !lit).collect();
        if lits.is_empty() {
            self.exhausted = true;
        } else {
            self.backtrack(self.state.level() - 1);
            self.assert(&lits, KEPT);
        }
        lits
    }

    /// Takes over a clause that another learner of the same cover learnt, or that forbids a solution
    /// it found. Goes back to level 0.
    pub(crate) fn receive(&mut self, lits: &[Lit], n_levels: u32) {
        self.backtrack(0);
        if self.exhausted || self.state.propagate(self.cover, &mut self.clauses).is_some() {
            self.exhausted = true;
            return;
        }
        if lits.iter().any(|&lit| self.state.is_true(lit)) {
            return;
        }
        let open: Vec<Lit> = lits.iter().copied().filter(|&lit| self.state.is_open(lit)).collect();
        match open[..] {
            [] => self.exhausted = true,
            [_] => self.assert(&open, n_levels),
            _ => {
                self.clauses.add(&open, n_levels);
            }
        }
    }

    /// As [`Self::receive`], for a clause that must not be forgotten.
    pub(crate) fn receive_forbidden(&mut self, lits: &[Lit]) {
        self.receive(lits, KEPT);
    }
}

/// Returns the `k`-th number (from 1) of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...
///
/// *Source*: M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
/// Information Processing Letters 47, 1993.
fn luby(k: u64) -> u64 {
    let power = (k + 1).next_power_of_two();
    if power == k + 1 { power / 2 } else { luby(k + 1 - power / 2) }
}

#[cfg(test)]
mod tests {
    use gordian_core::{Cancel, Index};

    use super::super::cover::Root;
    use super::*;
    use crate::tasks::balanced_holes;
    use crate::{Candidates, Finder, Layout, SearchLimits};

    #[test]
    fn runs_are_those_of_luby() {
        let first: Vec<u64> = (1..=16).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
    }

    /// Returns all solutions of a grid.
    fn solutions(layout: &Layout, start: &Candidates) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let query = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
        let found = Finder::new(layout).find(start, &query, &Cancel::new(), &mut |digits| {
            all.push(digits.to_vec());
        });
        assert_eq!(found.stopped, None);
        all
    }

    /// Watches are complete, and clauses that force a literal are as they must be.
    fn check_clauses(learner: &Learner<'_>) {
        let clauses = &learner.clauses;
        let n_watches: usize = clauses.watches.iter().map(Vec::len).sum();
        assert_eq!(n_watches, 2 * clauses.n_clauses());
        for at in 0..2 * learner.cover.n_choices() {
            let lit = Lit::from_usize(at);
            for watch in &clauses.watches[lit] {
                assert!([0, 1].iter().any(|&k| clauses.lit(watch.clause, k) == lit));
            }
        }
        for &lit in learner.state.trail() {
            let info = learner.state.info(lit.choice());
            if let (Reason::Clause(clause), 1..) = (info.reason, info.level) {
                assert_eq!(clauses.lit(clause, 0), lit);
                assert!(clauses.lits(clause).skip(1).all(|lit| learner.state.is_false(lit)));
            }
        }
    }

    /// Searches for up to `max` conflicts, and has each clause that is learnt hold for the solutions
    /// of `left`, some or all there are, that are not forbidden yet.
    fn check_lessons(
        layout: &Layout,
        start: &Candidates,
        mut left: Vec<Vec<u8>>,
        is_all: bool,
        max: u64,
    ) -> u64 {
        let Root::Open(candidates, cover) = Root::new(layout, start) else {
            assert!(left.is_empty());
            return 0;
        };
        let holds = |lit: Lit, digits: &[u8]| {
            let (cell, digit) = cover.name(lit.choice());
            (digits[cell] == digit) != lit.is_left()
        };
        let mut learner = Learner::new(&cover, max, true);
        loop {
            let step = learner.advance(1, &mut || false);
            for sent in learner.outbox.drain(..) {
                let holds = |digits: &Vec<u8>| sent.lits.iter().any(|&lit| holds(lit, digits));
                assert!(left.iter().all(holds), "{sent:?} is not so");
            }
            if learner.conflicts() % 100 < 3 {
                check_clauses(&learner);
            }
            match step {
                Step::Paused if learner.conflicts() < max => {}
                Step::Paused => return max,
                Step::Exhausted => {
                    assert!(left.is_empty(), "{} were not found", left.len());
                    return learner.conflicts();
                }
                Step::Solution => {
                    let mut digits: Vec<u8> = (0..layout.n_cells())
                        .map(|cell| candidates.digits(cell).next().unwrap_or(0))
                        .collect();
                    for choice in learner.taken() {
                        let (cell, digit) = cover.name(choice);
                        digits[cell] = digit;
                    }
                    let before = left.len();
                    left.retain(|other| *other != digits);
                    assert!(!is_all || left.len() + 1 == before, "found twice, or none");
                    learner.forbid();
                }
            }
        }
    }

    #[test]
    fn lessons_follow_from_the_cover_and_what_is_forbidden() {
        let mut random = Random::new(1);
        let mut conflicts = 0;
        let diagonal = Layout::latin(5).unwrap().with_main_diagonal();
        let layouts = [Layout::latin(5).unwrap(), diagonal];
        for turn in 0..60 {
            let layout = &layouts[turn % 2];
            let mut start = Candidates::all(layout);
            for mask in start.masks_mut() {
                *mask &= random.bits() | random.bits();
            }
            let all = solutions(layout, &start);
            conflicts += check_lessons(layout, &start, all, true, 5000);
        }
        assert!(conflicts > 1000, "{conflicts}");
    }

    /// Two learners tell each other everything, all the time.
    #[test]
    fn learners_that_exchange_clauses_find_each_solution_once() {
        let layout = Layout::latin(5).unwrap();
        let mut random = Random::new(8);
        for _ in 0..20 {
            let mut start = Candidates::all(&layout);
            for mask in start.masks_mut() {
                *mask &= random.bits() | random.bits();
            }
            let n_solutions = solutions(&layout, &start).len();
            let Root::Open(_, cover) = Root::new(&layout, &start) else { continue };
            let mut pair = [1, 2].map(|seed| Learner::new(&cover, seed, true));
            let mut n_found = 0;
            for turn in 0.. {
                let [a, b] = &mut pair;
                let (me, other) = if turn % 2 == 0 { (a, b) } else { (b, a) };
                match me.advance(3, &mut || false) {
                    Step::Exhausted => break,
                    Step::Paused => {}
                    Step::Solution => {
                        n_found += 1;
                        other.receive_forbidden(&me.forbid());
                    }
                }
                for sent in me.outbox.drain(..) {
                    other.receive(&sent.lits, sent.n_levels);
                }
            }
            assert_eq!(n_found, n_solutions);
        }
    }

    /// Long enough for many reductions and restarts.
    #[test]
    fn nothing_is_lost_when_clauses_are_thrown_away() {
        let layout = Layout::boxes(6, 6).unwrap();
        let made = balanced_holes(&layout, 640, 1).unwrap();
        let start = Candidates::of(&made.puzzle);
        let conflicts = check_lessons(&layout, &start, vec![made.solution], false, 4000);
        assert_eq!(conflicts, 4000);
    }

    #[test]
    fn a_reduction_keeps_what_is_worth_it() {
        let layout = Layout::latin(6).unwrap();
        let start = Candidates::all(&layout);
        let Root::Open(_, cover) = Root::new(&layout, &start) else { panic!("an empty grid") };
        let mut learner = Learner::new(&cover, 0, false);
        let lit = |choice: usize| Lit::left(Choice::from_usize(choice));
        for n_levels in 1..=20 {
            learner.clauses.add(&[lit(0), lit(usize::try_from(n_levels).unwrap())], n_levels);
        }
        let levels = |learner: &Learner<'_>| -> Vec<u32> {
            let all = learner.clauses.all().iter();
            all.map(|&clause| learner.clauses.n_levels(clause)).collect()
        };
        learner.reduce();
        assert_eq!(levels(&learner), (1..=13).collect::<Vec<_>>(), "half of those of 7 to 20");
        check_clauses(&learner);
        // Those of 3 to 6 count as used for two reductions; then they are thrown away, too.
        learner.reduce();
        assert_eq!(levels(&learner), (1..=9).collect::<Vec<_>>());
        learner.reduce();
        assert_eq!(levels(&learner), (1..=5).collect::<Vec<_>>());
        check_clauses(&learner);
    }
}
