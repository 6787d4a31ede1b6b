//! Nogoods: sets of atoms that are not all true in any solution. They are the clauses of this
//! engine.
//!
//! Each nogood of two or more atoms watches its first two: while neither is true, nothing follows
//! from it. The watches of a variable are in one list for each bound, and in one per value for =
//! and ≠; a change of a bound visits the watches between the old and the new bound.

use std::ops::{Range, RangeInclusive};

use gordian_core::numbers::to_u32;
use gordian_core::{Index as _, IndexVec};
use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation, Var};
use crate::trail::{Entry, NogoodId, Position, Reason, Trail};

/// A watched atom; variable and relation are those of the list.
#[derive(Clone, Copy, Debug)]
struct Watch {
    value: i64,
    /// Another atom of the nogood: while it is false, the nogood needs no visit.
    blocker: Atom,
    nogood: NogoodId,
}

/// A nogood: its part of the list of all atoms.
#[derive(Clone, Copy, Debug)]
struct Nogood {
    start: u32,
    len: u32,
    /// The number of levels of its atoms when it was learnt; 0 if it is not learnt.
    n_levels: u32,
    activity: f32,
}

impl Nogood {
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// The watches of a variable.
#[derive(Clone, Debug)]
struct Watches {
    at_least: Vec<Watch>,
    at_most: Vec<Watch>,
    equal: ValueLists,
    not_equal: ValueLists,
}

/// The watches of each value of a variable.
#[derive(Clone, Debug)]
enum ValueLists {
    /// The lists of the values from the first one on; none before the first watch.
    Dense { first: i64, width: usize, lists: Vec<Vec<Watch>>, is_empty: bool },
    /// No list is empty.
    Sparse(FxHashMap<i64, Vec<Watch>>),
}

/// Variables of greater width have their watches in a hash table.
const MAX_DENSE_WIDTH: usize = 512;
/// The memory of a watch of a value: few values have several, and a list has space for four.
const BYTES_PER_VALUE_WATCH: usize = 4 * size_of::<Watch>() + 64;

impl ValueLists {
    fn new(min: i64, max: i64) -> Self {
        match usize::try_from(max - min) {
            Ok(last) if last < MAX_DENSE_WIDTH => {
                Self::Dense { first: min, width: last + 1, lists: Vec::new(), is_empty: true }
            }
            _ => Self::Sparse(FxHashMap::default()),
        }
    }

    fn list(&mut self, value: i64) -> &mut Vec<Watch> {
        match self {
            Self::Dense { first, width, lists, is_empty } => {
                if lists.is_empty() {
                    lists.resize(*width, Vec::new());
                }
                *is_empty = false;
                let at = usize::try_from(value - *first);
                &mut lists[at.expect("a watched value is in the first domain")]
            }
            Self::Sparse(lists) => lists.entry(value).or_default(),
        }
    }

    #[inline]
    fn take(&mut self, value: i64) -> Vec<Watch> {
        match self {
            Self::Dense { first, lists, .. } => {
                let at = usize::try_from(value - *first).ok();
                at.and_then(|at| lists.get_mut(at)).map(std::mem::take).unwrap_or_default()
            }
            Self::Sparse(lists) => lists.remove(&value).unwrap_or_default(),
        }
    }

    /// Returns the memory of the list heads, in bytes.
    fn n_bytes(&self) -> usize {
        match self {
            Self::Dense { lists, .. } => size_of_val(&lists[..]),
            // Counted for each watch.
            Self::Sparse(_) => 0,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Dense { is_empty, .. } => *is_empty,
            Self::Sparse(lists) => lists.is_empty(),
        }
    }

    /// Appends the values in a range that have watches.
    fn values_in(&self, range: RangeInclusive<i64>, out: &mut Vec<i64>) {
        match self {
            Self::Dense { first, lists, .. } => {
                let has_watches = |value: &i64| {
                    let at = usize::try_from(*value - *first).ok();
                    at.and_then(|at| lists.get(at)).is_some_and(|list| !list.is_empty())
                };
                out.extend(range.filter(has_watches));
            }
            Self::Sparse(lists) => {
                let (start, end) = (i128::from(*range.start()), i128::from(*range.end()));
                if usize::try_from(end - start).is_ok_and(|n| n >= lists.len()) {
                    let n = out.len();
                    out.extend(lists.keys().filter(|value| range.contains(value)));
                    out[n..].sort_unstable();
                } else {
                    out.extend(range.filter(|value| lists.contains_key(value)));
                }
            }
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Dense { lists, is_empty, .. } => {
                lists.iter_mut().for_each(Vec::clear);
                *is_empty = true;
            }
            Self::Sparse(lists) => lists.clear(),
        }
    }
}

impl Watches {
    fn new(min: i64, max: i64) -> Self {
        Self {
            at_least: Vec::new(),
            at_most: Vec::new(),
            equal: ValueLists::new(min, max),
            not_equal: ValueLists::new(min, max),
        }
    }

    /// Adds a watch; returns the memory of the lists that were made for it, in bytes.
    fn push(&mut self, relation: Relation, watch: Watch) -> usize {
        let lists = match relation {
            Relation::AtLeast => {
                self.at_least.push(watch);
                return 0;
            }
            Relation::AtMost => {
                self.at_most.push(watch);
                return 0;
            }
            Relation::Equal => &mut self.equal,
            Relation::NotEqual => &mut self.not_equal,
        };
        let before = lists.n_bytes();
        lists.list(watch.value).push(watch);
        lists.n_bytes() - before
    }

    /// Removes and returns the list of a relation and a value; those of bounds have all values.
    #[inline]
    fn take(&mut self, relation: Relation, value: i64) -> Vec<Watch> {
        match relation {
            Relation::AtLeast => std::mem::take(&mut self.at_least),
            Relation::AtMost => std::mem::take(&mut self.at_most),
            Relation::Equal => self.equal.take(value),
            Relation::NotEqual => self.not_equal.take(value),
        }
    }

    /// Puts a list back that was taken.
    #[inline]
    fn restore(&mut self, relation: Relation, value: i64, mut list: Vec<Watch>) {
        if list.is_empty() {
            return;
        }
        let place = match relation {
            Relation::AtLeast => &mut self.at_least,
            Relation::AtMost => &mut self.at_most,
            Relation::Equal => self.equal.list(value),
            Relation::NotEqual => self.not_equal.list(value),
        };
        // Watches that moved to this list in the meantime.
        list.append(place);
        *place = list;
    }

    /// Returns the memory of the lists of values without watches, in bytes.
    fn n_list_bytes(&self) -> usize {
        self.equal.n_bytes() + self.not_equal.n_bytes()
    }

    fn clear(&mut self) {
        self.at_least.clear();
        self.at_most.clear();
        self.equal.clear();
        self.not_equal.clear();
    }
}

/// The nogoods with their watches.
#[derive(Clone, Debug)]
pub(crate) struct Nogoods {
    nogoods: IndexVec<NogoodId, Nogood>,
    /// The atoms of all nogoods, one after the other.
    atoms: Vec<Atom>,
    watches: IndexVec<Var, Watches>,
    n_learnt: usize,
    /// About the memory of the watches, in bytes.
    n_watch_bytes: usize,
    increment: f32,
    /// Values that were removed, kept for its allocation.
    removed: Vec<i64>,
}

/// A nogood all of whose atoms are true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Violated(pub(crate) NogoodId);

impl Default for Nogoods {
    fn default() -> Self {
        Self {
            nogoods: IndexVec::new(),
            atoms: Vec::new(),
            watches: IndexVec::new(),
            n_learnt: 0,
            n_watch_bytes: 0,
            increment: 1.0,
            removed: Vec::new(),
        }
    }
}

impl Nogoods {
    pub(crate) fn add_var(&mut self, min: i64, max: i64) {
        self.watches.push(Watches::new(min, max));
    }

    pub(crate) fn atoms(&self, nogood: NogoodId) -> &[Atom] {
        &self.atoms[self.nogoods[nogood].range()]
    }

    /// Returns the number of nogoods of two or more atoms.
    pub(crate) fn len(&self) -> usize {
        self.nogoods.len()
    }

    /// Returns the number of learnt nogoods of two or more atoms.
    pub(crate) fn n_learnt(&self) -> usize {
        self.n_learnt
    }

    /// Returns about the memory of the nogoods and their watches, in bytes.
    #[inline]
    pub(crate) fn n_bytes(&self) -> u64 {
        let n_nogood_bytes = size_of_val(self.nogoods.as_slice()) + size_of_val(&self.atoms[..]);
        (n_nogood_bytes + self.n_watch_bytes) as u64
    }

    /// Adds a nogood of two or more atoms that watches the first two; `n_levels` is 0 unless it is
    /// learnt.
    pub(crate) fn add(&mut self, atoms: &[Atom], n_levels: u32) -> NogoodId {
        self.n_learnt += usize::from(n_levels > 0);
        let (start, len) = (to_u32(self.atoms.len()), to_u32(atoms.len()));
        self.atoms.extend_from_slice(atoms);
        let nogood = Nogood { start, len, n_levels, activity: self.increment };
        let id = self.nogoods.push(nogood);
        self.watch(atoms[0], atoms[1], id);
        self.watch(atoms[1], atoms[0], id);
        id
    }

    fn watch(&mut self, atom: Atom, blocker: Atom, nogood: NogoodId) {
        let watch = Watch { value: atom.value, blocker, nogood };
        self.n_watch_bytes += match atom.relation {
            Relation::AtLeast | Relation::AtMost => 2 * size_of::<Watch>(),
            Relation::Equal | Relation::NotEqual => BYTES_PER_VALUE_WATCH,
        };
        self.n_watch_bytes += self.watches[atom.var].push(atom.relation, watch);
    }

    /// Raises the activity of a nogood that took part in a conflict.
    pub(crate) fn bump(&mut self, nogood: NogoodId) {
        let nogood = &mut self.nogoods[nogood];
        if nogood.n_levels == 0 {
            return;
        }
        nogood.activity += self.increment;
        if nogood.activity > 1e20 {
            for nogood in self.nogoods.iter_mut() {
                nogood.activity *= 1e-20;
            }
            self.increment *= 1e-20;
        }
    }

    /// Makes later conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.increment /= 0.999;
    }

    /// Draws the conclusions from an entry of the trail.
    pub(crate) fn propagate(
        &mut self,
        position: Position,
        trail: &mut Trail,
    ) -> Result<(), Violated> {
        let entry = *trail.entry(position);
        let Some(&Entry { min, max, .. }) = trail.previous(&entry) else { return Ok(()) };
        let var = entry.atom.var;
        if entry.min > min {
            self.visit(var.at_least(entry.min), trail, |value| min < value && value <= entry.min)?;
        }
        if entry.max < max {
            self.visit(var.at_most(entry.max), trail, |value| entry.max <= value && value < max)?;
        }
        if entry.min == entry.max && min != max {
            self.visit(var.equal(entry.min), trail, |_| true)?;
        }
        if entry.atom.relation == Relation::NotEqual {
            return self.visit(entry.atom, trail, |_| true);
        }
        if self.watches[var].not_equal.is_empty() {
            return Ok(());
        }
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        let lists = &self.watches[var].not_equal;
        lists.values_in(min..=entry.min - 1, &mut removed);
        lists.values_in(entry.max + 1..=max, &mut removed);
        // Holes have entries of their own.
        removed.retain(|&value| !trail.is_hole(var, value));
        let mut visit = |&value: &i64| self.visit(var.not_equal(value), trail, |_| true);
        let result = removed.iter().try_for_each(&mut visit);
        self.removed = removed;
        result
    }

    /// Visits the watches of a list whose atoms became true.
    fn visit(
        &mut self,
        atom: Atom,
        trail: &mut Trail,
        became_true: impl Fn(i64) -> bool,
    ) -> Result<(), Violated> {
        let Atom { var, relation, value } = atom;
        let mut list = self.watches[var].take(relation, value);
        let mut result = Ok(());
        list.retain_mut(|watch| {
            if !became_true(watch.value) || result.is_err() {
                return true;
            }
            if trail.truth(watch.blocker) == Some(false) {
                return true;
            }
            let range = self.nogoods[watch.nogood].range();
            let atoms = &mut self.atoms[range];
            if atoms[0] == (Atom { var, relation, value: watch.value }) {
                atoms.swap(0, 1);
            }
            let other = trail.truth(atoms[0]);
            if other == Some(false) {
                watch.blocker = atoms[0];
                return true;
            }
            let open = (2..atoms.len()).find(|&at| trail.truth(atoms[at]) != Some(true));
            if let Some(at) = open {
                atoms.swap(1, at);
                let (blocker, atom, nogood) = (atoms[0], atoms[1], watch.nogood);
                let moved = Watch { value: atom.value, blocker, nogood };
                self.n_watch_bytes += self.watches[atom.var].push(atom.relation, moved);
                return false;
            }
            if other == Some(true) {
                result = Err(Violated(watch.nogood));
            } else {
                let assigned = trail.assign(!atoms[0], Reason::Nogood(watch.nogood));
                assigned.expect("the opposite of an undecided atom is not false");
            }
            true
        });
        self.watches[var].restore(relation, value, list);
        result
    }

    /// Deletes about half of the learnt nogoods, the least useful ones, at decision level 0, where
    /// no entry has a nogood as its reason that analysis asks for.
    pub(crate) fn reduce(&mut self) {
        let is_long = |&id: &NogoodId| self.nogoods[id].n_levels > 2;
        let mut order: Vec<NogoodId> = self.nogoods.indices().filter(is_long).collect();
        order.sort_by(|&a, &b| {
            let key = |id| (self.nogoods[id].n_levels.min(8), -self.nogoods[id].activity);
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let mut is_deleted = vec![false; self.nogoods.len()];
        for id in &order[order.len() / 2..] {
            is_deleted[id.index()] = true;
        }
        let mut at = 0;
        self.retain(|_| {
            at += 1;
            !is_deleted[at - 1]
        });
    }

    /// Removes nogoods that cannot be violated any more and atoms that are true at level 0.
    pub(crate) fn simplify(&mut self, trail: &Trail) {
        self.retain(|atoms| {
            if atoms.iter().any(|&atom| trail.truth(atom) == Some(false)) {
                return false;
            }
            atoms.retain(|&atom| trail.truth(atom).is_none());
            assert!(atoms.len() >= 2, "propagation at level 0 is complete");
            true
        });
    }

    /// Keeps the nogoods for which `keep` returns true, with the atoms that it leaves.
    fn retain(&mut self, mut keep: impl FnMut(&mut Vec<Atom>) -> bool) {
        let old = std::mem::take(&mut self.atoms);
        self.atoms.reserve(old.len());
        let mut atoms = Vec::new();
        self.nogoods.retain_mut(|nogood| {
            atoms.clear();
            atoms.extend_from_slice(&old[nogood.range()]);
            let is_kept = keep(&mut atoms);
            if is_kept {
                (nogood.start, nogood.len) = (to_u32(self.atoms.len()), to_u32(atoms.len()));
                self.atoms.extend_from_slice(&atoms);
            }
            is_kept
        });
        self.rebuild_watches();
    }

    fn rebuild_watches(&mut self) {
        self.watches.iter_mut().for_each(Watches::clear);
        self.n_watch_bytes = self.watches.iter().map(Watches::n_list_bytes).sum();
        self.n_learnt = self.nogoods.iter().filter(|nogood| nogood.n_levels > 0).count();
        for id in self.nogoods.indices() {
            let start = self.nogoods[id].range().start;
            let [first, second] = [0, 1].map(|at| self.atoms[start + at]);
            self.watch(first, second, id);
            self.watch(second, first, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::{Index as _, Random};

    use super::*;

    const N_VARS: usize = 4;
    /// The domains are `0..=MAX`.
    const MAX: i64 = 4;

    fn vars() -> [Var; N_VARS] {
        std::array::from_fn(Var::from_usize)
    }

    fn with_vars() -> (Nogoods, Trail) {
        let (mut nogoods, mut trail) = (Nogoods::default(), Trail::default());
        for _ in 0..N_VARS {
            trail.add_var(0, MAX);
            nogoods.add_var(0, MAX);
        }
        (nogoods, trail)
    }

    /// Draws all conclusions from the entries of the trail from `start` on; returns whether no
    /// nogood is violated.
    fn propagate(nogoods: &mut Nogoods, trail: &mut Trail, start: usize) -> bool {
        let mut next = start;
        while next < trail.len() {
            if nogoods.propagate(Position::from_usize(next), trail).is_err() {
                return false;
            }
            next += 1;
        }
        true
    }

    /// Returns a random nogood of two or more atoms that are open, of different variables.
    fn random_nogood(random: &mut Random, trail: &Trail) -> Option<Vec<Atom>> {
        let mut atoms = Vec::new();
        for var in vars() {
            let value = i64::try_from(random.below(5)).unwrap();
            let atom =
                [var.at_least(value), var.at_most(value), var.equal(value), var.not_equal(value)]
                    [random.below(4)];
            if random.below(3) > 0 && trail.truth(atom).is_none() {
                atoms.push(atom);
            }
        }
        (atoms.len() >= 2).then_some(atoms)
    }

    /// Returns all values within the bounds of the trail, except for holes, that violate no nogood.
    fn allowed(nogoods: &Nogoods, trail: &Trail) -> Vec<[i64; N_VARS]> {
        let n = usize::try_from(MAX + 1).unwrap();
        let all = (0..n.pow(4)).map(|code| {
            std::array::from_fn(|at| {
                i64::try_from(code / n.pow(u32::try_from(at).unwrap()) % n).unwrap()
            })
        });
        let is_allowed = |values: &[i64; N_VARS]| {
            let holds = |atom: &Atom| atom.holds_for(values[atom.var.index()]);
            vars().into_iter().all(|var| trail.contains(var, values[var.index()]))
                && (0..nogoods.len())
                    .all(|at| !nogoods.atoms(NogoodId::from_usize(at)).iter().all(holds))
        };
        all.filter(is_allowed).collect()
    }

    /// Asserts that every nogood is watched: if all atoms but one hold, the opposite of that one
    /// follows.
    fn check_watches(nogoods: &mut Nogoods, trail: &mut Trail) {
        for at in 0..nogoods.len() {
            let atoms = nogoods.atoms(NogoodId::from_usize(at)).to_vec();
            for left_out in 0..atoms.len() {
                trail.push_level();
                let start = trail.len();
                let mut is_open = true;
                for (_, &atom) in atoms.iter().enumerate().filter(|it| it.0 != left_out) {
                    is_open &= trail.assign(atom, Reason::None).is_ok();
                }
                if is_open && propagate(nogoods, trail, start) {
                    assert_eq!(trail.truth(atoms[left_out]), Some(false), "{atoms:?}");
                }
                trail.backtrack(0, |_, _| {});
            }
        }
    }

    #[test]
    fn simplified_nogoods_allow_the_same() {
        let (mut n_removed, mut n_shorter) = (0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let (mut nogoods, mut trail) = with_vars();
            for _ in 0..8 {
                if let Some(atoms) = random_nogood(&mut random, &trail) {
                    nogoods.add(&atoms, u32::try_from(random.below(4)).unwrap());
                }
            }
            let var = vars()[random.below(N_VARS)];
            let bound = [var.at_least(2), var.at_most(2), var.not_equal(3)][random.below(3)];
            trail.assign(bound, Reason::None).expect("the atom is open");
            if !propagate(&mut nogoods, &mut trail, 0) {
                continue;
            }
            let size = |nogoods: &Nogoods| (nogoods.len(), nogoods.atoms.len());
            let (before, allowed_before) = (size(&nogoods), allowed(&nogoods, &trail));
            nogoods.simplify(&trail);
            let after = size(&nogoods);
            n_removed += before.0 - after.0;
            n_shorter += usize::from(after.0 == before.0 && after.1 < before.1);
            assert_eq!(allowed(&nogoods, &trail), allowed_before, "seed {seed}");
            assert!(nogoods.atoms.iter().all(|&atom| trail.truth(atom).is_none()), "seed {seed}");
            let n_learnt = nogoods.nogoods.iter().filter(|it| it.n_levels > 0).count();
            assert_eq!(nogoods.n_learnt(), n_learnt, "seed {seed}");
            check_watches(&mut nogoods, &mut trail);
        }
        assert!(n_removed > 300 && n_shorter > 10, "{n_removed} removed, {n_shorter} shorter");
    }

    #[test]
    fn the_least_useful_half_of_the_learnt_nogoods_is_deleted() {
        let (mut nogoods, mut trail) = with_vars();
        let [x, y, z, w] = vars();
        // Each nogood has another pair of atoms; the numbers of levels are those of the list, 0 for
        // a given nogood.
        let levels = [0, 7, 2, 3, 0, 9, 8, 1, 3, 3, 3];
        let pair = |at: usize| {
            let value = i64::try_from(at % 4).unwrap() + 1;
            [[x, y], [y, z], [z, w]][at / 4].map(|var| var.at_least(value))
        };
        for (at, &n_levels) in levels.iter().enumerate() {
            nogoods.add(&pair(at), n_levels);
        }
        // Of those with three levels, these took part in conflicts.
        for (nogood, n_conflicts) in [(3, 1), (9, 3), (10, 2)] {
            for _ in 0..n_conflicts {
                nogoods.bump(NogoodId::from_usize(nogood));
            }
        }
        // A given one has no activity.
        nogoods.bump(NogoodId::from_usize(0));
        nogoods.reduce();
        let ids = nogoods.nogoods.indices();
        let left: Vec<Vec<Atom>> = ids.map(|id| nogoods.atoms(id).to_vec()).collect();
        // Seven have more than two levels; the three best of them stay.
        let expected = [0, 2, 3, 4, 7, 9, 10].map(|at| pair(at).to_vec());
        assert_eq!(left, expected);
        assert_eq!((nogoods.len(), nogoods.n_learnt()), (7, 5));
        check_watches(&mut nogoods, &mut trail);
        // Those that were deleted have no watches.
        let before = nogoods.n_bytes();
        nogoods.reduce();
        assert!(nogoods.n_bytes() < before);
        check_watches(&mut nogoods, &mut trail);
    }
}
