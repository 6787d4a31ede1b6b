//! States without ranks: each is a key of up to 128 bits, the labels and orientations of its positions one after another.
//!
//! A bucket has the states whose keys are scattered to its number, for each distance a sorted list. The number of buckets is
//! always the same, so a table does not depend on memory, threads or processes.

use std::borrow::Cow;

use gordian_perm::definition::{Definition, IGNORED, MoveSet, State};

use super::DistancesConfig;
use super::buckets::{New, Payload, Space};
use super::pieces::{Moved, PieceMoves};
use crate::AtlasError;
use crate::chain::count;

/// The binary logarithm of the number of buckets.
const BUCKET_BITS: u32 = 8;
/// The number of buckets.
const N_BUCKETS: u64 = 1 << BUCKET_BITS;
/// The size of a key in bytes.
const KEY: usize = size_of::<u128>();
/// The size of a number in bytes.
const NUMBER: usize = size_of::<u64>();

/// The states of a definition as keys.
pub(super) struct KeySpace {
    moves: PieceMoves,
    positions: Vec<PositionBits>,
    solved: State,
    max_bucket_bytes: u64,
    max_inbox_bytes: u64,
}

/// The bits of a position in a key.
struct PositionBits {
    label: u32,
    orientation: u32,
    /// For each label whether the orientation of its pieces is ignored.
    is_ignored: Vec<bool>,
}

/// Returns the number of bits of numbers less than `n`.
fn bits(n: usize) -> u32 {
    n.saturating_sub(1).checked_ilog2().map_or(0, |last| last + 1)
}

/// Returns the bucket of a key.
fn bucket(key: u128) -> u64 {
    /// The golden ratio: keys that differ in few bits are scattered.
    const RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
    let [high, low] = halves(key);
    let mixed = (low ^ high.wrapping_mul(RATIO).rotate_left(32)).wrapping_mul(RATIO);
    (mixed ^ mixed >> 29).wrapping_mul(RATIO) >> (u64::BITS - BUCKET_BITS)
}

/// Returns the upper and the lower half of a number.
pub(super) fn halves(number: u128) -> [u64; 2] {
    let bytes = number.to_be_bytes();
    let (halves, _) = bytes.as_chunks::<NUMBER>();
    [u64::from_be_bytes(halves[0]), u64::from_be_bytes(halves[1])]
}

/// The states of a bucket.
#[derive(Default)]
pub(super) struct KeyBucket {
    /// The sorted keys at each distance so far.
    levels: Vec<Vec<u128>>,
    /// Keys that arrived and are not sorted yet.
    arrived: Vec<u128>,
}

impl KeySpace {
    /// Returns the space; `None` if a state needs more than 128 bits.
    pub(super) fn new(
        definition: &Definition,
        moves: &MoveSet,
        config: &DistancesConfig<'_>,
    ) -> Option<Self> {
        let solved = definition.solved();
        let mut positions = Vec::new();
        for orbit in definition.orbits() {
            let pieces = &solved.pieces()[orbit.positions()];
            let orientations = &solved.orientations()[orbit.positions()];
            let n_labels = orbit.n_labels();
            let mut is_ignored = vec![false; n_labels];
            for (&label, &orientation) in pieces.iter().zip(orientations) {
                is_ignored[usize::from(label)] = orientation == IGNORED;
            }
            positions.extend(pieces.iter().map(|_| PositionBits {
                label: bits(n_labels),
                orientation: bits(orbit.orientations().into()),
                is_ignored: is_ignored.clone(),
            }));
        }
        let n_bits: u32 = positions.iter().map(|it| it.label + it.orientation).sum();
        let of_thread = config.max_bytes / count(config.threads) / 4;
        (n_bits <= u128::BITS).then(|| Self {
            moves: PieceMoves::new(definition, moves),
            positions,
            solved: solved.clone(),
            max_bucket_bytes: of_thread * 2,
            max_inbox_bytes: of_thread.saturating_mul(N_BUCKETS),
        })
    }

    fn key(&self, pieces: &[u8], orientations: &[u8]) -> u128 {
        let mut key = 0;
        for ((position, &label), &orientation) in
            self.positions.iter().zip(pieces).zip(orientations)
        {
            key = key << position.label | u128::from(label);
            let orientation = if orientation == IGNORED { 0 } else { orientation };
            key = key << position.orientation | u128::from(orientation);
        }
        key
    }

    /// Returns the state of a key.
    pub(super) fn state(&self, key: u128) -> State {
        let mut state = self.moves.memory();
        self.set(key, &mut state);
        state.into_state()
    }

    fn set(&self, mut key: u128, state: &mut Moved) {
        let mut take = |n_bits: u32| {
            let [_, low] = halves(key & ((1 << n_bits) - 1));
            key >>= n_bits;
            u8::try_from(low).expect("labels and orientations have at most eight bits")
        };
        for (at, position) in self.positions.iter().enumerate().rev() {
            let orientation = take(position.orientation);
            let label = take(position.label);
            // A key of a file can have labels that do not exist.
            let is_ignored = position.is_ignored.get(usize::from(label)) == Some(&true);
            state.orientations[at] = if is_ignored { IGNORED } else { orientation };
            state.pieces[at] = label;
        }
    }
}

impl Space for KeySpace {
    type Entry = [u8; KEY];
    type Bucket = KeyBucket;

    fn n_buckets(&self) -> u64 {
        N_BUCKETS
    }

    fn layout(&self) -> u64 {
        N_BUCKETS
    }

    fn start(&self) -> (u64, Self::Entry) {
        let key = self.key(self.solved.pieces(), self.solved.orientations());
        (bucket(key), key.to_le_bytes())
    }

    fn n_states(&self) -> Option<u64> {
        None
    }

    fn max_inbox_bytes(&self) -> u64 {
        self.max_inbox_bytes
    }

    fn n_workers(&self, config: &DistancesConfig<'_>) -> u64 {
        count(config.threads)
    }

    fn bytes_in_memory(&self, config: &DistancesConfig<'_>) -> u64 {
        config.max_bytes
    }

    fn max_bucket_bytes(&self) -> u64 {
        self.max_bucket_bytes
    }

    fn empty(&self, _: u64) -> KeyBucket {
        KeyBucket::default()
    }

    fn read(&self, number: u64, bytes: Vec<u8>) -> Option<KeyBucket> {
        let (first, mut rest) = bytes.split_first_chunk::<NUMBER>()?;
        let mut lengths = Vec::new();
        for _ in 0..u64::from_le_bytes(*first) {
            let (length, after) = rest.split_first_chunk::<NUMBER>()?;
            lengths.push(u64::from_le_bytes(*length));
            rest = after;
        }
        let mut levels = Vec::with_capacity(lengths.len());
        for length in lengths {
            let n_bytes = usize::try_from(length).ok()?.checked_mul(KEY)?;
            let (keys, after) = rest.split_at_checked(n_bytes)?;
            rest = after;
            let keys = keys.as_chunks().0.iter().map(|&key| u128::from_le_bytes(key));
            let keys: Vec<u128> = keys.collect();
            let are_own = keys.iter().all(|&key| bucket(key) == number);
            (are_own && keys.is_sorted_by(|a, b| a < b)).then_some(())?;
            levels.push(keys);
        }
        rest.is_empty().then_some(KeyBucket { levels, arrived: Vec::new() })
    }

    fn bytes<'a>(&self, bucket: &'a KeyBucket) -> Cow<'a, [u8]> {
        let lengths = bucket.levels.iter().map(|keys| count(keys.len()));
        let numbers = std::iter::once(count(bucket.levels.len())).chain(lengths);
        let keys = bucket.levels.iter().flatten().flat_map(|key| key.to_le_bytes());
        numbers.flat_map(u64::to_le_bytes).chain(keys).collect()
    }

    fn expand(
        &self,
        _: u64,
        bucket_of_sources: &KeyBucket,
        level: usize,
        mut send: impl FnMut(u64, Self::Entry) -> Result<(), AtlasError>,
        mut on_state: impl FnMut() -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let mut state = self.moves.memory();
        for &key in bucket_of_sources.levels.get(level).into_iter().flatten() {
            on_state()?;
            self.set(key, &mut state);
            let mut sent = Ok(());
            self.moves.neighbours(&mut state, |pieces, orientations| {
                let key = self.key(pieces, orientations);
                sent = send(bucket(key), key.to_le_bytes());
                sent.is_ok()
            });
            sent?;
        }
        Ok(())
    }

    fn receive(
        &self,
        number: u64,
        bucket_of_targets: &mut KeyBucket,
        _: usize,
        entries: &[u8],
        _: &mut New,
    ) -> Option<()> {
        let arrived = &mut bucket_of_targets.arrived;
        let first = arrived.len();
        arrived.extend(entries.as_chunks().0.iter().map(|&entry| u128::from_le_bytes(entry)));
        arrived[first..].iter().all(|&key| bucket(key) == number).then_some(())
    }

    fn finish_receiving(&self, bucket: &mut KeyBucket, level: usize, new: &mut New) {
        let KeyBucket { levels, arrived } = bucket;
        arrived.sort_unstable();
        arrived.dedup();
        if levels.len() <= level {
            levels.resize(level + 1, Vec::new());
        }
        // The moves are closed under inverses, so neighbours of a level are at most one level away.
        for known in &levels[level.saturating_sub(2)..] {
            remove_sorted(arrived, known);
        }
        for &key in arrived.iter() {
            new.add(key);
        }
        let of_level = &mut levels[level];
        if of_level.is_empty() {
            *of_level = std::mem::take(arrived);
        } else {
            of_level.append(arrived);
            of_level.sort_unstable();
        }
        // There may be no state at this distance in any bucket.
        while levels.last().is_some_and(Vec::is_empty) {
            levels.pop();
        }
    }

    /// The file has, for each bucket, the number of its states at each distance, and then the keys in the same order.
    fn payload<'a>(&self, buckets: &[&'a [u8]], n_levels: usize) -> Option<Payload<'a>> {
        let mut lengths = Vec::new();
        let mut keys = Vec::new();
        for bucket in buckets {
            let (first, rest) = bucket.split_first_chunk::<NUMBER>()?;
            let n = usize::try_from(u64::from_le_bytes(*first)).ok()?;
            let (own, states) = rest.split_at_checked(n.checked_mul(NUMBER)?)?;
            let n_missing = n_levels.checked_sub(n)?;
            lengths.extend_from_slice(own);
            lengths.resize(lengths.len() + n_missing * NUMBER, 0);
            keys.push(states);
        }
        Some((lengths, keys))
    }
}

/// Removes the elements of a sorted list from another.
fn remove_sorted(list: &mut Vec<u128>, others: &[u128]) {
    let mut others = others.iter().copied().peekable();
    list.retain(|&key| {
        while others.next_if(|&other| other < key).is_some() {}
        others.peek() != Some(&key)
    });
}
