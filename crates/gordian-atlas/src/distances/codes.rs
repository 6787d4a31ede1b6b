//! Two bits for each rank: the distance modulo 3, or that it is not known yet.
//!
//! Distances of neighbours differ by at most one, so the remainder tells which of two neighbours is
//! nearer. While level `d` is the last one, the ranks with its code are those at the distances `d`,
//! `d − 3`, …; all neighbours of the earlier ones are known, so to expand them again costs time and
//! changes nothing.

use std::sync::atomic::{AtomicU8, Ordering};

use gordian_core::numbers::to_index;

/// The code of a rank that was not reached yet. It has all bits set, so that it is replaced by
/// clearing bits.
pub(super) const UNSEEN: u8 = 3;
/// Ranks in a byte.
pub(super) const PER_BYTE: u64 = 4;

/// Returns the code of a distance.
pub(super) fn code(distance: usize) -> u8 {
    [0, 1, 2][distance % 3]
}

/// Returns the code of a rank in the byte that has it.
pub(super) fn in_byte(byte: u8, rank: u64) -> u8 {
    byte >> (2 * (rank % PER_BYTE)) & 3
}

/// Returns the places in a byte, 0 to 3, that have a code.
///
/// ```text
/// byte ^ code code code code    both bits of a place are 0 if it has the code
/// (it | it >> 1) & 01010101     the lower bit of a place is 0 if it has the code
/// ```
pub(super) fn places_with(byte: u8, code: u8) -> impl Iterator<Item = u64> {
    const LOWER: u8 = 0b0101_0101;
    let differences = byte ^ (code * LOWER);
    let mut equal = !(differences | differences >> 1) & LOWER;
    std::iter::from_fn(move || {
        (equal != 0).then(|| {
            let place = equal.trailing_zeros() / 2;
            equal &= equal - 1;
            place.into()
        })
    })
}

/// Returns a byte that clears the bits of an unseen rank to leave `code`.
fn mask(rank: u64, code: u8) -> u8 {
    !((UNSEEN ^ code) << (2 * (rank % PER_BYTE)))
}

/// Returns the code of a rank.
pub(super) fn get(codes: &[AtomicU8], rank: u64) -> u8 {
    in_byte(codes[to_index(rank / PER_BYTE)].load(Ordering::Relaxed), rank)
}

/// Sets the code of a rank if it is unseen; returns whether it was.
///
/// All threads set the same code, so the bits of a rank change at once, and only one thread sees
/// the change.
pub(super) fn set_shared(codes: &[AtomicU8], rank: u64, code: u8) -> bool {
    if get(codes, rank) != UNSEEN {
        return false;
    }
    let byte = &codes[to_index(rank / PER_BYTE)];
    in_byte(byte.fetch_and(mask(rank, code), Ordering::Relaxed), rank) == UNSEEN
}

/// Sets the code of a rank if it is unseen; returns whether it was.
pub(super) fn set(codes: &mut [u8], rank: u64, code: u8) -> bool {
    let byte = &mut codes[to_index(rank / PER_BYTE)];
    let is_unseen = in_byte(*byte, rank) == UNSEEN;
    if is_unseen {
        *byte &= mask(rank, code);
    }
    is_unseen
}

/// The smallest ranks of a level.
#[derive(Clone, Debug)]
pub(super) struct Smallest<T> {
    limit: usize,
    /// A heap with the largest of them first.
    heap: std::collections::BinaryHeap<T>,
}

impl<T: Copy + Ord> Smallest<T> {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, heap: std::collections::BinaryHeap::new() }
    }

    /// Adds a rank that was not added before.
    pub(super) fn add(&mut self, rank: T) {
        if self.heap.len() < self.limit {
            self.heap.push(rank);
        } else if self.heap.peek().is_some_and(|&largest| rank < largest) {
            self.heap.pop();
            self.heap.push(rank);
        }
    }

    /// Returns the ranks, the smallest first.
    pub(super) fn into_sorted(self) -> Vec<T> {
        self.heap.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    #[test]
    fn codes_are_set_once_in_both_ways() {
        let mut random = Random::new(3);
        let shared: Vec<AtomicU8> = (0..25).map(|_| AtomicU8::new(u8::MAX)).collect();
        let mut own = vec![u8::MAX; 25];
        let mut expected = [UNSEEN; 100];
        for _ in 0..400 {
            let (rank, distance) = (random.below(100), random.below(30));
            let is_unseen = expected[rank] == UNSEEN;
            if is_unseen {
                expected[rank] = u8::try_from(distance % 3).unwrap();
            }
            let number = u64::try_from(rank).unwrap();
            assert_eq!(set_shared(&shared, number, code(distance)), is_unseen);
            assert_eq!(set(&mut own, number, code(distance)), is_unseen);
        }
        for (rank, &expected) in (0..).zip(&expected) {
            assert_eq!(get(&shared, rank), expected);
            assert_eq!(in_byte(own[to_index(rank / PER_BYTE)], rank), expected);
        }
    }

    #[test]
    fn places_have_the_code() {
        for byte in 0..=u8::MAX {
            for code in 0..=3 {
                let expected: Vec<u64> = (0..4).filter(|&it| in_byte(byte, it) == code).collect();
                assert_eq!(places_with(byte, code).collect::<Vec<u64>>(), expected);
            }
        }
    }

    #[test]
    fn the_smallest_ranks_are_kept() {
        let mut smallest = Smallest::new(3);
        for rank in [9, 4, 7, 1, 8, 5] {
            smallest.add(rank);
        }
        assert_eq!(smallest.into_sorted(), [1, 4, 5]);
        let mut none: Smallest<u64> = Smallest::new(0);
        none.add(1);
        assert!(none.into_sorted().is_empty());
    }
}
