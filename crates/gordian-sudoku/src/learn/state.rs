//! The assignment, its reasons, and propagation.
//!
//! Groups are not encoded as clauses. The members of a group that are not false are a word of 64
//! bits, updated with each literal:
//!
//! ```text
//! v becomes true:   every other member of the groups of v becomes false   (the reason is v)
//! v becomes false:  in each exact group of v with only one member left that is not false,
//!                   that member becomes true                              (the reason is the group)
//! ```
//!
//! The second rule is applied immediately, in [`State::assign_false`]; the first one, like the
//! learnt clauses, is applied when the literal is reached on the trail.
//!
//! *Invariants*:
//! - the trail has the true literals in the order of assignment; `levels[k]` is the start of level
//!   k + 1, which is the position of its decision;
//! - the reason of a literal consists of literals before it on the trail;
//! - bit k of a group's word is set if its member k is not false;
//! - an exact group with one bit set has that member true. So no group ever becomes empty: a
//!   conflict is either two true variables of a group, or a false clause.

use gordian_core::{Index, IndexVec};

use super::clause_db::{ClauseDb, ClauseRef, Watch};
use super::cover::ExactCover;
use super::lit::{Group, Lit, Var};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided, or it is true at level 0 without a reason.
    None,
    /// The variable is false because this one of its group is true.
    ExcludedBy(Var),
    /// The variable is true because all others of this exact group are false.
    LastOfGroup(Group),
    /// All other literals of this clause are false.
    Clause(ClauseRef),
}

/// The level and reason of a variable; undefined while it is unassigned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarInfo {
    pub(crate) level: u32,
    pub(crate) reason: Reason,
}

/// A conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// Both variables are true and in the same group.
    Group(Var, Var),
    /// All literals are false.
    Clause(ClauseRef),
}

/// Whether a literal is true, false or unassigned.
type Value = i8;
const TRUE: Value = 1;
const UNASSIGNED: Value = 0;
const FALSE: Value = -1;

/// The state of the search.
#[derive(Debug)]
pub(crate) struct State {
    values: IndexVec<Lit, Value>,
    info: IndexVec<Var, VarInfo>,
    trail: Vec<Lit>,
    levels: Vec<u32>,
    /// Literals of the trail before this one have been propagated.
    head: usize,
    /// For each group its members that are not false.
    live_members: IndexVec<Group, u64>,
}

impl State {
    /// Creates the state in which only the members of exact groups of size 1 are assigned.
    pub(crate) fn new(cover: &ExactCover) -> Self {
        let n = cover.n_vars();
        let groups = || (0..cover.n_groups()).map(Group::from_usize);
        let mut state = Self {
            values: vec![UNASSIGNED; 2 * n].into(),
            info: vec![VarInfo { level: 0, reason: Reason::None }; n].into(),
            trail: Vec::with_capacity(n),
            levels: Vec::new(),
            head: 0,
            live_members: groups()
                .map(|group| u64::MAX >> (64 - cover.members(group).len()))
                .collect(),
        };
        for group in groups() {
            if let &[only] = cover.members(group)
                && cover.is_exact(group)
                && state.is_unassigned(Lit::positive(only))
            {
                state.assign_true(only, Reason::None);
            }
        }
        state
    }

    #[inline]
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.values[lit] == TRUE
    }

    #[inline]
    pub(crate) fn is_false(&self, lit: Lit) -> bool {
        self.values[lit] == FALSE
    }

    #[inline]
    pub(crate) fn is_unassigned(&self, lit: Lit) -> bool {
        self.values[lit] == UNASSIGNED
    }

    #[inline]
    pub(crate) fn info(&self, var: Var) -> VarInfo {
        self.info[var]
    }

    /// Returns the number of decisions.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Returns the true literals in the order of assignment.
    #[inline]
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns the decision literals, in order.
    pub(crate) fn decisions(&self) -> impl DoubleEndedIterator<Item = Lit> + '_ {
        self.levels.iter().map(|&at| self.trail[at as usize])
    }

    /// Starts a new level with this literal, which must be unassigned.
    pub(crate) fn decide(&mut self, cover: &ExactCover, lit: Lit) {
        self.levels.push(to_u32(self.trail.len()));
        self.assign(cover, lit, Reason::None);
    }

    /// Makes an unassigned literal true.
    #[inline]
    pub(crate) fn assign(&mut self, cover: &ExactCover, lit: Lit, reason: Reason) {
        if lit.is_negative() {
            self.assign_false(cover, lit.var(), reason);
        } else {
            self.assign_true(lit.var(), reason);
        }
    }

    #[inline]
    fn push(&mut self, lit: Lit, reason: Reason) {
        self.values[lit] = TRUE;
        self.values[!lit] = FALSE;
        self.info[lit.var()] = VarInfo { level: to_u32(self.levels.len()), reason };
        self.trail.push(lit);
    }

    #[inline]
    fn assign_true(&mut self, var: Var, reason: Reason) {
        self.push(Lit::positive(var), reason);
    }

    #[inline]
    fn assign_false(&mut self, cover: &ExactCover, var: Var, reason: Reason) {
        self.push(Lit::negative(var), reason);
        for place in cover.memberships(var) {
            let group = place.group();
            let live = self.live_members[group] & !place.bit();
            self.live_members[group] = live;
            if live & live.wrapping_sub(1) == 0 && cover.is_exact(group) {
                let last = cover.member(group, live);
                if self.is_unassigned(Lit::positive(last)) {
                    self.assign_true(last, Reason::LastOfGroup(group));
                }
            }
        }
    }

    /// Propagates to a fixed point, or returns a conflict.
    pub(crate) fn propagate(
        &mut self,
        cover: &ExactCover,
        clauses: &mut ClauseDb,
    ) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let excluded =
                if lit.is_negative() { None } else { self.propagate_exclusions(cover, lit.var()) };
            let conflict = excluded.or_else(|| self.propagate_watches(cover, clauses, !lit));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Makes the other members of the groups of a true variable false.
    fn propagate_exclusions(&mut self, cover: &ExactCover, var: Var) -> Option<Conflict> {
        for place in cover.memberships(var) {
            let group = place.group();
            let mut others = self.live_members[group] & !place.bit();
            while others != 0 {
                let other = cover.member(group, others);
                others &= others - 1;
                match self.values[Lit::positive(other)] {
                    UNASSIGNED => self.assign_false(cover, other, Reason::ExcludedBy(var)),
                    TRUE => return Some(Conflict::Group(var, other)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Visits the clauses watched by a literal that became false: each finds another literal to
    /// watch, or forces its last literal.
    fn propagate_watches(
        &mut self,
        cover: &ExactCover,
        clauses: &mut ClauseDb,
        lit: Lit,
    ) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut clauses.watches[lit]);
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        'watches: while let Some(&watch) = watches.get(from) {
            from += 1;
            if self.is_true(watch.blocker) {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let clause = watch.clause;
            let words = clauses.words_mut(clause);
            // The other watched literal.
            let first = Lit::from_word(words[0] ^ words[1] ^ lit.word());
            let watch = Watch { clause, blocker: first };
            if !self.is_true(first) {
                words[0] = first.word();
                words[1] = lit.word();
                for k in 2..words.len() {
                    let other = Lit::from_word(words[k]);
                    if !self.is_false(other) {
                        words.swap(1, k);
                        clauses.watches[other].push(watch);
                        continue 'watches;
                    }
                }
                if self.is_false(first) {
                    conflict = Some(Conflict::Clause(clause));
                } else {
                    self.assign(cover, first, Reason::Clause(clause));
                }
            }
            watches[to] = watch;
            to += 1;
            if conflict.is_some() {
                break;
            }
        }
        watches.drain(to..from);
        clauses.watches[lit] = watches;
        conflict
    }

    /// Undoes all assignments above a level; `undone` is called for each literal, the last one
    /// first.
    pub(crate) fn backtrack(
        &mut self,
        cover: &ExactCover,
        level: usize,
        mut undone: impl FnMut(Lit),
    ) {
        let Some(&end) = self.levels.get(level) else { return };
        let end = end as usize;
        for &lit in self.trail[end..].iter().rev() {
            self.values[lit] = UNASSIGNED;
            self.values[!lit] = UNASSIGNED;
            if lit.is_negative() {
                for place in cover.memberships(lit.var()) {
                    self.live_members[place.group()] |= place.bit();
                }
            }
            undone(lit);
        }
        self.trail.truncate(end);
        self.levels.truncate(level);
        self.head = self.head.min(end);
    }

    /// Writes the reason of an assigned variable to `lits`, as the false literals of a clause.
    #[inline]
    pub(crate) fn explain(
        &self,
        cover: &ExactCover,
        clauses: &ClauseDb,
        var: Var,
        lits: &mut Vec<Lit>,
    ) {
        lits.clear();
        match self.info[var].reason {
            Reason::None => {}
            Reason::ExcludedBy(other) => lits.push(Lit::negative(other)),
            Reason::LastOfGroup(group) => {
                let others = cover.members(group).iter().filter(|&&other| other != var);
                lits.extend(others.map(|&other| Lit::positive(other)));
            }
            Reason::Clause(clause) => {
                lits.extend(clauses.lits(clause).filter(|lit| lit.var() != var));
            }
        }
    }

    /// Replaces clause references in reasons: `old[k]` becomes `new[k]`. `old` must be sorted.
    pub(crate) fn remap_reasons(&mut self, old: &[ClauseRef], new: &[ClauseRef]) {
        for lit in &self.trail {
            let reason = &mut self.info[lit.var()].reason;
            if let Reason::Clause(clause) = reason {
                // Deleted clauses only forced literals at level 0, which need no reason.
                *reason = match old.binary_search(clause) {
                    Ok(at) => Reason::Clause(new[at]),
                    Err(_) => Reason::None,
                };
            }
        }
    }

    /// Returns whether a clause is the reason of its first literal, above level 0.
    pub(crate) fn is_reason(&self, clause: ClauseRef, first: Lit) -> bool {
        let info = self.info[first.var()];
        self.is_true(first) && info.level > 0 && info.reason == Reason::Clause(clause)
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).expect("a grid has far fewer candidates than 2^32")
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::super::cover::Presolved;
    use super::*;
    use gordian_grid::{Candidates, Layout};

    /// The clauses of a cover, written explicitly.
    fn clauses_of(cover: &ExactCover) -> Vec<Vec<Lit>> {
        let mut all = Vec::new();
        for group in (0..cover.n_groups()).map(Group::from_usize) {
            let members = cover.members(group);
            for (k, &a) in members.iter().enumerate() {
                all.extend(members[..k].iter().map(|&b| vec![Lit::negative(a), Lit::negative(b)]));
            }
            if cover.is_exact(group) {
                all.push(members.iter().map(|&member| Lit::positive(member)).collect());
            }
        }
        all
    }

    /// Returns the closure under unit propagation, or `None` on a conflict.
    fn closure(formula: &[Vec<Lit>], decided: &[Lit]) -> Option<Vec<Lit>> {
        let mut known = decided.to_vec();
        loop {
            let before = known.len();
            for clause in formula {
                if clause.iter().any(|lit| known.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !known.contains(&!lit));
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&lit), None) => known.push(lit),
                    _ => {}
                }
            }
            if known.len() == before {
                known.sort_unstable();
                return Some(known);
            }
        }
    }

    fn check(layout: &Layout, random: &mut Random) -> usize {
        let mut start = Candidates::all(layout);
        for mask in start.masks_mut() {
            *mask &= random.bits() | random.bits();
        }
        let Presolved::Open(_, cover) = Presolved::new(layout, &start) else { return 0 };
        if cover.n_vars() < 3 {
            return 0;
        }
        let mut formula = clauses_of(&cover);
        let mut clauses = ClauseDb::new(cover.n_vars());
        for _ in 0..random.below(40) {
            let mut vars: Vec<usize> = (0..cover.n_vars()).collect();
            random.shuffle(&mut vars);
            let n = 2 + random.below(2);
            let lits = vars[..n].iter().map(|&var| {
                let taken = Lit::positive(Var::from_usize(var));
                if random.below(4) == 0 { taken } else { !taken }
            });
            formula.push(lits.collect());
            clauses.add(formula.last().expect("just pushed"), 5);
        }
        let mut state = State::new(&cover);
        let mut n_conflicts = 0;
        for _ in 0..60 {
            let open = (0..cover.n_vars()).map(|at| Lit::positive(Var::from_usize(at)));
            let open: Vec<Lit> = open.filter(|&lit| state.is_unassigned(lit)).collect();
            if open.is_empty() || random.below(6) == 0 {
                let level = random.below(state.level() + 1);
                state.backtrack(&cover, level, |_| {});
                continue;
            }
            let lit = *random.choose(&open);
            state.decide(&cover, if random.flip() { lit } else { !lit });
            let decided: Vec<Lit> = state.decisions().collect();
            let conflict = state.propagate(&cover, &mut clauses);
            let expected = closure(&formula, &decided);
            assert_eq!(conflict.is_none(), expected.is_some(), "{conflict:?}");
            if let Some(expected) = expected {
                let mut known = state.trail().to_vec();
                known.sort_unstable();
                assert_eq!(known, expected);
                check_reasons(&state, &cover, &clauses);
            } else {
                n_conflicts += 1;
                state.backtrack(&cover, decided.len() - 1, |_| {});
            }
        }
        n_conflicts
    }

    /// Checks that reasons are literals that became false before the literal they explain.
    fn check_reasons(state: &State, cover: &ExactCover, clauses: &ClauseDb) {
        let mut lits = Vec::new();
        for (at, lit) in state.trail().iter().enumerate() {
            state.explain(cover, clauses, lit.var(), &mut lits);
            for lit in &lits {
                assert!(state.trail()[..at].contains(&!*lit));
            }
        }
    }

    #[test]
    fn propagation_matches_explicit_clauses() {
        let mut random = Random::new(5);
        let group = Layout::boxes(2, 2).unwrap().with_group("two", vec![0, 15]).unwrap();
        let layouts = [Layout::latin(3).unwrap(), Layout::boxes(2, 2).unwrap(), group];
        let n: usize = (0..150).map(|turn| check(&layouts[turn % 3], &mut random)).sum();
        assert!(n > 500, "{n} conflicts");
    }
}
