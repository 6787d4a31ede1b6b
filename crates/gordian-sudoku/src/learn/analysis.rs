//! Conflict analysis.
//!
//! A conflict is a set of false literals that cannot all be false in a solution. Resolving a
//! literal with its reason gives another such set. Literals are resolved, the latest first, until
//! only one of the current level is left (the first *unique implication point*): the clause of that
//! set would have forced the negation of this literal at an earlier level.
//!
//! *Invariant*: every learnt clause follows from the cover and the clauses in the database.
//!
//! *Source*: J. P. Marques-Silva, K. A. Sakallah, "GRASP: a search algorithm for propositional
//! satisfiability", IEEE Transactions on Computers 48, 1999; N. Sörensson, A. Biere, "Minimizing
//! learned clauses", SAT 2009.

use gordian_core::{ActivityHeap, IndexVec};

use super::clause_db::{ClauseDb, ClauseRef};
use super::cover::ExactCover;
use super::lit::{Lit, Var};
use super::state::{Conflict, Reason, State};

/// The maximum recursion depth of clause minimisation.
const MAX_MINIMISE_DEPTH: u32 = 30;

/// The number of implication steps behind the literals of the learnt clause in which variables are
/// bumped (reason-side bumping).
///
/// Measured on 25×25 grids: twice as many conflicts without it, a fifth more with one step.
const REASON_SIDE_STEPS: u32 = 2;

/// The state of a variable in the current analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// Its literal is in the clause, or will be resolved.
    Seen,
    /// Its literal was resolved with its reason.
    Resolved,
    /// Its literal is implied by others of the clause.
    Implied,
    /// Its literal is not implied, as far as the search went.
    NotImplied,
    /// It was bumped as a reason-side variable.
    Bumped,
}

/// A learnt clause; its literals are in [`ConflictAnalysis::clause`].
#[derive(Debug)]
pub(crate) struct LearntClause {
    /// The literal block distance (LBD): the number of distinct levels of its literals.
    pub(crate) lbd: u32,
    /// The level to backtrack to, at which the clause forces its first literal.
    pub(crate) backtrack_level: usize,
}

/// The working memory of conflict analysis.
#[derive(Debug)]
pub(crate) struct ConflictAnalysis {
    /// The learnt clause. Its first literal is the asserting one, its second one is of the
    /// backtrack level.
    pub(crate) clause: Vec<Lit>,
    marks: IndexVec<Var, Mark>,
    /// Variables whose marks are not `None`.
    marked: Vec<Var>,
    lits: Vec<Lit>,
    levels: LevelSet,
}

/// A set of levels that is cleared in constant time.
#[derive(Debug)]
struct LevelSet {
    stamps: Vec<u64>,
    now: u64,
}

impl LevelSet {
    fn clear(&mut self) {
        self.now += 1;
    }

    /// Adds a level; returns whether it is new.
    fn insert(&mut self, level: u32) -> bool {
        std::mem::replace(&mut self.stamps[level as usize], self.now) != self.now
    }

    fn contains(&self, level: u32) -> bool {
        self.stamps[level as usize] == self.now
    }
}

/// The solver state that the analysis reads.
#[derive(Clone, Copy)]
struct AnalysisContext<'a> {
    cover: &'a ExactCover,
    clauses: &'a ClauseDb,
    state: &'a State,
}

impl ConflictAnalysis {
    pub(crate) fn new(n_vars: usize) -> Self {
        Self {
            clause: Vec::new(),
            marks: vec![Mark::None; n_vars].into(),
            marked: Vec::new(),
            lits: Vec::new(),
            levels: LevelSet { stamps: vec![0; n_vars + 1], now: 0 },
        }
    }

    /// Learns a clause from a conflict above level 0, and bumps the variables involved.
    pub(crate) fn learn(
        &mut self,
        cover: &ExactCover,
        clauses: &mut ClauseDb,
        state: &State,
        heap: &mut ActivityHeap<Var>,
        conflict: Conflict,
    ) -> LearntClause {
        self.resolve(cover, clauses, state, heap, conflict);
        let view = AnalysisContext { cover, clauses, state };
        self.bump_reason_side(view, heap);
        self.minimise(view);
        for var in self.marked.drain(..) {
            self.marks[var] = Mark::None;
        }
        let level = |lit: &Lit| state.info(lit.var()).level;
        let second = (1..self.clause.len()).max_by_key(|&k| level(&self.clause[k]));
        let back = second.map_or(0, |second| {
            self.clause.swap(1, second);
            level(&self.clause[1]) as usize
        });
        LearntClause {
            lbd: lbd(&mut self.levels, state, self.clause.iter().copied()),
            backtrack_level: back,
        }
    }

    /// Derives the clause of the first unique implication point.
    fn resolve(
        &mut self,
        cover: &ExactCover,
        clauses: &mut ClauseDb,
        state: &State,
        heap: &mut ActivityHeap<Var>,
        conflict: Conflict,
    ) {
        self.clause.clear();
        self.lits.clear();
        match conflict {
            Conflict::Group(a, b) => self.lits.extend([Lit::negative(a), Lit::negative(b)]),
            Conflict::Clause(clause) => {
                self.lits.extend(clauses.lits(clause));
                self.mark_used(clauses, state, clause);
            }
        }
        let mut n_open = 0;
        let mut trail = state.trail().iter().rev();
        loop {
            for k in 0..self.lits.len() {
                let lit = self.lits[k];
                let var = lit.var();
                let level = state.info(var).level;
                if level > 0 && self.mark_var(var, Mark::Seen) {
                    heap.bump(var);
                    if level as usize == state.level() {
                        n_open += 1;
                    } else {
                        self.clause.push(lit);
                    }
                }
            }
            let last = trail.find(|lit| self.marks[lit.var()] == Mark::Seen);
            let last = *last.expect("a conflict has literals of the current level");
            self.marks[last.var()] = Mark::Resolved;
            n_open -= 1;
            if n_open == 0 {
                let front = self.clause.len();
                self.clause.push(!last);
                self.clause.swap(0, front);
                return;
            }
            if let Reason::Clause(clause) = state.info(last.var()).reason {
                self.mark_used(clauses, state, clause);
            }
            state.explain(cover, clauses, last.var(), &mut self.lits);
        }
    }

    fn mark_used(&mut self, clauses: &mut ClauseDb, state: &State, clause: ClauseRef) {
        let lbd = lbd(&mut self.levels, state, clauses.lits(clause));
        clauses.mark_used(clause, lbd);
    }

    /// Marks a variable unless it is marked; returns whether it was unmarked.
    fn mark_var(&mut self, var: Var, mark: Mark) -> bool {
        let is_new = self.marks[var] == Mark::None;
        if is_new {
            self.marks[var] = mark;
            self.marked.push(var);
        }
        is_new
    }

    /// Bumps the variables of the reasons of the clause's literals, up to [`REASON_SIDE_STEPS`]
    /// steps.
    fn bump_reason_side(&mut self, view: AnalysisContext<'_>, heap: &mut ActivityHeap<Var>) {
        let mut from = self.marked.len();
        let mut front: Vec<Var> = self.clause[1..].iter().map(|lit| lit.var()).collect();
        let all = from;
        for _ in 0..REASON_SIDE_STEPS {
            for &var in &front {
                view.state.explain(view.cover, view.clauses, var, &mut self.lits);
                for k in 0..self.lits.len() {
                    let reason_var = self.lits[k].var();
                    if view.state.info(reason_var).level > 0 {
                        self.mark_var(reason_var, Mark::Bumped);
                    }
                }
            }
            front.clear();
            front.extend_from_slice(&self.marked[from..]);
            from = self.marked.len();
        }
        for var in self.marked.drain(all..) {
            self.marks[var] = Mark::None;
            heap.bump(var);
        }
    }

    /// Removes literals that are implied by other literals of the clause.
    fn minimise(&mut self, view: AnalysisContext<'_>) {
        self.levels.clear();
        for lit in &self.clause[1..] {
            self.levels.insert(view.state.info(lit.var()).level);
        }
        let mut kept = 1;
        for k in 1..self.clause.len() {
            let lit = self.clause[k];
            if !self.is_redundant(view, lit.var(), 0) {
                self.clause[kept] = lit;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Returns whether the reason of the variable's literal consists of literals of the clause or
    /// literals implied by them.
    fn is_redundant(&mut self, view: AnalysisContext<'_>, var: Var, depth: u32) -> bool {
        if depth > MAX_MINIMISE_DEPTH {
            return false;
        }
        match view.state.info(var).reason {
            Reason::None => false,
            Reason::ExcludedBy(other) => self.is_implied(view, other, depth),
            Reason::LastOfGroup(group) => view
                .cover
                .members(group)
                .iter()
                .all(|&other| other == var || self.is_implied(view, other, depth)),
            Reason::Clause(clause) => (0..view.clauses.len(clause)).all(|k| {
                let other = view.clauses.lit(clause, k).var();
                other == var || self.is_implied(view, other, depth)
            }),
        }
    }

    fn is_implied(&mut self, view: AnalysisContext<'_>, var: Var, depth: u32) -> bool {
        let level = view.state.info(var).level;
        if level == 0 {
            return true;
        }
        match self.marks[var] {
            Mark::Seen | Mark::Implied => return true,
            Mark::Resolved | Mark::NotImplied | Mark::Bumped => return false,
            Mark::None => {}
        }
        // No literal of the clause is from its level, so the decision of that level cannot be
        // implied.
        if !self.levels.contains(level) {
            return false;
        }
        let implied = self.is_redundant(view, var, depth + 1);
        self.mark_var(var, if implied { Mark::Implied } else { Mark::NotImplied });
        implied
    }
}

/// Returns the number of distinct levels of literals.
fn lbd(levels: &mut LevelSet, state: &State, lits: impl Iterator<Item = Lit>) -> u32 {
    levels.clear();
    lits.map(|lit| u32::from(levels.insert(state.info(lit.var()).level))).sum()
}
