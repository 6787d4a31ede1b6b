//! Buckets of consecutive ranks, with two bits for each.

use std::borrow::Cow;

use gordian_core::numbers::{to_index, to_u64};

use super::DistancesConfig;
use super::buckets::{MIN_WAITING, New, Payload, Space};
use super::codes::{PER_BYTE, UNSEEN, code, in_byte, places_with, set};
use super::index::{Index, Mover};
use crate::AtlasError;

/// The largest number of buckets.
const MAX_BUCKETS: u64 = 1 << 16;
/// The number of buckets that there are if they are neither too small nor too large, so that
/// several processes share the work.
const WANTED_BUCKETS: u64 = 64;
/// The largest number of ranks of a bucket, so that a place in it fits into 32 bits.
const MAX_SHIFT: u32 = 32;
/// The smallest number of ranks of a bucket.
const MIN_SHIFT: u32 = 8;
/// The bytes of all inboxes after which a round ends, in multiples of the bytes of all codes.
const MAX_INBOX_RATIO: u64 = 16;
/// The size of a place in an inbox, in bytes.
const ENTRY: usize = size_of::<u32>();

/// How the ranks are divided: a bucket has a power of two of consecutive ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// The number of all ranks.
    total: u64,
    /// The binary logarithm of the number of ranks of a bucket.
    shift: u32,
}

impl Division {
    /// Returns the buckets of `total` ranks, which depend on their number alone; an error if one
    /// does not fit into half of the memory, or if there are too many.
    pub(super) fn new(total: u64, max_bytes: u64) -> Result<Self, AtlasError> {
        let shift = (total / WANTED_BUCKETS).max(1).ilog2().clamp(MIN_SHIFT, MAX_SHIFT);
        let division = Self { total, shift };
        if division.n_buckets() > MAX_BUCKETS {
            return Err(AtlasError::TooManyStates { states: total.to_string() });
        }
        let needed = division.n_bytes(0) * 2;
        if needed > max_bytes {
            return Err(AtlasError::MemoryLimit { needed, allowed: max_bytes });
        }
        Ok(division)
    }

    /// Returns the division of `total` ranks into buckets of this size, if there is one.
    pub(super) fn of_shift(total: u64, shift: u64) -> Option<Self> {
        let shift = u32::try_from(shift).ok()?;
        let division = Self { total, shift };
        ((MIN_SHIFT..=MAX_SHIFT).contains(&shift) && division.n_buckets() <= MAX_BUCKETS)
            .then_some(division)
    }

    fn n_buckets(self) -> u64 {
        self.total.div_ceil(1 << self.shift)
    }

    fn first(self, bucket: u64) -> u64 {
        bucket << self.shift
    }

    fn n_ranks(self, bucket: u64) -> u64 {
        (self.total - self.first(bucket)).min(1 << self.shift)
    }

    fn n_bytes(self, bucket: u64) -> u64 {
        self.n_ranks(bucket).div_ceil(PER_BYTE)
    }

    /// Returns the number of threads that have a bucket in memory.
    fn n_workers(self, config: &DistancesConfig<'_>) -> u64 {
        let half = config.max_bytes / 2;
        let buckets = half / self.n_bytes(0);
        let outboxes = half / (to_u64(MIN_WAITING * ENTRY) * self.n_buckets());
        buckets.min(outboxes).clamp(1, to_u64(config.threads))
    }
}

/// The ranks of an index in buckets.
pub(super) struct RankSpace<'a, I> {
    pub(super) index: &'a I,
    pub(super) division: Division,
}

impl<I: Index> Space for RankSpace<'_, I> {
    type Entry = [u8; ENTRY];
    type Bucket = Vec<u8>;

    fn n_buckets(&self) -> u64 {
        self.division.n_buckets()
    }

    fn layout(&self) -> u64 {
        self.division.shift.into()
    }

    fn start(&self) -> (u64, Self::Entry) {
        let start = self.index.start();
        let bucket = start >> self.division.shift;
        (bucket, entry(start - self.division.first(bucket)))
    }

    fn n_states(&self) -> Option<u64> {
        self.index.is_full().then(|| self.index.n_ranks())
    }

    fn max_inbox_bytes(&self) -> u64 {
        self.index.n_ranks().div_ceil(PER_BYTE).saturating_mul(MAX_INBOX_RATIO)
    }

    fn n_workers(&self, config: &DistancesConfig<'_>) -> u64 {
        self.division.n_workers(config)
    }

    fn bytes_in_memory(&self, config: &DistancesConfig<'_>) -> u64 {
        self.n_workers(config) * self.division.n_bytes(0)
    }

    fn max_bucket_bytes(&self) -> u64 {
        u64::MAX
    }

    fn empty(&self, number: u64) -> Vec<u8> {
        vec![u8::MAX; to_index(self.division.n_bytes(number))]
    }

    fn read(&self, number: u64, codes: Vec<u8>) -> Option<Vec<u8>> {
        (to_u64(codes.len()) == self.division.n_bytes(number)).then_some(codes)
    }

    fn bytes<'a>(&self, codes: &'a Vec<u8>) -> Cow<'a, [u8]> {
        Cow::Borrowed(codes)
    }

    fn expand(
        &self,
        number: u64,
        codes: &Vec<u8>,
        level: usize,
        mut send: impl FnMut(u64, Self::Entry) -> Result<(), AtlasError>,
        mut on_state: impl FnMut() -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let division = self.division;
        let (last, first) = (code(level), division.first(number));
        let mut mover = self.index.mover();
        let offsets = (0..)
            .step_by(to_index(PER_BYTE))
            .zip(codes)
            .flat_map(|(first, &byte)| places_with(byte, last).map(move |place| first + place));
        for offset in offsets {
            on_state()?;
            let mut sent = Ok(());
            mover.neighbours(first + offset, |rank, _| {
                let target = rank >> division.shift;
                let offset = rank - division.first(target);
                let is_unseen = target != number
                    || in_byte(codes[to_index(offset / PER_BYTE)], offset) == UNSEEN;
                if is_unseen {
                    sent = send(target, entry(offset));
                }
                sent.is_ok()
            });
            sent?;
        }
        Ok(())
    }

    fn receive(
        &self,
        number: u64,
        codes: &mut Vec<u8>,
        level: usize,
        entries: &[u8],
        new: &mut New,
    ) -> Option<()> {
        let (first, n_ranks) = (self.division.first(number), self.division.n_ranks(number));
        let code = code(level);
        for &entry in entries.as_chunks().0 {
            let offset = u64::from(u32::from_le_bytes(entry));
            (offset < n_ranks).then_some(())?;
            if set(codes, offset, code) {
                new.add((first + offset).into());
            }
        }
        Some(())
    }

    fn finish_receiving(&self, _: &mut Vec<u8>, _: usize, _: &mut New) {}

    fn payload<'a>(&self, buckets: &[&'a [u8]], _: usize) -> Option<Payload<'a>> {
        let codes = (0..)
            .zip(buckets)
            .map(|(number, codes)| codes.get(..to_index(self.division.n_bytes(number))));
        Some((Vec::new(), codes.collect::<Option<_>>()?))
    }
}

fn entry(offset: u64) -> [u8; ENTRY] {
    u32::try_from(offset).expect("buckets have at most 2^32 ranks").to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_depend_on_the_number_of_ranks_alone() {
        let buckets =
            |total, max_bytes| Division::new(total, max_bytes).map(|it| (it.shift, it.n_buckets()));
        // U and R of the 3×3×3; the positions of the Square-1 by face turns; U, R and F of the
        // 3×3×3.
        let expected = [
            (73_483_200, 20, 71),
            (11_958_666_854_400, 32, 2785),
            (170_659_735_142_400, 32, 39735),
        ];
        for (total, shift, n) in expected {
            let needed = (1_u64 << shift) / 4 * 2;
            assert_eq!(buckets(total, needed).unwrap(), (shift, n));
            assert_eq!(buckets(total, 900_000 << 20).unwrap(), (shift, n));
            let error = buckets(total, needed - 1).unwrap_err();
            let AtlasError::MemoryLimit { needed: named, allowed } = error else {
                panic!("{error}")
            };
            assert_eq!((named, allowed), (needed, needed - 1));
        }
        let error = buckets(1 << 49, u64::MAX).unwrap_err();
        assert_eq!(error.code(), "atlas.too-many-states");
        assert_eq!(buckets(1, 2).unwrap(), (8, 1));
    }
}
