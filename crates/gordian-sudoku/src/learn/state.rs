//! What is decided, why, and what follows from it.
//!
//! A group does not become clauses. Its members that are not left yet are a word of 64 bits, kept up to
//! date with each literal:
//!
//! ```text
//! taken(c):  every other member of the groups of c is left                (the reason is c)
//! left(c):   in each exact group of c, if one member is not left any more,
//!            that one is taken                                            (the reason is the group)
//! ```
//!
//! The second conclusion is drawn at once, in [`State::leave`]; the first waits its turn on the trail,
//! and so do the learnt clauses.
//!
//! *Invariants*:
//! - the trail holds the literals that are true, in the order in which they became so; `levels[k]` is
//!   where level k + 1 begins, with the literal that was decided;
//! - the reason of a literal consists of literals before it on the trail;
//! - bit k of a group's word is set if its member k is not left;
//! - an exact group in which one bit is set has that member taken. So no group ever runs empty: a
//!   conflict is always two choices that are taken and exclude each other, or a clause.

use gordian_core::{Index, IndexVec};

use super::clauses::{Clause, Clauses, Watch};
use super::cover::Cover;
use super::lit::{Choice, Group, Lit};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided, or it is true without further conditions.
    None,
    /// The choice is left because this one is taken.
    Excluded(Choice),
    /// The choice is taken because all others of this group are left.
    Last(Group),
    /// All other literals of this clause are false.
    Clause(Clause),
}

/// Since when, and why, a choice is decided. Meaningless while it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    pub(crate) level: u32,
    pub(crate) reason: Reason,
}

/// What cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// Both are taken and exclude each other.
    Both(Choice, Choice),
    /// All literals are false.
    Clause(Clause),
}

/// Whether a literal is true, false, or not decided.
type Value = i8;
const TRUE: Value = 1;
const OPEN: Value = 0;
const FALSE: Value = -1;

/// The state of the search.
#[derive(Debug)]
pub(crate) struct State {
    values: IndexVec<Lit, Value>,
    info: IndexVec<Choice, Info>,
    trail: Vec<Lit>,
    levels: Vec<u32>,
    /// Literals of the trail before this one have been propagated.
    head: usize,
    /// For each group its members that are not left.
    live: IndexVec<Group, u64>,
}

impl State {
    /// Returns the state in which nothing is decided but what groups of one member demand.
    pub(crate) fn new(cover: &Cover) -> Self {
        let n = cover.n_choices();
        let groups = || (0..cover.n_groups()).map(Group::from_usize);
        let mut state = Self {
            values: vec![OPEN; 2 * n].into(),
            info: vec![Info { level: 0, reason: Reason::None }; n].into(),
            trail: Vec::with_capacity(n),
            levels: Vec::new(),
            head: 0,
            live: groups().map(|group| u64::MAX >> (64 - cover.members(group).len())).collect(),
        };
        for group in groups() {
            if let &[only] = cover.members(group)
                && cover.is_exact(group)
                && state.is_open(Lit::taken(only))
            {
                state.take(only, Reason::None);
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
    pub(crate) fn is_open(&self, lit: Lit) -> bool {
        self.values[lit] == OPEN
    }

    #[inline]
    pub(crate) fn info(&self, choice: Choice) -> Info {
        self.info[choice]
    }

    /// Returns the number of decisions.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Returns the literals that are true, in the order in which they became so.
    #[inline]
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns the literals that were decided, in order.
    pub(crate) fn decisions(&self) -> impl DoubleEndedIterator<Item = Lit> + '_ {
        self.levels.iter().map(|&at| self.trail[at as usize])
    }

    /// Begins a new level with this literal, which must be open.
    pub(crate) fn decide(&mut self, cover: &Cover, lit: Lit) {
        self.levels.push(number(self.trail.len()));
        self.assign(cover, lit, Reason::None);
    }

    /// Makes an open literal true.
    #[inline]
    pub(crate) fn assign(&mut self, cover: &Cover, lit: Lit, reason: Reason) {
        if lit.is_left() {
            self.leave(cover, lit.choice(), reason);
        } else {
            self.take(lit.choice(), reason);
        }
    }

    #[inline]
    fn push(&mut self, lit: Lit, reason: Reason) {
        self.values[lit] = TRUE;
        self.values[!lit] = FALSE;
        self.info[lit.choice()] = Info { level: number(self.levels.len()), reason };
        self.trail.push(lit);
    }

    #[inline]
    fn take(&mut self, choice: Choice, reason: Reason) {
        self.push(Lit::taken(choice), reason);
    }

    #[inline]
    fn leave(&mut self, cover: &Cover, choice: Choice, reason: Reason) {
        self.push(Lit::left(choice), reason);
        for place in cover.places(choice) {
            let group = place.group();
            let live = self.live[group] & !place.bit();
            self.live[group] = live;
            if live & live.wrapping_sub(1) == 0 && cover.is_exact(group) {
                let last = cover.member(group, live);
                if self.is_open(Lit::taken(last)) {
                    self.take(last, Reason::Last(group));
                }
            }
        }
    }

    /// Draws all conclusions; returns what they run into.
    pub(crate) fn propagate(&mut self, cover: &Cover, clauses: &mut Clauses) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let excluded = if lit.is_left() { None } else { self.exclude(cover, lit.choice()) };
            let conflict = excluded.or_else(|| self.visit(cover, clauses, !lit));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Leaves all that a taken choice excludes.
    fn exclude(&mut self, cover: &Cover, choice: Choice) -> Option<Conflict> {
        for place in cover.places(choice) {
            let group = place.group();
            let mut others = self.live[group] & !place.bit();
            while others != 0 {
                let other = cover.member(group, others);
                others &= others - 1;
                match self.values[Lit::taken(other)] {
                    OPEN => self.leave(cover, other, Reason::Excluded(choice)),
                    TRUE => return Some(Conflict::Both(choice, other)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Looks at the clauses that a literal watches which became false: they find another to watch
    /// them, or force their last.
    fn visit(&mut self, cover: &Cover, clauses: &mut Clauses, lit: Lit) -> Option<Conflict> {
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
            // The other of the two that watch.
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

    /// Takes back everything above a level; `undone` hears of each literal, the last first.
    pub(crate) fn backtrack(&mut self, cover: &Cover, level: usize, mut undone: impl FnMut(Lit)) {
        let Some(&end) = self.levels.get(level) else { return };
        let end = end as usize;
        for &lit in self.trail[end..].iter().rev() {
            self.values[lit] = OPEN;
            self.values[!lit] = OPEN;
            if lit.is_left() {
                for place in cover.places(lit.choice()) {
                    self.live[place.group()] |= place.bit();
                }
            }
            undone(lit);
        }
        self.trail.truncate(end);
        self.levels.truncate(level);
        self.head = self.head.min(end);
    }

    /// Puts the literals that made a decided choice so into `lits`, as they stand in a clause: false.
    #[inline]
    pub(crate) fn explain(
        &self,
        cover: &Cover,
        clauses: &Clauses,
        choice: Choice,
        lits: &mut Vec<Lit>,
    ) {
        lits.clear();
        match self.info[choice].reason {
            Reason::None => {}
            Reason::Excluded(taken) => lits.push(Lit::left(taken)),
            Reason::Last(group) => {
                let others = cover.members(group).iter().filter(|&&other| other != choice);
                lits.extend(others.map(|&other| Lit::taken(other)));
            }
            Reason::Clause(clause) => {
                lits.extend(clauses.lits(clause).filter(|lit| lit.choice() != choice));
            }
        }
    }

    /// Names clauses that force a literal by their new names: `old` and `new` belong together, and
    /// `old` increases.
    pub(crate) fn rename(&mut self, old: &[Clause], new: &[Clause]) {
        for lit in &self.trail {
            let reason = &mut self.info[lit.choice()].reason;
            if let Reason::Clause(clause) = reason {
                // The rest forced a literal at level 0, which needs no reason.
                *reason = match old.binary_search(clause) {
                    Ok(at) => Reason::Clause(new[at]),
                    Err(_) => Reason::None,
                };
            }
        }
    }

    /// Returns whether a clause forces its first literal, above level 0.
    pub(crate) fn needs(&self, clause: Clause, first: Lit) -> bool {
        let info = self.info[first.choice()];
        self.is_true(first) && info.level > 0 && info.reason == Reason::Clause(clause)
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).expect("a grid has far fewer candidates than 2^32")
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::super::cover::Root;
    use super::*;
    use crate::{Candidates, Layout};

    /// The formula of a cover, written out.
    fn clauses_of(cover: &Cover) -> Vec<Vec<Lit>> {
        let mut all = Vec::new();
        for group in (0..cover.n_groups()).map(Group::from_usize) {
            let members = cover.members(group);
            for (k, &a) in members.iter().enumerate() {
                all.extend(members[..k].iter().map(|&b| vec![Lit::left(a), Lit::left(b)]));
            }
            if cover.is_exact(group) {
                all.push(members.iter().map(|&member| Lit::taken(member)).collect());
            }
        }
        all
    }

    /// Returns all that unit clauses make true; `None` if they contradict each other.
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
        let Root::Open(_, cover) = Root::new(layout, &start) else { return 0 };
        if cover.n_choices() < 3 {
            return 0;
        }
        let mut formula = clauses_of(&cover);
        let mut clauses = Clauses::new(cover.n_choices());
        for _ in 0..random.below(40) {
            let mut choices: Vec<usize> = (0..cover.n_choices()).collect();
            random.shuffle(&mut choices);
            let n = 2 + random.below(2);
            let lits = choices[..n].iter().map(|&choice| {
                let taken = Lit::taken(Choice::from_usize(choice));
                if random.below(4) == 0 { taken } else { !taken }
            });
            formula.push(lits.collect());
            clauses.add(formula.last().expect("just pushed"), 5);
        }
        let mut state = State::new(&cover);
        let mut n_conflicts = 0;
        for _ in 0..60 {
            let open = (0..cover.n_choices()).map(|at| Lit::taken(Choice::from_usize(at)));
            let open: Vec<Lit> = open.filter(|&lit| state.is_open(lit)).collect();
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

    /// Reasons are false literals that stand before what they explain.
    fn check_reasons(state: &State, cover: &Cover, clauses: &Clauses) {
        let mut lits = Vec::new();
        for (at, lit) in state.trail().iter().enumerate() {
            state.explain(cover, clauses, lit.choice(), &mut lits);
            for lit in &lits {
                assert!(state.trail()[..at].contains(&!*lit));
            }
        }
    }

    #[test]
    fn conclusions_are_those_of_the_formula_written_out() {
        let mut random = Random::new(5);
        let group = Layout::boxes(2, 2).unwrap().with_group("two", vec![0, 15]).unwrap();
        let layouts = [Layout::latin(3).unwrap(), Layout::boxes(2, 2).unwrap(), group];
        let n: usize = (0..150).map(|turn| check(&layouts[turn % 3], &mut random)).sum();
        assert!(n > 500, "{n} conflicts");
    }
}
