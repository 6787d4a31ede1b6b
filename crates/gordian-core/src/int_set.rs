//! Finite sets of integers, which may be empty.

use std::fmt;

/// A finite set of integers as ranges.
///
/// A set may be empty and has no limits but those of 64 bits; the domains of models are sets that
/// are not empty and have smaller numbers.
///
/// *Shape*: ranges in ascending order with inclusive ends, which neither overlap nor touch.
/// *Cost*: two words per range, independent of the number of values.
///
/// # Example
///
/// ```
/// use gordian_core::IntSet;
///
/// let set = IntSet::from_ranges([(7, 9), (1, 3), (4, 4)]);
/// assert_eq!(set.ranges(), [(1, 4), (7, 9)]);
/// assert!(set.contains(8) && !set.contains(5));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct IntSet {
    ranges: Vec<(i64, i64)>,
}

impl IntSet {
    /// Returns the set of all integers from `lower` to `upper`; empty if `lower` is above `upper`.
    #[must_use]
    pub fn range(lower: i64, upper: i64) -> Self {
        Self::from_ranges([(lower, upper)])
    }

    /// Returns the union of ranges in any order; ranges whose lower end is above the upper end are
    /// empty.
    #[must_use]
    pub fn from_ranges(ranges: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let mut ranges: Vec<_> =
            ranges.into_iter().filter(|(lower, upper)| lower <= upper).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
        for (lower, upper) in ranges {
            match merged.last_mut() {
                Some(last) if lower <= last.1.saturating_add(1) => last.1 = last.1.max(upper),
                _ => merged.push((lower, upper)),
            }
        }
        // Thousands of single values are often one range.
        merged.shrink_to_fit();
        Self { ranges: merged }
    }

    /// Returns the ranges in ascending order, both ends inclusive.
    #[must_use]
    pub fn ranges(&self) -> &[(i64, i64)] {
        &self.ranges
    }

    /// Returns whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns whether `value` belongs to the set.
    ///
    /// Cost: logarithmic in the number of ranges.
    #[must_use]
    pub fn contains(&self, value: i64) -> bool {
        let after = self.ranges.partition_point(|&(lower, _)| lower <= value);
        after > 0 && value <= self.ranges[after - 1].1
    }

    /// Returns the smallest and the largest value; `None` if the set is empty.
    #[must_use]
    pub fn bounds(&self) -> Option<(i64, i64)> {
        Some((self.ranges.first()?.0, self.ranges.last()?.1))
    }

    /// Returns the number of values.
    #[must_use]
    pub fn size(&self) -> u128 {
        self.ranges.iter().map(|&(lower, upper)| u128::from(lower.abs_diff(upper)) + 1).sum()
    }

    /// Returns the values in ascending order.
    pub fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|&(lower, upper)| lower..=upper)
    }
}

impl FromIterator<i64> for IntSet {
    fn from_iter<T: IntoIterator<Item = i64>>(values: T) -> Self {
        Self::from_ranges(values.into_iter().map(|value| (value, value)))
    }
}

/// Writes the set as MiniZinc does: `1..4`, or `{1,3,7}`.
impl fmt::Display for IntSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(lower, upper)] = self.ranges[..] {
            return write!(f, "{lower}..{upper}");
        }
        f.write_str("{")?;
        for (position, value) in self.values().enumerate() {
            if position > 0 {
                f.write_str(",")?;
            }
            write!(f, "{value}")?;
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_merge_and_empty_ones_vanish() {
        let check = |ranges: &[(i64, i64)], expected: &str| {
            assert_eq!(IntSet::from_ranges(ranges.iter().copied()).to_string(), expected);
        };
        check(&[(4, 6), (1, 3)], "1..6");
        check(&[(5, 3)], "{}");
        check(&[(1, 2), (4, 4)], "{1,2,4}");
        check(
            &[(i64::MAX, i64::MAX), (i64::MIN, i64::MIN)],
            "{-9223372036854775808,9223372036854775807}",
        );
    }

    #[test]
    fn membership_agrees_with_the_values() {
        let set: IntSet = [3, -1, 4, 9].into_iter().collect();
        let listed: Vec<i64> = (-5..15).filter(|&value| set.contains(value)).collect();
        assert_eq!(listed, set.values().collect::<Vec<_>>());
        assert_eq!((set.size(), set.bounds()), (4, Some((-1, 9))));
        assert_eq!(IntSet::default().bounds(), None);
    }
}
