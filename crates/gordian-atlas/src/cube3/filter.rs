//! The states close to the second phase, with the sides' centres: sets that may hold a little more
//! than they should.
//!
//! The exact distance of every state with its centres would take sixteen times the memory of `distance`.
//! But most states that a search meets are close to the end of the first phase, and for them it is
//! enough to know whether a state is within as many turns as are left. So for each number of turns up
//! to [`MAX_DISTANCE`] there is a set of bits: a state within that number has its bit set, by a hash of the
//! state, and any other is unlikely to fall on a bit that is set. The sets for few turns are small and
//! stay in the nearest caches.

use std::io;

use gordian_core::Cancel;
use rayon::prelude::*;

use super::coordinates::{Coordinates, N_SIDES, N_TWISTS};
use super::product::check_cancel;
use super::symmetry::SYMMETRIES;
use super::tables::{Symmetric, flip_slice_step};
use crate::map::Buffer;

/// The most turns that there is a set for.
pub(super) const MAX_DISTANCE: u8 = 8;

/// Bits of a set for each of its states; three of them are set.
const BITS_PER_STATE: usize = 10;

/// Room for the forms of states that have many.
const MIN_EXTRA_FORMS: usize = 1 << 16;

/// States whose neighbours are found at a time.
const CHUNK: usize = 1 << 12;

/// The sets of states within 0, 1, 2, ... turns.
pub(super) struct Filters {
    within: Vec<BloomFilter>,
}

/// One set: a Bloom filter whose bits for a state are all in one word, so that to look one up is one
/// access to memory.
///
/// *Source*: Putze, Sanders, Singler: "Cache-, Hash- and Space-Efficient Bloom Filters", 2009.
struct BloomFilter {
    words: Buffer<u64>,
    /// How far a hash is shifted so that it is the number of a word.
    shift: u32,
}

/// Returns a state, as the class of flip and slice and what the class's symmetry makes of the others.
#[inline]
pub(super) fn key(class: usize, twist: u16, sides: u16) -> u64 {
    let key = (class * N_TWISTS + usize::from(twist)) * N_SIDES + usize::from(sides);
    key as u64
}

impl BloomFilter {
    /// Returns an empty set for about `n` states.
    fn new(n: usize) -> io::Result<Self> {
        let words = (n * BITS_PER_STATE / 64).next_power_of_two().max(1 << 6);
        Ok(Self { words: Buffer::new(words)?, shift: 64 - words.trailing_zeros() })
    }

    /// Returns the number of a state's word and its bits there, by multiplicative hashing.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bits = key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let bit = |shift: u32| 1 << (bits >> shift & 63);
        let word = usize::try_from(hash >> self.shift).expect("as many bits as words have numbers");
        (word, bit(58) | bit(52) | bit(46))
    }

    fn add(&mut self, key: u64) {
        let (word, bits) = self.place(key);
        self.words[word] |= bits;
    }

    /// Adds many states; every thread looks at all of them and sets the bits of its own words.
    fn add_all(&mut self, keys: &[u64]) {
        let places: Vec<(usize, u64)> = keys.par_iter().map(|&key| self.place(key)).collect();
        let parts = rayon::current_num_threads().next_power_of_two();
        let share = self.words.len().div_ceil(parts);
        self.words.par_chunks_mut(share).enumerate().for_each(|(part, own)| {
            let first = part * share;
            for &(word, bits) in &places {
                if let Some(word) = word.checked_sub(first).and_then(|word| own.get_mut(word)) {
                    *word |= bits;
                }
            }
        });
    }

    #[inline]
    fn contains(&self, key: u64) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

impl Filters {
    /// Returns whether a state may be within `turns`, which is at most [`MAX_DISTANCE`]; never false where
    /// it is.
    #[inline]
    pub(super) fn may_be_within(&self, key: u64, turns: u8) -> bool {
        self.within[usize::from(turns)].contains(key)
    }

    /// Finds the states, level by level, by `turns` that count one each.
    pub(super) fn build(
        moves: &Coordinates,
        symmetric: &Symmetric,
        turns: &[usize],
        cancel: &Cancel,
    ) -> io::Result<Self> {
        let space = StateSpace { moves, symmetric, turns };
        let mut levels = vec![Level { keys: Buffer::new(1)?, n: 1 }];
        let mut within = vec![set(&levels)?];
        for _ in 1..MAX_DISTANCE {
            levels.push(space.level(&levels)?);
            within.push(set(&levels)?);
        }
        // The last level is many times larger than all before: it is never kept.
        let last = levels.last().expect("there are levels").keys();
        let mut farthest = BloomFilter::new(last.len() * turns.len() * 3 / 4)?;
        levels.iter().flat_map(Level::keys).for_each(|&key| farthest.add(key));
        for chunk in last.chunks(CHUNK) {
            check_cancel(cancel)?;
            farthest.add_all(&space.neighbours(chunk));
        }
        within.push(farthest);
        Ok(Self { within })
    }
}

/// The states at one distance, each in all its forms, sorted.
struct Level {
    keys: Buffer<u64>,
    n: usize,
}

impl Level {
    fn keys(&self) -> &[u64] {
        &self.keys[..self.n]
    }

    /// Removes what occurs twice from sorted keys, and what `unwanted` names.
    fn remove_known(&mut self, unwanted: impl Fn(u64) -> bool) {
        let mut kept = 0;
        for i in 0..self.n {
            let key = self.keys[i];
            if (kept == 0 || self.keys[kept - 1] != key) && !unwanted(key) {
                self.keys[kept] = key;
                kept += 1;
            }
        }
        self.n = kept;
    }
}

fn set(levels: &[Level]) -> io::Result<BloomFilter> {
    let mut set = BloomFilter::new(levels.iter().map(|level| level.n).sum())?;
    levels.iter().flat_map(Level::keys).for_each(|&key| set.add(key));
    Ok(set)
}

/// What is needed to walk from state to state.
struct StateSpace<'a> {
    moves: &'a Coordinates,
    symmetric: &'a Symmetric,
    turns: &'a [usize],
}

impl StateSpace<'_> {
    /// Returns the level that comes after `levels`.
    fn level(&self, levels: &[Level]) -> io::Result<Level> {
        let last = levels.last().expect("there are levels").keys();
        // Few states have more than one form, and those that do are close to the start.
        let room = last.len() * self.turns.len() * 2 + MIN_EXTRA_FORMS;
        let mut next = Level { keys: Buffer::new(room)?, n: 0 };
        for chunk in last.chunks(CHUNK) {
            let found = self.neighbours(chunk);
            next.keys[next.n..][..found.len()].copy_from_slice(&found);
            next.n += found.len();
        }
        next.keys[..next.n].par_sort_unstable();
        let before = &levels[levels.len().saturating_sub(2)..];
        next.remove_known(|key| {
            before.iter().any(|level| level.keys().binary_search(&key).is_ok())
        });
        Ok(next)
    }

    /// Returns the neighbours of states, some of them more than once.
    fn neighbours(&self, keys: &[u64]) -> Vec<u64> {
        keys.par_chunks(1 << 8)
            .flat_map_iter(|keys| {
                let mut found = Vec::with_capacity(keys.len() * self.turns.len());
                keys.iter().for_each(|&key| self.add_neighbours(key, &mut found));
                found
            })
            .collect()
    }

    fn add_neighbours(&self, key: u64, found: &mut Vec<u64>) {
        let Symmetric { flip_slice, twist, sides, .. } = self.symmetric;
        let state = usize::try_from(key).expect("a key is made of a usize");
        let (class, twist_at) = (state / (N_TWISTS * N_SIDES), state / N_SIDES % N_TWISTS);
        let representative = flip_slice.representatives[class] as usize;
        for &turn in self.turns {
            let (class, symmetry) =
                flip_slice.find(flip_slice_step(self.moves, representative, turn));
            let twist_at = usize::from(self.moves.twist[twist_at][turn]);
            let sides_at = usize::from(self.moves.sides[state % N_SIDES][turn]);
            let twist_at = twist[twist_at][symmetry];
            let sides_at = sides[sides_at][symmetry];
            let stabiliser = flip_slice.stabilisers[class];
            if stabiliser == 1 {
                found.push(self::key(class, twist_at, sides_at));
                continue;
            }
            // All the forms that the state has in the row of its class.
            let (twist_at, sides_at) = (usize::from(twist_at), usize::from(sides_at));
            for number in (0..SYMMETRIES).filter(|number| stabiliser >> number & 1 == 1) {
                found.push(self::key(class, twist[twist_at][number], sides[sides_at][number]));
            }
        }
    }
}
