//! The domains of all variables and the order in which they were reduced.
//!
//! ```text
//! trail:  | x0 [1,9] | x1 [0,5] || x0 ≤ 4 | x1 ≠ 2 || x1 = 3 |        || begins a decision level
//! entry:  the event, the bounds of the variable after it, the reason, and the previous entry of the variable
//! ```
//!
//! A domain is an interval without holes. Every change is an entry, and the entries that change the
//! bounds of one variable form a chain, so the domain at any earlier time and the time at which an
//! atom became true can be found by following the chain. Conflict analysis asks for both. Holes are
//! no part of the chain, which would be long otherwise: the time of each is in a list of its own.
//!
//! *Invariants*: the bounds of a variable are never holes after an update is complete; an entry
//! changes the domain of its variable; the level of the entries never decreases.

use gordian_core::numbers::to_u32;
use gordian_core::{Index as _, IndexVec, index};
use rustc_hash::FxHashMap;

use crate::atom::{Atom, MAX_VALUE, Relation, Var};

index! {
    /// A nogood, until nogoods are deleted.
    pub(crate) struct NogoodId;

    /// A propagator.
    pub(crate) struct PropagatorId;

    /// A position in the trail.
    pub(crate) struct Position;
}

/// Marks the first entry of a variable, which has no previous one.
const NONE: u32 = u32::MAX;
/// Wider domains keep their holes in a hash table.
const MAX_DENSE_WIDTH: i64 = 1 << 12;
/// The memory of a hole in a hash table: the key, the value and one byte of the table.
const BYTES_PER_SPARSE_HOLE: usize = size_of::<(i64, u32)>() + 1;

/// Why an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is a decision, or the domain at the beginning.
    None,
    /// All other atoms of this nogood hold.
    Nogood(NogoodId),
    /// These atoms of the list of explanations hold.
    Stored {
        /// The first atom.
        start: u32,
        /// Their number.
        len: u32,
    },
    /// A propagator explains it on demand.
    Lazy {
        /// The propagator.
        propagator: PropagatorId,
        /// What the propagator passed.
        data: u32,
    },
    /// The bound moved from `from` over holes.
    Holes {
        /// The bound before.
        from: i64,
    },
}

/// A change of a domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// What became true.
    pub(crate) atom: Atom,
    /// The least value after it.
    pub(crate) min: i64,
    /// The greatest value after it.
    pub(crate) max: i64,
    /// Why.
    pub(crate) reason: Reason,
    /// The decision level.
    pub(crate) level: u32,
    previous: u32,
}

/// The holes of a domain with the positions of the entries that made them; [`NONE`] is no hole.
#[derive(Clone, Debug)]
enum Holes {
    /// The positions for the values from the first one on; none before the first hole.
    Dense {
        first: i64,
        width: usize,
        made_at: Vec<u32>,
    },
    Sparse(FxHashMap<i64, u32>),
}

impl Holes {
    fn new(min: i64, max: i64) -> Self {
        if max - min < MAX_DENSE_WIDTH {
            let width = usize::try_from(max - min + 1).expect("at least one value");
            Self::Dense { first: min, width, made_at: Vec::new() }
        } else {
            Self::Sparse(FxHashMap::default())
        }
    }

    /// Returns the memory, in bytes.
    fn n_bytes(&self) -> usize {
        match self {
            Self::Dense { made_at, .. } => size_of_val(&made_at[..]),
            Self::Sparse(made_at) => BYTES_PER_SPARSE_HOLE * made_at.capacity(),
        }
    }

    #[inline]
    fn get(&self, value: i64) -> u32 {
        match self {
            Self::Dense { first, made_at, .. } => usize::try_from(value - first)
                .ok()
                .and_then(|at| made_at.get(at).copied())
                .unwrap_or(NONE),
            Self::Sparse(made_at) => made_at.get(&value).copied().unwrap_or(NONE),
        }
    }

    fn set(&mut self, value: i64, position: u32) {
        match self {
            Self::Dense { first, width, made_at } => {
                if made_at.is_empty() {
                    made_at.resize(*width, NONE);
                }
                let at = usize::try_from(value - *first).expect("the value is in the first domain");
                made_at[at] = position;
            }
            Self::Sparse(made_at) if position == NONE => drop(made_at.remove(&value)),
            Self::Sparse(made_at) => drop(made_at.insert(value, position)),
        }
    }
}

/// Returns whether an atom is true or false for a domain with these bounds; `contains` returns
/// whether the domain has the value of the atom.
#[inline]
fn truth_in(atom: Atom, (min, max): (i64, i64), contains: impl FnOnce() -> bool) -> Option<bool> {
    match atom.relation {
        Relation::AtLeast if min >= atom.value => Some(true),
        Relation::AtLeast if max < atom.value => Some(false),
        Relation::AtMost if max <= atom.value => Some(true),
        Relation::AtMost if min > atom.value => Some(false),
        Relation::AtLeast | Relation::AtMost => None,
        Relation::Equal | Relation::NotEqual => {
            let is_equal = if !contains() {
                false
            } else if min == max {
                true
            } else {
                return None;
            };
            Some(is_equal == (atom.relation == Relation::Equal))
        }
    }
}

/// An atom cannot become true, because its opposite is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refuted;

/// The domains of all variables with their history.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    entries: Vec<Entry>,
    /// The last entry of each variable that changed its bounds.
    last: IndexVec<Var, u32>,
    /// The positions of all entries of the chain of each variable, in order: searched by halves.
    history: IndexVec<Var, Vec<u32>>,
    /// The bounds of each variable: those of its last entry.
    bounds: IndexVec<Var, (i64, i64)>,
    holes: IndexVec<Var, Holes>,
    /// The memory of all holes, in bytes; it is kept when they are undone.
    n_hole_bytes: usize,
    /// The number of entries before each decision level above 0.
    level_starts: Vec<u32>,
    /// The bounds of each variable at level 0.
    root_bounds: IndexVec<Var, (i64, i64)>,
}

impl Trail {
    /// Adds a variable; `min..=max` is not empty.
    pub(crate) fn add_var(&mut self, min: i64, max: i64) -> Var {
        assert!(-MAX_VALUE <= min && min <= max && max <= MAX_VALUE, "a domain is not empty");
        assert_eq!(self.level(), 0, "variables are added at level 0");
        let position = self.next_position();
        let var = self.last.push(position);
        self.holes.push(Holes::new(min, max));
        self.root_bounds.push((min, max));
        self.bounds.push((min, max));
        self.history.push(vec![position]);
        let (atom, reason) = (var.at_least(min), Reason::None);
        self.entries.push(Entry { atom, min, max, reason, level: 0, previous: NONE });
        var
    }

    /// Returns about the memory of the entries and of the holes, in bytes.
    #[inline]
    pub(crate) fn n_bytes(&self) -> u64 {
        // Each entry has a place in a history too.
        let per_entry = size_of::<Entry>() + size_of::<u32>();
        (self.entries.len() * per_entry + self.n_hole_bytes) as u64
    }

    fn next_position(&self) -> u32 {
        let position = to_u32(self.entries.len());
        assert!(position != NONE, "positions have 32 bits, and one is none");
        position
    }

    /// Returns the number of variables.
    pub(crate) fn n_vars(&self) -> usize {
        self.last.len()
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the bounds of a variable at level 0.
    #[inline]
    pub(crate) fn root_bounds(&self, var: Var) -> (i64, i64) {
        self.root_bounds[var]
    }

    /// Returns an equivalent atom that is a bound, if the domain allows it.
    pub(crate) fn normal_form(&self, atom: Atom) -> Atom {
        let (min, max) = self.root_bounds(atom.var);
        match atom.relation {
            Relation::Equal if atom.value == max => atom.var.at_least(max),
            Relation::Equal if atom.value == min => atom.var.at_most(min),
            Relation::NotEqual if atom.value == max => atom.var.at_most(max - 1),
            Relation::NotEqual if atom.value == min => atom.var.at_least(min + 1),
            _ => atom,
        }
    }

    /// Returns whether a variable has a value in its domain at level 0.
    #[inline]
    pub(crate) fn root_contains(&self, var: Var, value: i64) -> bool {
        let (min, max) = self.root_bounds[var];
        let n_root_entries = self.level_starts.first().map_or(NONE, |&start| start);
        // Without a hole, the position is greater than all others.
        (min..=max).contains(&value) && self.holes[var].get(value) >= n_root_entries
    }

    /// Returns whether an atom is true or false at level 0.
    #[inline]
    pub(crate) fn root_truth(&self, atom: Atom) -> Option<bool> {
        let bounds = self.root_bounds[atom.var];
        truth_in(atom, bounds, || self.root_contains(atom.var, atom.value))
    }

    /// Returns whether an atom was true or false before a position.
    #[inline]
    pub(crate) fn truth_before(&self, atom: Atom, position: Position) -> Option<bool> {
        let bounds = self.bounds_before(atom.var, position);
        truth_in(atom, bounds, || self.contained_before(atom.var, atom.value, position))
    }

    #[inline]
    pub(crate) fn entry(&self, position: Position) -> &Entry {
        &self.entries[position.index()]
    }

    /// Returns the entry that set the bounds of the same variable before an entry; `None` for the
    /// first one.
    #[inline]
    pub(crate) fn previous(&self, entry: &Entry) -> Option<&Entry> {
        (entry.previous != NONE).then(|| &self.entries[entry.previous as usize])
    }

    /// Returns the least value.
    #[inline]
    pub(crate) fn min(&self, var: Var) -> i64 {
        self.bounds[var].0
    }

    /// Returns the greatest value.
    #[inline]
    pub(crate) fn max(&self, var: Var) -> i64 {
        self.bounds[var].1
    }

    /// Returns whether the domain contains a value.
    #[inline]
    pub(crate) fn contains(&self, var: Var, value: i64) -> bool {
        let (min, max) = self.bounds[var];
        (min..=max).contains(&value) && self.holes[var].get(value) == NONE
    }

    /// Returns whether a value has been removed by an entry of its own.
    #[inline]
    pub(crate) fn is_hole(&self, var: Var, value: i64) -> bool {
        self.holes[var].get(value) != NONE
    }

    /// Returns whether an atom is true or false; `None` if both are possible.
    #[inline]
    pub(crate) fn truth(&self, atom: Atom) -> Option<bool> {
        truth_in(atom, self.bounds[atom.var], || self.contains(atom.var, atom.value))
    }

    /// Returns the decision level.
    #[inline]
    pub(crate) fn level(&self) -> u32 {
        u32::try_from(self.level_starts.len()).expect("there are fewer levels than entries")
    }

    /// Begins a decision level.
    pub(crate) fn push_level(&mut self) {
        self.level_starts.push(self.next_position());
    }

    /// Undoes all entries above a level; `on_undo` receives each with the bounds before it.
    pub(crate) fn backtrack(&mut self, level: u32, mut on_undo: impl FnMut(&Entry, (i64, i64))) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        while self.entries.len() > start as usize {
            let entry = self.entries.pop().expect("it is longer");
            let var = entry.atom.var;
            if entry.atom.relation == Relation::NotEqual {
                self.holes[var].set(entry.atom.value, NONE);
            } else {
                let Entry { min, max, .. } = self.entries[entry.previous as usize];
                self.last[var] = entry.previous;
                self.history[var].pop();
                self.bounds[var] = (min, max);
            }
            on_undo(&entry, self.bounds[var]);
        }
        self.level_starts.truncate(level as usize);
    }

    /// Makes an atom true that is not false; returns whether the domain changed.
    ///
    /// Bounds that would be holes move on, each with an entry of its own.
    pub(crate) fn assign(&mut self, atom: Atom, reason: Reason) -> Result<bool, Refuted> {
        match self.truth(atom) {
            Some(true) => return Ok(false),
            Some(false) => return Err(Refuted),
            None => {}
        }
        let (min, max) = self.bounds[atom.var];
        match atom.relation {
            Relation::AtLeast => self.push(atom, atom.value, max, reason),
            Relation::AtMost => self.push(atom, min, atom.value, reason),
            Relation::Equal => self.push(atom, atom.value, atom.value, reason),
            Relation::NotEqual => {
                let position = self.next_position();
                let holes = &mut self.holes[atom.var];
                let before = holes.n_bytes();
                holes.set(atom.value, position);
                self.n_hole_bytes += holes.n_bytes() - before;
                self.push(atom, min, max, reason);
            }
        }
        self.skip_holes(atom.var);
        Ok(true)
    }

    /// Moves bounds that are holes inwards. The domain is not empty: an atom that leaves no value
    /// is false, and the greatest and the least value are not holes before the update.
    fn skip_holes(&mut self, var: Var) {
        let (min, max) = self.bounds[var];
        let holes = &self.holes[var];
        let above = (min..=max).find(|&value| holes.get(value) == NONE);
        let above = above.expect("an atom that is not false leaves a value");
        let below = (above..=max).rev().find(|&value| holes.get(value) == NONE);
        let below = below.expect("as above");
        if above > min {
            self.push(var.at_least(above), above, max, Reason::Holes { from: min });
        }
        if below < max {
            self.push(var.at_most(below), above, below, Reason::Holes { from: max });
        }
    }

    fn push(&mut self, atom: Atom, min: i64, max: i64, reason: Reason) {
        let position = self.next_position();
        let previous = self.last[atom.var];
        if atom.relation != Relation::NotEqual {
            self.last[atom.var] = position;
            self.history[atom.var].push(position);
            self.bounds[atom.var] = (min, max);
        }
        if self.level_starts.is_empty() {
            self.root_bounds[atom.var] = (min, max);
        }
        self.entries.push(Entry { atom, min, max, reason, level: self.level(), previous });
    }

    /// Returns the position of the entry that made a true atom true.
    pub(crate) fn position_of(&self, atom: Atom) -> Position {
        debug_assert_eq!(self.truth(atom), Some(true), "{atom:?}");
        if atom.relation == Relation::NotEqual {
            let made_at = self.holes[atom.var].get(atom.value);
            if made_at != NONE {
                return Position::from_usize(made_at as usize);
            }
        }
        let is_true = |entry: &Entry| match atom.relation {
            Relation::AtLeast => entry.min >= atom.value,
            Relation::AtMost => entry.max <= atom.value,
            Relation::Equal => entry.min == atom.value && entry.max == atom.value,
            Relation::NotEqual => entry.min > atom.value || entry.max < atom.value,
        };
        // The first entry from which on it is true.
        let history = &self.history[atom.var];
        let at = history.partition_point(|&at| !is_true(&self.entries[at as usize]));
        Position::from_usize(history[at] as usize)
    }

    /// Returns the bounds of a variable before a position.
    pub(crate) fn bounds_before(&self, var: Var, position: Position) -> (i64, i64) {
        let history = &self.history[var];
        let n_before = history.partition_point(|&at| (at as usize) < position.index());
        // The first entry counts for all positions before it too.
        let entry = &self.entries[history[n_before.max(1) - 1] as usize];
        (entry.min, entry.max)
    }

    /// Returns whether a variable had a value in its domain before a position.
    pub(crate) fn contained_before(&self, var: Var, value: i64, position: Position) -> bool {
        let (min, max) = self.bounds_before(var, position);
        let made_at = self.holes[var].get(value);
        (min..=max).contains(&value) && (made_at == NONE || made_at as usize >= position.index())
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    /// Compares random updates and undos with a plain set of values per level.
    #[test]
    fn domains_equal_plain_sets() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut trail = Trail::default();
            let wide = seed % 2 == 0;
            let var = trail.add_var(-3, if wide { 1 << 20 } else { 12 });
            let other = trail.add_var(0, 1);
            // A wide domain is narrowed, so that its values can be compared.
            if wide {
                assert_eq!(trail.assign(var.at_most(12), Reason::None), Ok(true));
            }
            let mut levels: Vec<Vec<i64>> = vec![(-3..=12).collect()];
            for _ in 0..40 {
                if random.below(6) == 0 {
                    let level = random.below(levels.len());
                    trail.backtrack(u32::try_from(level).unwrap(), |_, _| {});
                    levels.truncate(level + 1);
                    continue;
                }
                if random.below(3) == 0 {
                    trail.push_level();
                    levels.push(levels[levels.len() - 1].clone());
                }
                let value = i64::try_from(random.below(18)).unwrap() - 4;
                let atom = match random.below(8) {
                    0 => var.at_least(value),
                    1 => var.at_most(value),
                    2 => var.equal(value),
                    _ => var.not_equal(value),
                };
                let values = levels.last_mut().unwrap();
                let kept: Vec<i64> =
                    values.iter().copied().filter(|&value| atom.holds_for(value)).collect();
                let expected = match kept.len() {
                    0 => Err(Refuted),
                    n => Ok(n < values.len()),
                };
                assert_eq!(trail.assign(atom, Reason::None), expected, "{atom:?} {values:?}");
                if !kept.is_empty() {
                    *values = kept;
                }
                let values = levels.last().unwrap();
                assert_eq!(trail.min(var), values[0]);
                assert_eq!(trail.max(var), values[values.len() - 1]);
                for value in -4..=13 {
                    assert_eq!(trail.contains(var, value), values.contains(&value), "{value}");
                    for atom in [var.at_least(value), var.at_most(value), var.equal(value)] {
                        check_truth(&trail, atom, values);
                        check_truth(&trail, !atom, values);
                    }
                }
            }
            assert_eq!((trail.min(other), trail.max(other)), (0, 1));
        }
    }

    fn check_truth(trail: &Trail, atom: Atom, values: &[i64]) {
        let n = values.iter().filter(|&&value| atom.holds_for(value)).count();
        let expected = match n {
            0 => Some(false),
            n if n == values.len() => Some(true),
            _ => None,
        };
        assert_eq!(trail.truth(atom), expected, "{atom:?} {values:?}");
        if expected != Some(true) {
            return;
        }
        // The atom was not true before its position; bounds follow from holes one entry later.
        let position = trail.position_of(atom);
        let (min, max) = trail.bounds_before(atom.var, position);
        let is_bound = atom.relation != Relation::NotEqual;
        if trail.entry(position).previous != NONE {
            let mut before = (min..=max)
                .filter(|&value| is_bound || trail.contained_before(atom.var, value, position));
            assert!(before.any(|value| !atom.holds_for(value)), "{atom:?} {position:?}");
        }
    }
}
