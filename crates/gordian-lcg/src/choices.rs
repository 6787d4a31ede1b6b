//! The atoms that the search may decide next, the most active first.
//!
//! Atoms that take part in conflicts gain activity, as literals do in a SAT solver. A domain of any
//! size has only the atoms that occurred so far.
//!
//! *Source*: Moskewicz, Madigan, Zhao, Zhang, Malik: "Chaff: engineering an efficient SAT solver",
//! DAC 2001.

use gordian_core::{ActivityHeap, IndexVec, index};
use rustc_hash::FxHashMap;

use crate::atom::{Atom, Relation};
use crate::trail::Trail;

/// Activities are multiplied by this after each conflict.
const ACTIVITY_DECAY: f64 = 0.95;
/// The activities of more atoms than this are forgotten, so that memory does not grow without end.
const MAX_CHOICES: usize = 1 << 19;
/// The memory of an atom in the hash table, in the list and in the heap.
const BYTES_PER_CHOICE: usize = 3 * size_of::<Atom>() + 2 * size_of::<(Choice, f64)>();

index! {
    /// An atom with an activity.
    struct Choice;
}

/// The atoms that took part in conflicts, by activity; of two opposite atoms it has one.
///
/// *Invariant*: an atom that is not in the heap has been decided or found true or false at the
/// level that `popped` has for it.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    choices: FxHashMap<Atom, Choice>,
    atoms: IndexVec<Choice, Atom>,
    heap: ActivityHeap<Choice>,
    popped: Vec<(u32, Choice)>,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            choices: FxHashMap::default(),
            atoms: IndexVec::new(),
            heap: ActivityHeap::new(ACTIVITY_DECAY),
            popped: Vec::new(),
        }
    }
}

impl Choices {
    /// Returns about the memory of the atoms, in bytes.
    #[inline]
    pub(crate) fn n_bytes(&self) -> u64 {
        (self.atoms.len() * BYTES_PER_CHOICE) as u64
    }

    /// Increases the activity of an atom and its opposite.
    pub(crate) fn bump(&mut self, atom: Atom) {
        let atom = match atom.relation {
            Relation::AtLeast | Relation::Equal => atom,
            Relation::AtMost | Relation::NotEqual => !atom,
        };
        let choice = *self.choices.entry(atom).or_insert_with(|| {
            self.atoms.push(atom);
            self.heap.push(0.0)
        });
        self.heap.bump(choice);
    }

    /// Makes later conflicts count more.
    pub(crate) fn decay(&mut self) {
        self.heap.decay();
    }

    /// Returns the most active undecided atom, for a decision at the next level.
    pub(crate) fn next(&mut self, trail: &Trail) -> Option<Atom> {
        loop {
            let choice = self.heap.pop()?;
            let atom = self.atoms[choice];
            let level = trail.level();
            if trail.truth(atom).is_none() {
                self.popped.push((level + 1, choice));
                return Some(atom);
            }
            self.popped.push((level, choice));
        }
    }

    /// Puts the atoms back that are undecided at `level` again.
    pub(crate) fn backtrack(&mut self, level: u32) {
        while let Some(&(at, choice)) = self.popped.last()
            && at > level
        {
            self.popped.pop();
            self.heap.insert(choice);
        }
        if level == 0 && self.atoms.len() > MAX_CHOICES {
            *self = Self::default();
        }
    }
}
