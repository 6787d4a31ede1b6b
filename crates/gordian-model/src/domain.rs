//! Finite sets of integers, stored as ranges.

use std::fmt;
use std::ops::RangeInclusive;

use gordian_core::IntSet;
use thiserror::Error;

/// A finite, non-empty set of integers.
///
/// *Shape*: ranges in ascending order with inclusive ends, which neither overlap nor touch.
/// *Cost*: two words per range, independent of the number of values.
///
/// # Example
///
/// ```
/// use gordian_model::Domain;
///
/// let odd = Domain::from_values([5, 1, 3])?;
/// assert_eq!((odd.min(), odd.max(), odd.size()), (1, 5, 3));
/// assert!(!odd.contains(2));
/// # Ok::<(), gordian_model::DomainError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    /// Not empty, within ±2^53.
    set: IntSet,
}

/// The reason why a set of integers is not a valid domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DomainError {
    /// The set is empty.
    #[error("the domain is empty")]
    Empty,
    /// The lower end of a range is above its upper end.
    #[error("the range {lower}..={upper} is empty: its lower end is above its upper end")]
    Reversed {
        /// Lower end as given.
        lower: i64,
        /// Upper end as given.
        upper: i64,
    },
    /// A value is outside ±2^53. Within these limits sums of many terms are exact, and all JSON
    /// readers agree on the numbers.
    #[error("the value {value} lies outside -2^53..=2^53")]
    TooLarge {
        /// The value.
        value: i64,
    },
}

/// The largest absolute value of a domain's values.
const MAX_MAGNITUDE: u64 = 1 << 53;

impl Domain {
    /// Returns the set of all integers from the start of `range` to its end.
    ///
    /// # Errors
    ///
    /// Returns an error for an empty range and for values outside ±2^53.
    pub fn from_range(range: RangeInclusive<i64>) -> Result<Self, DomainError> {
        Self::from_ranges([(*range.start(), *range.end())])
    }

    /// Returns the set of `values`, which can be unordered and repeated.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no values, and for values outside ±2^53.
    pub fn from_values(values: impl IntoIterator<Item = i64>) -> Result<Self, DomainError> {
        Self::from_ranges(values.into_iter().map(|value| (value, value)))
    }

    /// Returns the union of `ranges` (both ends inclusive), in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no ranges, for a reversed range, and for values outside ±2^53.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (i64, i64)>) -> Result<Self, DomainError> {
        let ranges: Vec<(i64, i64)> = ranges.into_iter().collect();
        for &(lower, upper) in &ranges {
            if lower > upper {
                return Err(DomainError::Reversed { lower, upper });
            }
            for value in [lower, upper] {
                if value.unsigned_abs() > MAX_MAGNITUDE {
                    return Err(DomainError::TooLarge { value });
                }
            }
        }
        let set = IntSet::from_ranges(ranges);
        if set.is_empty() { Err(DomainError::Empty) } else { Ok(Self { set }) }
    }

    /// Returns the smallest value.
    #[must_use]
    pub fn min(&self) -> i64 {
        self.ranges()[0].0
    }

    /// Returns the largest value.
    #[must_use]
    pub fn max(&self) -> i64 {
        let ranges = self.ranges();
        ranges[ranges.len() - 1].1
    }

    /// Returns the number of values.
    #[must_use]
    pub fn size(&self) -> u64 {
        u64::try_from(self.set.size()).expect("domains lie within ±2^53")
    }

    /// Returns whether `value` belongs to the set.
    ///
    /// Cost: logarithmic in the number of ranges.
    #[must_use]
    pub fn contains(&self, value: i64) -> bool {
        self.set.contains(value)
    }

    /// Returns the ranges in ascending order, both ends inclusive.
    #[must_use]
    pub fn ranges(&self) -> &[(i64, i64)] {
        self.set.ranges()
    }

    /// Returns the values in ascending order.
    pub fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.set.values()
    }

    /// Returns whether all values are 0 or 1.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        self.min() >= 0 && self.max() <= 1
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, &(lower, upper)) in self.ranges().iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            if lower == upper {
                write!(f, "{lower}")?;
            } else {
                write!(f, "{lower}..={upper}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ranges: &[(i64, i64)], expected: &str) {
        assert_eq!(Domain::from_ranges(ranges.iter().copied()).unwrap().to_string(), expected);
    }

    #[test]
    fn adjacent_and_overlapping_ranges_merge() {
        check(&[(1, 3)], "1..=3");
        check(&[(4, 6), (1, 3)], "1..=6");
        check(&[(1, 5), (2, 3)], "1..=5");
        check(&[(7, 7), (1, 5)], "1..=5, 7");
        check(&[(-3, -3), (0, 0), (0, 0)], "-3, 0");
    }

    #[test]
    fn invalid_sets_are_rejected() {
        assert_eq!(Domain::from_values([]), Err(DomainError::Empty));
        let (lower, upper) = (3, 1);
        assert_eq!(
            Domain::from_range(RangeInclusive::new(lower, upper)),
            Err(DomainError::Reversed { lower, upper })
        );
        let value = i64::MIN;
        assert_eq!(Domain::from_values([value]), Err(DomainError::TooLarge { value }));
    }

    #[test]
    fn contains_agrees_with_values() {
        let domain = Domain::from_ranges([(-2, 1), (4, 4), (8, 9)]).unwrap();
        let listed: Vec<i64> = (-9..20).filter(|&value| domain.contains(value)).collect();
        assert_eq!(listed, domain.values().collect::<Vec<_>>());
        assert_eq!(domain.size(), 7);
    }
}
