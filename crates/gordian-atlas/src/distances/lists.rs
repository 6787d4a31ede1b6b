//! Sorted lists of the states that were reached: of their ranks if few of these are reached, else
//! of keys of 128 bits.
//!
//! A bucket has the states whose numbers are scattered to it, for each distance a sorted list. The
//! number of buckets is always the same, so a table does not depend on memory, threads or
//! processes.

use std::borrow::Cow;
use std::mem;

use gordian_core::numbers::to_u64;

use super::DistancesConfig;
use super::buckets::{New, Payload, Space};
use super::keys::halves;
use crate::AtlasError;

/// The binary logarithm of the number of buckets.
const BUCKET_BITS: u32 = 8;
/// The number of buckets.
pub(super) const N_BUCKETS: u64 = 1 << BUCKET_BITS;
/// The size of a length of a list in bytes.
const LENGTH: usize = size_of::<u64>();

/// A number of a state, with a fixed number of bytes.
pub(super) trait Number: Copy + Ord + Send + Sync + Into<u128> {
    /// The bytes, the lowest ones first.
    type Bytes: AsRef<[u8]> + Copy;

    fn to_bytes(self) -> Self::Bytes;

    /// Returns the number with these bytes, which are as many as there must be.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            type Bytes = [u8; size_of::<$type>()];

            fn to_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            fn from_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("the length is fixed"))
            }
        }
    };
}

number!(u64);
number!(u128);

/// Returns the bucket of a number.
pub(super) fn bucket(number: impl Into<u128>) -> u64 {
    /// The golden ratio: numbers that differ in few bits are scattered.
    const RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
    let [high, low] = halves(number.into());
    let mixed = (low ^ high.wrapping_mul(RATIO).rotate_left(32)).wrapping_mul(RATIO);
    (mixed ^ mixed >> 29).wrapping_mul(RATIO) >> (u64::BITS - BUCKET_BITS)
}

/// Numbers of states.
pub(super) trait Numbering: Sync {
    type Number: Number;
    type Mover<'a>
    where
        Self: 'a;

    /// Returns the number of the solved state.
    fn start(&self) -> Self::Number;

    /// Returns what [`Self::neighbours`] needs.
    fn mover(&self) -> Self::Mover<'_>;

    /// Calls `visit` with the number after each legal move, until it returns false.
    fn neighbours(
        &self,
        mover: &mut Self::Mover<'_>,
        number: Self::Number,
        visit: impl FnMut(Self::Number) -> bool,
    );
}

/// The states of a bucket.
pub(super) struct Lists<N> {
    /// The sorted numbers at each distance so far.
    levels: Vec<Vec<N>>,
    /// Numbers that arrived and are not sorted yet.
    arrived: Vec<N>,
}

/// Lists of the states of a numbering.
pub(super) struct ListSpace<S> {
    pub(super) numbering: S,
    max_bucket_bytes: u64,
    max_inbox_bytes: u64,
}

/// Returns the numbers in bytes.
fn numbers<N: Number>(bytes: &[u8]) -> impl Iterator<Item = N> {
    bytes.chunks_exact(size_of::<N>()).map(N::from_bytes)
}

impl<S: Numbering> ListSpace<S> {
    pub(super) fn new(numbering: S, config: &DistancesConfig<'_>) -> Self {
        let of_thread = config.max_bytes / to_u64(config.threads) / 4;
        Self {
            numbering,
            max_bucket_bytes: of_thread * 2,
            max_inbox_bytes: of_thread.saturating_mul(N_BUCKETS),
        }
    }
}

impl<S: Numbering> Space for ListSpace<S> {
    type Entry = <S::Number as Number>::Bytes;
    type Bucket = Lists<S::Number>;

    fn n_buckets(&self) -> u64 {
        N_BUCKETS
    }

    fn layout(&self) -> u64 {
        N_BUCKETS
    }

    fn start(&self) -> (u64, Self::Entry) {
        let start = self.numbering.start();
        (bucket(start), start.to_bytes())
    }

    fn n_states(&self) -> Option<u64> {
        None
    }

    fn max_inbox_bytes(&self) -> u64 {
        self.max_inbox_bytes
    }

    fn n_workers(&self, config: &DistancesConfig<'_>) -> u64 {
        to_u64(config.threads)
    }

    fn bytes_in_memory(&self, config: &DistancesConfig<'_>) -> u64 {
        config.max_bytes
    }

    fn max_bucket_bytes(&self) -> u64 {
        self.max_bucket_bytes
    }

    fn empty(&self, _: u64) -> Lists<S::Number> {
        Lists { levels: Vec::new(), arrived: Vec::new() }
    }

    fn read(&self, number: u64, bytes: Vec<u8>) -> Option<Lists<S::Number>> {
        let (first, mut rest) = bytes.split_first_chunk::<LENGTH>()?;
        let mut lengths = Vec::new();
        for _ in 0..u64::from_le_bytes(*first) {
            let (length, after) = rest.split_first_chunk::<LENGTH>()?;
            lengths.push(u64::from_le_bytes(*length));
            rest = after;
        }
        let mut levels = Vec::with_capacity(lengths.len());
        for length in lengths {
            let n_bytes = usize::try_from(length).ok()?.checked_mul(size_of::<S::Number>())?;
            let (keys, after) = rest.split_at_checked(n_bytes)?;
            rest = after;
            let keys: Vec<S::Number> = numbers(keys).collect();
            let are_own = keys.iter().all(|&key| bucket(key) == number);
            (are_own && keys.is_sorted_by(|a, b| a < b)).then_some(())?;
            levels.push(keys);
        }
        rest.is_empty().then_some(Lists { levels, arrived: Vec::new() })
    }

    fn bytes<'a>(&self, bucket: &'a Lists<S::Number>) -> Cow<'a, [u8]> {
        let lengths = bucket.levels.iter().map(|keys| to_u64(keys.len()));
        let numbers = std::iter::once(to_u64(bucket.levels.len())).chain(lengths);
        let mut bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        for key in bucket.levels.iter().flatten() {
            bytes.extend_from_slice(key.to_bytes().as_ref());
        }
        bytes.into()
    }

    fn expand(
        &self,
        _: u64,
        bucket_of_sources: &Lists<S::Number>,
        level: usize,
        mut send: impl FnMut(u64, Self::Entry) -> Result<(), AtlasError>,
        mut on_state: impl FnMut() -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let mut mover = self.numbering.mover();
        for &key in bucket_of_sources.levels.get(level).into_iter().flatten() {
            on_state()?;
            let mut sent = Ok(());
            self.numbering.neighbours(&mut mover, key, |key| {
                sent = send(bucket(key), key.to_bytes());
                sent.is_ok()
            });
            sent?;
        }
        Ok(())
    }

    fn receive(
        &self,
        number: u64,
        bucket_of_targets: &mut Lists<S::Number>,
        _: usize,
        entries: &[u8],
        _: &mut New,
    ) -> Option<()> {
        let arrived = &mut bucket_of_targets.arrived;
        let first = arrived.len();
        arrived.extend(numbers::<S::Number>(entries));
        arrived[first..].iter().all(|&key| bucket(key) == number).then_some(())
    }

    fn finish_receiving(&self, bucket: &mut Lists<S::Number>, level: usize, new: &mut New) {
        let Lists { levels, arrived } = bucket;
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
            new.add(key.into());
        }
        let of_level = &mut levels[level];
        if of_level.is_empty() {
            *of_level = mem::take(arrived);
        } else {
            of_level.append(arrived);
            of_level.sort_unstable();
        }
        // There may be no state at this distance in any bucket.
        while levels.last().is_some_and(Vec::is_empty) {
            levels.pop();
        }
    }

    /// The file has, for each bucket, the number of its states at each distance, and then the keys
    /// in the same order.
    fn payload<'a>(&self, buckets: &[&'a [u8]], n_levels: usize) -> Option<Payload<'a>> {
        let mut lengths = Vec::new();
        let mut keys = Vec::new();
        for bucket in buckets {
            let (first, rest) = bucket.split_first_chunk::<LENGTH>()?;
            let n = usize::try_from(u64::from_le_bytes(*first)).ok()?;
            let (own, states) = rest.split_at_checked(n.checked_mul(LENGTH)?)?;
            let n_missing = n_levels.checked_sub(n)?;
            lengths.extend_from_slice(own);
            lengths.resize(lengths.len() + n_missing * LENGTH, 0);
            keys.push(states);
        }
        Some((lengths, keys))
    }
}

/// Removes the elements of a sorted list from another.
fn remove_sorted<N: Number>(list: &mut Vec<N>, others: &[N]) {
    let mut others = others.iter().copied().peekable();
    list.retain(|&key| {
        while others.next_if(|&other| other < key).is_some() {}
        others.peek() != Some(&key)
    });
}
