//! The memo table: completely searched states with their number of walks.

/// A table from states to the number of walks that complete them.
///
/// A state is the set of remaining coins and a key (the current coin and the forbidden direction).
/// It is stored in full: states with equal hashes are distinguished, so that no proof relies on a
/// hash.
///
/// Representation: the entries lie one after the other in one vector of words (set, key, count); an
/// open-addressing table of entry numbers finds them. No entry is ever removed. When the memory is
/// used up, new entries are dropped, which costs time but never changes an answer.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    /// Words per entry: the set, the key and the count.
    stride: usize,
    entries: Vec<u64>,
    n_entries: usize,
    /// Entry number plus one, or 0 for a free slot. The length is a power of two and at least
    /// twice the number of entries.
    slots: Vec<u32>,
}

/// The largest number of words in all entries: 64 MiB.
const MAX_WORDS: usize = 1 << 23;

impl Memo {
    /// Returns an empty table for sets of `set_words` words.
    pub(super) fn new(set_words: usize) -> Self {
        Self { stride: set_words + 2, entries: Vec::new(), n_entries: 0, slots: vec![0; 256] }
    }

    /// Returns the stored count of a state.
    pub(super) fn get(&self, set: &[u64], key: u64) -> Option<u64> {
        let entry = self.slots[self.slot(set, key)] as usize;
        (entry != 0).then(|| self.entries[entry * self.stride - 1])
    }

    /// Stores the count of a state that is not in the table, if there is space.
    pub(super) fn insert(&mut self, set: &[u64], key: u64, count: u64) {
        if self.entries.len() + self.stride > MAX_WORDS {
            return;
        }
        if (self.n_entries + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(set, key);
        self.entries.extend_from_slice(set);
        self.entries.extend([key, count]);
        self.n_entries += 1;
        self.slots[slot] = u32::try_from(self.n_entries).expect("fewer entries than words");
    }

    /// Returns the slot that holds a state, or the free one where it belongs.
    fn slot(&self, set: &[u64], key: u64) -> usize {
        let mut slot = self.first_slot(set, key);
        loop {
            let entry = self.slots[slot] as usize;
            if entry == 0 || self.state(entry) == (set, key) {
                return slot;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Returns the state (set and key) of entry number `entry`, counted from one.
    fn state(&self, entry: usize) -> (&[u64], u64) {
        let words = &self.entries[(entry - 1) * self.stride..][..self.stride - 1];
        let (key, set) = words.split_last().expect("an entry has a key");
        (set, *key)
    }

    fn first_slot(&self, set: &[u64], key: u64) -> usize {
        let hash = set.iter().chain([&key]).fold(0_u64, |hash, word| {
            (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        let hash = (hash ^ (hash >> 32)) & (self.slots.len() as u64 - 1);
        usize::try_from(hash).expect("below the table's length")
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for entry in 1..=self.n_entries {
            let (set, key) = self.state(entry);
            let slot = self.slot(set, key);
            self.slots[slot] = u32::try_from(entry).expect("fewer entries than words");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use gordian_core::Random;

    use super::Memo;

    /// Few distinct words produce many states that differ in the key only.
    #[test]
    fn agrees_with_an_ordered_map() {
        let mut random = Random::new(1);
        let (mut memo, mut map) = (Memo::new(2), BTreeMap::new());
        for count in 0..20_000 {
            let state = [0; 3].map(|_: u64| random.bits() % 40);
            let known = memo.get(&state[..2], state[2]);
            assert_eq!(known, map.get(&state).copied());
            if known.is_none() {
                memo.insert(&state[..2], state[2], count);
                map.insert(state, count);
            }
        }
        for (state, &count) in &map {
            assert_eq!(memo.get(&state[..2], state[2]), Some(count));
        }
    }
}
