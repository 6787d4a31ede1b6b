//! Conflict-driven clause learning (CDCL) over an exact cover.

use gordian_core::{ActivityHeap, IndexVec, Random, luby};

use super::analysis::ConflictAnalysis;
use super::clause_db::ClauseDb;
use super::cover::ExactCover;
use super::lit::{Lit, Var};
use super::state::{Conflict, Reason, State};
use crate::engine::Step;

/// The unit of the Luby restart sequence, in conflicts.
const RESTART_UNIT: u64 = 1024;

/// The number of conflicts before the first reduction of the clause database; each further interval
/// is longer by the same number.
const REDUCTION_INTERVAL: u64 = 300;

/// The number of decisions between two polls of the stop condition, if there are no conflicts.
const DECISIONS_PER_POLL: u32 = 256;

/// Clauses with an LBD up to this are never deleted.
const CORE_LBD: u32 = 2;

/// Clauses with an LBD up to this are kept while they are used.
const GOOD_LBD: u32 = 6;

/// The largest LBD and number of literals of clauses shared with other solvers.
const MAX_SHARED_LBD: u32 = 10;
const MAX_SHARED_LITERALS: usize = 50;

/// The LBD given to blocking clauses, which must never be deleted.
const PERMANENT_LBD: u32 = 1;

/// A clause to be shared with other solvers.
#[derive(Clone, Debug)]
pub(crate) struct SharedClause {
    pub(crate) lits: Vec<Lit>,
    pub(crate) lbd: u32,
}

/// A search for the solutions of a cover.
///
/// The search decides the most active variable, propagates, learns a clause from each conflict, and
/// backtracks to the level at which the clause forces a literal. It restarts from time to time and
/// deletes half of the worse clauses. The same seed, and the same clauses imported at the same
/// points, give the same search.
#[derive(Debug)]
pub(crate) struct CdclSolver<'c> {
    cover: &'c ExactCover,
    state: State,
    clauses: ClauseDb,
    heap: ActivityHeap<Var>,
    analysis: ConflictAnalysis,
    /// The saved phase of each variable: its last value.
    phases: IndexVec<Var, bool>,
    /// There are no further solutions.
    exhausted: bool,
    conflicts: u64,
    n_restarts: u64,
    next_restart: u64,
    reductions: u64,
    next_reduction: u64,
    /// Whether clauses are shared, and those to be shared.
    shares_clauses: bool,
    pub(crate) outbox: Vec<SharedClause>,
}

/// Activities are multiplied by this after each conflict.
///
/// Measured on 25×25 grids; 0.92, 0.95, 0.99 and 0.995 all need more conflicts.
const ACTIVITY_DECAY: f64 = 0.98;

/// Returns a heap of all variables with almost equal activities that differ randomly.
fn new_heap(n_vars: usize, random: &mut Random) -> ActivityHeap<Var> {
    let mut heap = ActivityHeap::new(ACTIVITY_DECAY);
    for _ in 0..n_vars {
        let chance = u32::try_from(random.bits() >> 40).expect("24 bits");
        heap.push(f64::from(chance) * 1e-9);
    }
    heap
}

impl<'c> CdclSolver<'c> {
    pub(crate) fn new(cover: &'c ExactCover, seed: u64, sends: bool) -> Self {
        let n = cover.n_vars();
        Self {
            cover,
            state: State::new(cover),
            clauses: ClauseDb::new(n),
            heap: new_heap(n, &mut Random::new(seed)),
            analysis: ConflictAnalysis::new(n),
            phases: vec![false; n].into(),
            exhausted: false,
            conflicts: 0,
            n_restarts: 0,
            next_restart: RESTART_UNIT,
            reductions: 0,
            next_reduction: REDUCTION_INTERVAL,
            shares_clauses: sends,
            outbox: Vec::new(),
        }
    }

    /// Returns the number of conflicts so far.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Returns the true variables: those of a solution, if the search is at one.
    pub(crate) fn true_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.state.trail().iter().filter(|lit| !lit.is_negative()).map(|lit| lit.var())
    }

    /// Returns whether all literals are false.
    pub(crate) fn falsifies(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.state.is_false(lit))
    }

    /// Searches until the next solution, the end, or this many further conflicts. Also pauses when
    /// `stop` returns true; it is called after each conflict and between many decisions.
    pub(crate) fn advance(&mut self, conflicts: u64, stop: &mut dyn FnMut() -> bool) -> Step {
        let end = self.conflicts.saturating_add(conflicts);
        let mut decisions_left = DECISIONS_PER_POLL;
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
                self.learn_from(conflict);
                decisions_left = 0;
            } else if self.conflicts >= self.next_restart {
                self.restart();
            } else if self.conflicts >= self.next_reduction {
                self.reduce();
            } else if decisions_left == 0 {
                if stop() {
                    return Step::Paused;
                }
                decisions_left = DECISIONS_PER_POLL;
            } else {
                decisions_left -= 1;
                let Some(lit) = self.pick_decision() else { return Step::Solution };
                self.state.decide(self.cover, lit);
            }
        }
        Step::Exhausted
    }

    /// Returns the literal to decide, or `None` if all variables are decided.
    fn pick_decision(&mut self) -> Option<Lit> {
        loop {
            let var = self.heap.pop()?;
            let lit = Lit::positive(var);
            if self.state.is_unassigned(lit) {
                return Some(if self.phases[var] { lit } else { !lit });
            }
        }
    }

    fn learn_from(&mut self, conflict: Conflict) {
        let Self { cover, clauses, state, heap, analysis, .. } = self;
        let learnt = analysis.learn(cover, clauses, state, heap, conflict);
        self.heap.decay();
        self.backtrack(learnt.backtrack_level);
        let lits = std::mem::take(&mut self.analysis.clause);
        if self.shares_clauses && learnt.lbd <= MAX_SHARED_LBD && lits.len() <= MAX_SHARED_LITERALS
        {
            self.outbox.push(SharedClause { lits: lits.clone(), lbd: learnt.lbd });
        }
        self.add_asserting_clause(&lits, learnt.lbd);
        self.analysis.clause = lits;
    }

    /// Adds a clause whose first literal is unassigned and whose other literals are false, and
    /// assigns the first one.
    fn add_asserting_clause(&mut self, lits: &[Lit], lbd: u32) {
        let reason = match lits {
            [_] => Reason::None,
            _ => Reason::Clause(self.clauses.add(lits, lbd)),
        };
        self.state.assign(self.cover, lits[0], reason);
    }

    fn backtrack(&mut self, level: usize) {
        let Self { cover, state, heap, phases, .. } = self;
        state.backtrack(cover, level, |lit| {
            phases[lit.var()] = !lit.is_negative();
            heap.insert(lit.var());
        });
    }

    fn restart(&mut self) {
        self.n_restarts += 1;
        self.next_restart = self.conflicts + RESTART_UNIT * luby(self.n_restarts);
        self.backtrack(0);
    }

    /// Deletes half of the clauses that have a high LBD or have not been used recently.
    fn reduce(&mut self) {
        self.reductions += 1;
        self.next_reduction = self.conflicts + REDUCTION_INTERVAL * (self.reductions + 1);
        let mut worse = Vec::new();
        let mut kept = Vec::new();
        for at in 0..self.clauses.n_clauses() {
            let clause = self.clauses.refs()[at];
            let was_used = self.clauses.age(clause);
            let lbd = self.clauses.lbd(clause);
            let is_good = lbd <= CORE_LBD || lbd <= GOOD_LBD && was_used;
            if is_good || self.state.is_reason(clause, self.clauses.lit(clause, 0)) {
                kept.push(clause);
            } else {
                worse.push(clause);
            }
        }
        // Of clauses with equal LBD, the newer ones stay.
        worse.sort_by_key(|&clause| (self.clauses.lbd(clause), std::cmp::Reverse(clause)));
        worse.truncate(worse.len() / 2);
        kept.append(&mut worse);
        kept.sort_unstable();
        self.clauses.retain(&kept);
        self.state.remap_reasons(&kept, self.clauses.refs());
    }

    /// Blocks the current solution and returns the blocking clause.
    pub(crate) fn block_solution(&mut self) -> Vec<Lit> {
        // The last decision comes first, because it is the one that is flipped.
        let lits: Vec<Lit> = self.state.decisions().rev().map(|lit| !lit).collect();
        if lits.is_empty() {
            self.exhausted = true;
        } else {
            self.backtrack(self.state.level() - 1);
            self.add_asserting_clause(&lits, PERMANENT_LBD);
        }
        lits
    }

    /// Imports a clause that another solver of the same cover has learnt, or a blocking clause.
    /// Backtracks to level 0.
    pub(crate) fn import_clause(&mut self, lits: &[Lit], lbd: u32) {
        self.backtrack(0);
        if self.exhausted || self.state.propagate(self.cover, &mut self.clauses).is_some() {
            self.exhausted = true;
            return;
        }
        if lits.iter().any(|&lit| self.state.is_true(lit)) {
            return;
        }
        let open: Vec<Lit> =
            lits.iter().copied().filter(|&lit| self.state.is_unassigned(lit)).collect();
        match open[..] {
            [] => self.exhausted = true,
            [_] => self.add_asserting_clause(&open, lbd),
            _ => {
                self.clauses.add(&open, lbd);
            }
        }
    }

    /// Imports a blocking clause, which must never be deleted; see [`Self::import_clause`].
    pub(crate) fn import_blocking_clause(&mut self, lits: &[Lit]) {
        self.import_clause(lits, PERMANENT_LBD);
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::{Cancel, Index};

    use super::super::cover::Presolved;
    use super::*;
    use crate::tasks::balanced_holes;
    use crate::{Finder, SearchLimits};
    use gordian_grid::{Candidates, Layout};

    /// Returns all solutions of a grid.
    fn solutions(layout: &Layout, start: &Candidates) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
        let found = Finder::new(layout).find(start, &limits, &Cancel::new(), &mut |digits| {
            all.push(digits.to_vec());
        });
        assert_eq!(found.stopped, None);
        all
    }

    /// Checks that watch lists are complete, and that reason clauses satisfy their invariant.
    fn check_clauses(solver: &CdclSolver<'_>) {
        let clauses = &solver.clauses;
        let n_watches: usize = clauses.watches.iter().map(Vec::len).sum();
        assert_eq!(n_watches, 2 * clauses.n_clauses());
        for at in 0..2 * solver.cover.n_vars() {
            let lit = Lit::from_usize(at);
            for watch in &clauses.watches[lit] {
                assert!([0, 1].iter().any(|&k| clauses.lit(watch.clause, k) == lit));
            }
        }
        for &lit in solver.state.trail() {
            let info = solver.state.info(lit.var());
            if let (Reason::Clause(clause), 1..) = (info.reason, info.level) {
                assert_eq!(clauses.lit(clause, 0), lit);
                assert!(clauses.lits(clause).skip(1).all(|lit| solver.state.is_false(lit)));
            }
        }
    }

    /// Searches for up to `max` conflicts and checks that each learnt clause holds for the
    /// solutions of `left` (some or all solutions) that are not blocked yet.
    fn check_learnt_clauses(
        layout: &Layout,
        start: &Candidates,
        mut left: Vec<Vec<u8>>,
        is_all: bool,
        max: u64,
    ) -> u64 {
        let Presolved::Open(candidates, cover) = Presolved::new(layout, start) else {
            assert!(left.is_empty());
            return 0;
        };
        let holds = |lit: Lit, digits: &[u8]| {
            let (cell, digit) = cover.candidate(lit.var());
            (digits[cell] == digit) != lit.is_negative()
        };
        let mut solver = CdclSolver::new(&cover, max, true);
        loop {
            let step = solver.advance(1, &mut || false);
            for sent in solver.outbox.drain(..) {
                let holds = |digits: &Vec<u8>| sent.lits.iter().any(|&lit| holds(lit, digits));
                assert!(left.iter().all(holds), "{sent:?} does not hold");
            }
            if solver.conflicts() % 100 < 3 {
                check_clauses(&solver);
            }
            match step {
                Step::Paused if solver.conflicts() < max => {}
                Step::Paused => return max,
                Step::Exhausted => {
                    assert!(left.is_empty(), "{} solutions were not found", left.len());
                    return solver.conflicts();
                }
                Step::Solution => {
                    let mut digits: Vec<u8> = (0..layout.n_cells())
                        .map(|cell| candidates.digits(cell).next().unwrap_or(0))
                        .collect();
                    for var in solver.true_vars() {
                        let (cell, digit) = cover.candidate(var);
                        digits[cell] = digit;
                    }
                    let before = left.len();
                    left.retain(|other| *other != digits);
                    assert!(!is_all || left.len() + 1 == before, "not a new solution");
                    solver.block_solution();
                }
            }
        }
    }

    #[test]
    fn learnt_clauses_follow_from_cover_and_blocking_clauses() {
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
            conflicts += check_learnt_clauses(layout, &start, all, true, 5000);
        }
        assert!(conflicts > 1000, "{conflicts}");
    }

    /// Two solvers share all clauses all the time.
    #[test]
    fn solvers_that_share_clauses_find_each_solution_once() {
        let layout = Layout::latin(5).unwrap();
        let mut random = Random::new(8);
        for _ in 0..20 {
            let mut start = Candidates::all(&layout);
            for mask in start.masks_mut() {
                *mask &= random.bits() | random.bits();
            }
            let n_solutions = solutions(&layout, &start).len();
            let Presolved::Open(_, cover) = Presolved::new(&layout, &start) else { continue };
            let mut pair = [1, 2].map(|seed| CdclSolver::new(&cover, seed, true));
            let mut n_found = 0;
            for turn in 0.. {
                let [a, b] = &mut pair;
                let (me, other) = if turn % 2 == 0 { (a, b) } else { (b, a) };
                match me.advance(3, &mut || false) {
                    Step::Exhausted => break,
                    Step::Paused => {}
                    Step::Solution => {
                        n_found += 1;
                        other.import_blocking_clause(&me.block_solution());
                    }
                }
                for sent in me.outbox.drain(..) {
                    other.import_clause(&sent.lits, sent.lbd);
                }
            }
            assert_eq!(n_found, n_solutions);
        }
    }

    /// Long enough for many reductions and restarts.
    #[test]
    fn clause_deletion_keeps_the_search_correct() {
        let layout = Layout::boxes(6, 6).unwrap();
        let made = balanced_holes(&layout, 640, 1).unwrap();
        let start = Candidates::of(&made.puzzle);
        let conflicts = check_learnt_clauses(&layout, &start, vec![made.solution], false, 4000);
        assert_eq!(conflicts, 4000);
    }

    #[test]
    fn reduction_keeps_low_lbd_and_recently_used_clauses() {
        let layout = Layout::latin(6).unwrap();
        let start = Candidates::all(&layout);
        let Presolved::Open(_, cover) = Presolved::new(&layout, &start) else {
            panic!("an empty grid")
        };
        let mut solver = CdclSolver::new(&cover, 0, false);
        let lit = |var: usize| Lit::negative(Var::from_usize(var));
        for lbd in 1..=20 {
            solver.clauses.add(&[lit(0), lit(usize::try_from(lbd).unwrap())], lbd);
        }
        let levels = |solver: &CdclSolver<'_>| -> Vec<u32> {
            let all = solver.clauses.refs().iter();
            all.map(|&clause| solver.clauses.lbd(clause)).collect()
        };
        solver.reduce();
        assert_eq!(levels(&solver), (1..=13).collect::<Vec<_>>(), "half of those of 7 to 20");
        check_clauses(&solver);
        // Those of 3 to 6 count as used for two reductions; then they are deleted, too.
        solver.reduce();
        assert_eq!(levels(&solver), (1..=9).collect::<Vec<_>>());
        solver.reduce();
        assert_eq!(levels(&solver), (1..=5).collect::<Vec<_>>());
        check_clauses(&solver);
    }
}
