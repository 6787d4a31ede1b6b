//! Bloom filters of the states close to phase 2, with the parities of the side centres.
//!
//! The exact distances of all states with centres would take sixteen times the memory of
//! `phase1_distance_mod3`. Most states of a search are close to the end of phase 1, and for them it
//! suffices to know whether the distance is at most the number of remaining turns. So there is one
//! Bloom filter per number of turns up to [`MAX_DISTANCE`]: it contains all states within that
//! distance, and other states with low probability. The filters for few turns are small and stay in
//! the fastest caches.

use std::io;
use std::ops::Deref;

use gordian_core::Cancel;
use rayon::prelude::*;

use super::coordinates::{Coordinates, N_SIDES, N_TWISTS};
use super::product::check_cancel;
use super::symmetry::SYMMETRIES;
use super::tables::{Symmetric, flip_slice_step};
use crate::map::{Buffer, Numbers};

/// The largest distance with a filter.
pub(super) const MAX_DISTANCE: u8 = 8;

/// The number of bits per state of a filter; three of them are set.
const BITS_PER_STATE: usize = 10;

/// The minimal number of words of a filter.
const MIN_WORDS: usize = 1 << 6;

/// The maximal number of words of a filter in a file.
const MAX_WORDS: usize = 1 << 24;

/// The extra capacity for states with several forms.
const MIN_EXTRA_FORMS: usize = 1 << 16;

/// The number of states that are expanded at a time.
const CHUNK: usize = 1 << 12;

/// The filters of the states within 0, 1, 2, … turns.
pub(super) struct Filters {
    within: Vec<BloomFilter>,
}

/// A blocked Bloom filter: the bits of a state are all in one word, so a lookup is one memory
/// access.
///
/// *Source*: Putze, Sanders, Singler: "Cache-, Hash- and Space-Efficient Bloom Filters", 2009.
struct BloomFilter<W = Numbers<u64>> {
    words: W,
    /// The right shift from a hash to a word index.
    shift: u32,
}

/// Returns the key of a state: the class of flip and slice, and the images of twist and sides under
/// the symmetry to its representative.
#[inline]
pub(super) fn key(class: usize, twist: u16, sides: u16) -> u64 {
    let key = (class * N_TWISTS + usize::from(twist)) * N_SIDES + usize::from(sides);
    key as u64
}

/// A filter that is being built.
type BloomBuilder = BloomFilter<Buffer<u64>>;

impl<W: Deref<Target = [u64]>> BloomFilter<W> {
    /// Returns the filter with these words, whose number is a power of two.
    fn of_words(words: W) -> Self {
        let shift = 64 - words.len().trailing_zeros();
        Self { words, shift }
    }

    /// Returns the word index and the bits of a state, by multiplicative hashing.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bits = key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let bit = |shift: u32| 1 << (bits >> shift & 63);
        let word = usize::try_from(hash >> self.shift).expect("the shifted hash is a word index");
        (word, bit(58) | bit(52) | bit(46))
    }
}

impl BloomBuilder {
    /// Returns an empty filter for about `n` states.
    fn new(n: usize) -> io::Result<Self> {
        let n_words = (n * BITS_PER_STATE / 64).next_power_of_two().max(MIN_WORDS);
        Ok(Self::of_words(Buffer::new(n_words)?))
    }

    fn add(&mut self, key: u64) {
        let (word, bits) = self.place(key);
        self.words[word] |= bits;
    }

    /// Adds many states; every thread reads all of them and sets the bits of its own words.
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

    /// Returns the finished filter.
    fn finish(self) -> BloomFilter {
        BloomFilter { words: self.words.into(), shift: self.shift }
    }
}

impl BloomFilter {
    #[inline]
    fn contains(&self, key: u64) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

impl Filters {
    /// Returns whether a state may be within `turns`, which is at most [`MAX_DISTANCE`]. There are
    /// no false negatives.
    #[inline]
    pub(super) fn may_be_within(&self, key: u64, turns: u8) -> bool {
        self.within[usize::from(turns)].contains(key)
    }

    /// Returns the numbers of bytes of filters with these numbers of words; `None` if no filters
    /// have them.
    pub(super) fn n_bytes(n_words: &[u64]) -> Option<Vec<usize>> {
        let n_words: Vec<usize> =
            n_words.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
        let is_valid = |&n: &usize| n.is_power_of_two() && (MIN_WORDS..=MAX_WORDS).contains(&n);
        let are_valid =
            n_words.len() == usize::from(MAX_DISTANCE) + 1 && n_words.iter().all(is_valid);
        are_valid.then(|| n_words.iter().map(|n| n * size_of::<u64>()).collect())
    }

    /// Returns the filters with these words, in the order of [`Self::bytes`].
    pub(super) fn of_words(words: Vec<Numbers<u64>>) -> Self {
        Self { within: words.into_iter().map(BloomFilter::of_words).collect() }
    }

    /// Returns the number of words of each filter.
    pub(super) fn n_words(&self) -> Vec<u64> {
        self.within.iter().map(|filter| filter.words.len() as u64).collect()
    }

    /// Returns the bytes of each filter, in native byte order.
    pub(super) fn bytes(&self) -> impl Iterator<Item = &[u8]> {
        self.within.iter().map(|filter| filter.words.bytes())
    }

    /// Builds the filters by breadth-first search with `turns` of cost 1.
    pub(super) fn build(
        moves: &Coordinates,
        symmetric: &Symmetric,
        turns: &[usize],
        cancel: &Cancel,
    ) -> io::Result<Self> {
        let space = StateSpace { moves, symmetric, turns };
        let mut levels = vec![Level { keys: Buffer::new(1)?, n: 1 }];
        let mut within = vec![filter_of(&levels)?];
        for _ in 1..MAX_DISTANCE {
            levels.push(space.level(&levels)?);
            within.push(filter_of(&levels)?);
        }
        // The last level is many times larger than all before it, so it is not stored.
        let last = levels.last().expect("there are levels").keys();
        let mut farthest = BloomBuilder::new(last.len() * turns.len() * 3 / 4)?;
        levels.iter().flat_map(Level::keys).for_each(|&key| farthest.add(key));
        for chunk in last.chunks(CHUNK) {
            check_cancel(cancel)?;
            farthest.add_all(&space.neighbours(chunk));
        }
        within.push(farthest.finish());
        Ok(Self { within })
    }
}

/// The states at one distance, in all their forms, sorted.
struct Level {
    keys: Buffer<u64>,
    n: usize,
}

impl Level {
    fn keys(&self) -> &[u64] {
        &self.keys[..self.n]
    }

    /// Removes duplicates from sorted keys, and the keys for which `is_known` holds.
    fn remove_known(&mut self, is_known: impl Fn(u64) -> bool) {
        let mut kept = 0;
        for i in 0..self.n {
            let key = self.keys[i];
            if (kept == 0 || self.keys[kept - 1] != key) && !is_known(key) {
                self.keys[kept] = key;
                kept += 1;
            }
        }
        self.n = kept;
    }
}

fn filter_of(levels: &[Level]) -> io::Result<BloomFilter> {
    let mut set = BloomBuilder::new(levels.iter().map(|level| level.n).sum())?;
    levels.iter().flat_map(Level::keys).for_each(|&key| set.add(key));
    Ok(set.finish())
}

/// The data needed to expand states.
struct StateSpace<'a> {
    moves: &'a Coordinates,
    symmetric: &'a Symmetric,
    turns: &'a [usize],
}

impl StateSpace<'_> {
    /// Returns the level after `levels`.
    fn level(&self, levels: &[Level]) -> io::Result<Level> {
        let last = levels.last().expect("there are levels").keys();
        // Few states have more than one form, and they are close to the start.
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

    /// Returns the neighbours of states, with duplicates.
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
            // All forms of the state in the row of its class.
            let (twist_at, sides_at) = (usize::from(twist_at), usize::from(sides_at));
            for number in (0..SYMMETRIES).filter(|number| stabiliser >> number & 1 == 1) {
                found.push(self::key(class, twist[twist_at][number], sides[sides_at][number]));
            }
        }
    }
}
