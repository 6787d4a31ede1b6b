//! A list of constants in which places with certain values are found without reading all of it.
//!
//! The least and the greatest value of each block of 64 values are stored, then of each block of 64
//! blocks, and so on. The places are also sorted by their values.

use crate::propagator::n_bytes_of;

/// The number of values of a block, and of blocks of a larger block.
const BLOCK: usize = 64;

/// A list of constants with the extrema of its blocks.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    pub(super) values: Vec<i64>,
    /// The least and the greatest value of the blocks of each level.
    levels: Vec<Vec<(i64, i64)>>,
    /// The places, by their values and then by themselves.
    by_value: Vec<u32>,
}

impl Ranges {
    pub(super) fn new(values: &[i64]) -> Self {
        let extrema = |block: &[(i64, i64)]| {
            block.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).expect("not empty")
        };
        let mut levels = Vec::new();
        let mut below: Vec<(i64, i64)> = values.iter().map(|&value| (value, value)).collect();
        while below.len() > 1 {
            below = below.chunks(BLOCK).map(extrema).collect();
            levels.push(below.clone());
        }
        let n = u32::try_from(values.len()).expect("a list has less than 2³² values");
        let mut by_value: Vec<u32> = (0..n).collect();
        by_value.sort_by_key(|&place| values[place as usize]);
        Self { values: values.to_vec(), levels, by_value }
    }

    /// Returns the memory, in bytes.
    pub(super) fn n_bytes(&self) -> u64 {
        let levels: u64 = self.levels.iter().map(|level| n_bytes_of(level)).sum();
        n_bytes_of(&self.values) + levels + n_bytes_of(&self.by_value)
    }

    /// Returns the places whose values are in `low..=high`.
    pub(super) fn places_of(&self, (low, high): (i64, i64)) -> &[u32] {
        let value = |place: u32| self.values[place as usize];
        let start = self.by_value.partition_point(|&place| value(place) < low);
        let n = self.by_value[start..].partition_point(|&place| value(place) <= high);
        &self.by_value[start..start + n]
    }

    /// Returns the first place in `from..=to` whose value fits. `fits` receives the least and the
    /// greatest value of a part of the list, and returns `false` only if no value of it fits.
    pub(super) fn first(
        &self,
        from: usize,
        to: usize,
        fits: impl Fn(i64, i64) -> bool,
    ) -> Option<usize> {
        let mut at = from;
        while at <= to {
            let mut next = at;
            let mut size = BLOCK;
            for blocks in &self.levels {
                let (least, greatest) = blocks[at / size];
                if fits(least, greatest) {
                    break;
                }
                next = (at / size + 1) * size;
                size *= BLOCK;
            }
            if next == at {
                if fits(self.values[at], self.values[at]) {
                    return Some(at);
                }
                next = at + 1;
            }
            at = next;
        }
        None
    }

    /// Returns the last place in `from..=to` whose value fits, as [`Ranges::first`].
    pub(super) fn last(
        &self,
        from: usize,
        to: usize,
        fits: impl Fn(i64, i64) -> bool,
    ) -> Option<usize> {
        // The place after the one that is looked at.
        let mut end = to + 1;
        while end > from {
            let mut start = end;
            let mut size = BLOCK;
            for blocks in &self.levels {
                let (least, greatest) = blocks[(end - 1) / size];
                if fits(least, greatest) {
                    break;
                }
                start = (end - 1) / size * size;
                size *= BLOCK;
            }
            if start == end {
                if fits(self.values[end - 1], self.values[end - 1]) {
                    return Some(end - 1);
                }
                start = end - 1;
            }
            end = start;
        }
        None
    }

    /// Returns the least and the greatest value of the places `from..=to`, which are not none.
    pub(super) fn extrema(&self, from: usize, to: usize) -> (i64, i64) {
        let (mut least, mut greatest) = (i64::MAX, i64::MIN);
        let mut at = from;
        while at <= to {
            let (mut part, mut n) = ((self.values[at], self.values[at]), 1);
            let mut size = BLOCK;
            for blocks in &self.levels {
                if !at.is_multiple_of(size) || to - at < size - 1 {
                    break;
                }
                (part, n) = (blocks[at / size], size);
                size *= BLOCK;
            }
            least = least.min(part.0);
            greatest = greatest.max(part.1);
            at += n;
        }
        (least, greatest)
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;

    use super::*;

    #[test]
    fn places_and_extrema_are_those_of_the_list() {
        let mut n_found = 0;
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let n = [3, 70, 300, 9000][random.below(4)];
            let n = 1 + random.below(n);
            let step = random.below(2);
            let values: Vec<i64> = (0..n)
                .map(|at| i64::try_from(at * step + random.below(50)).expect("small"))
                .collect();
            let ranges = Ranges::new(&values);
            for _ in 0..20 {
                let [a, b] = [(); 2].map(|()| random.below(n));
                let (from, to) = (a.min(b), a.max(b));
                let part = &values[from..=to];
                let extrema = (*part.iter().min().unwrap(), *part.iter().max().unwrap());
                assert_eq!(ranges.extrema(from, to), extrema);
                let low = i64::try_from(random.below(n + 50)).expect("small");
                let high = low + i64::try_from(random.below(3)).expect("small");
                let fits = |least: i64, greatest: i64| least <= high && greatest >= low;
                let mut all = (from..=to).filter(|&at| fits(values[at], values[at]));
                let (first, last) = (all.clone().next(), all.next_back());
                assert_eq!(ranges.first(from, to, fits), first, "{n} {from} {to}");
                assert_eq!(ranges.last(from, to, fits), last.or(first), "{n} {from} {to}");
                n_found += usize::from(first.is_some());
                let mut places = ranges.places_of((low, high)).to_vec();
                places.sort_unstable();
                let expected = (0..n).filter(|&at| fits(values[at], values[at]));
                assert!(places.iter().map(|&at| at as usize).eq(expected));
            }
        }
        assert!(n_found > 500, "{n_found}");
    }
}
