//! Domains of nodes: a list of values if there are few, otherwise a range.

use std::rc::Rc;

use gordian_model::Domain;

use super::{MAX_PAIRS, MAX_VALUES};
use crate::wide::Bounds;

/// A superset of the values that a node can take; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeDomain {
    /// At most 1024 values in ascending order.
    Values(Rc<[i64]>),
    /// All integers from the first to the second, inclusive.
    Range(i64, i64),
}

impl NodeDomain {
    pub(crate) fn boolean() -> Self {
        Self::Values(Rc::new([0, 1]))
    }

    /// Sorts and deduplicates the values and returns their domain; `None` if there are no values.
    pub(crate) fn from_values(mut values: Vec<i64>) -> Option<Self> {
        values.sort_unstable();
        values.dedup();
        match values[..] {
            [] => None,
            [first, .., last] if values.len() > MAX_VALUES => Some(Self::Range(first, last)),
            _ => Some(Self::Values(values.into())),
        }
    }

    /// Returns the range, as a list of values if it is short.
    pub(crate) fn from_range(lower: i64, upper: i64) -> Self {
        if usize::try_from(lower.abs_diff(upper)).is_ok_and(|width| width < MAX_VALUES) {
            Self::Values((lower..=upper).collect())
        } else {
            Self::Range(lower, upper)
        }
    }

    /// Returns the range if both ends fit 64 bits.
    pub(crate) fn from_bounds(bounds: Bounds) -> Option<Self> {
        Some(Self::from_range(bounds.min.to_i64()?, bounds.max.to_i64()?))
    }

    pub(crate) fn from_model(domain: &Domain) -> Self {
        if domain.size() <= MAX_VALUES as u64 {
            Self::Values(domain.values().collect())
        } else {
            Self::Range(domain.min(), domain.max())
        }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::new(self.min(), self.max())
    }

    /// Returns the smallest value.
    #[must_use]
    pub fn min(&self) -> i64 {
        match self {
            Self::Values(values) => values[0],
            Self::Range(lower, _) => *lower,
        }
    }

    /// Returns the largest value.
    #[must_use]
    pub fn max(&self) -> i64 {
        match self {
            Self::Values(values) => values[values.len() - 1],
            Self::Range(_, upper) => *upper,
        }
    }

    pub(crate) fn contains(&self, value: i64) -> bool {
        match self {
            Self::Values(values) => values.binary_search(&value).is_ok(),
            Self::Range(lower, upper) => (*lower..=*upper).contains(&value),
        }
    }

    /// Returns the values, in ascending order, if they are listed.
    #[must_use]
    pub fn values(&self) -> Option<&[i64]> {
        match self {
            Self::Values(values) => Some(values),
            Self::Range(..) => None,
        }
    }

    /// Returns the only value, if there is only one.
    pub(crate) fn single(&self) -> Option<i64> {
        (self.min() == self.max()).then(|| self.min())
    }

    /// Returns whether the domain contains every integer from its minimum to its maximum.
    fn has_no_gaps(&self) -> bool {
        match self {
            Self::Values(values) => {
                usize::try_from(self.min().abs_diff(self.max())) == Ok(values.len() - 1)
            }
            Self::Range(..) => true,
        }
    }

    /// Returns the values for which `keep` holds, or `None` if no value remains.
    ///
    /// Ranges cannot lose values in the middle; they are returned unchanged.
    pub(crate) fn retain(&self, keep: impl Fn(i64) -> bool) -> Option<Self> {
        match self {
            Self::Values(values) => {
                Self::from_values(values.iter().copied().filter(|&value| keep(value)).collect())
            }
            Self::Range(..) => Some(self.clone()),
        }
    }

    /// Returns the values from `lower` to `upper`, or `None` if no value remains.
    pub(crate) fn clamp(&self, lower: i64, upper: i64) -> Option<Self> {
        match self {
            Self::Values(_) => self.retain(|value| lower <= value && value <= upper),
            Self::Range(own_lower, own_upper) => {
                let (lower, upper) = (lower.max(*own_lower), upper.min(*own_upper));
                (lower <= upper).then(|| Self::from_range(lower, upper))
            }
        }
    }

    /// Returns the union of two domains.
    pub(crate) fn union(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Values(a), Self::Values(b)) => {
                let all = a.iter().chain(b.iter()).copied().collect();
                Self::from_values(all).expect("domains are not empty")
            }
            _ => Self::from_range(self.min().min(other.min()), self.max().max(other.max())),
        }
    }

    /// Returns the domain of `factor · x + offset`, or `None` if it does not fit 64 bits.
    pub(crate) fn view(&self, factor: i64, offset: i64) -> Option<Self> {
        let map = |value: i64| value.checked_mul(factor)?.checked_add(offset);
        match self {
            _ if factor == 0 => Some(Self::Values(Rc::new([offset]))),
            Self::Values(_) if (factor, offset) == (1, 0) => Some(self.clone()),
            Self::Values(values) => {
                let map = |&value: &i64| map(value);
                let mapped: Option<Rc<[i64]>> = if factor > 0 {
                    values.iter().map(map).collect()
                } else {
                    values.iter().rev().map(map).collect()
                };
                mapped.map(Self::Values)
            }
            Self::Range(lower, upper) => {
                let (a, b) = (map(*lower)?, map(*upper)?);
                Some(Self::from_range(a.min(b), a.max(b)))
            }
        }
    }

    /// Returns the domain of the sum of two integers, or `None` if it does not fit 64 bits.
    pub(crate) fn add(&self, other: &Self) -> Option<Self> {
        let lower = self.min().checked_add(other.min())?;
        let upper = self.max().checked_add(other.max())?;
        match (self, other) {
            _ if self.has_no_gaps() && other.has_no_gaps() => Some(Self::from_range(lower, upper)),
            (Self::Values(a), Self::Values(b)) if a.len() * b.len() <= MAX_PAIRS / 16 => {
                let width = usize::try_from(lower.abs_diff(upper)).unwrap_or(usize::MAX);
                if width < 4 * MAX_VALUES {
                    // Marking is cheaper than sorting all pairs.
                    let mut marks = vec![false; width + 1];
                    let position = |value: i64| usize::try_from(value.abs_diff(lower)).ok();
                    for &x in a.iter() {
                        for &y in b.iter() {
                            marks[position(x.checked_add(y)?)?] = true;
                        }
                    }
                    let marked =
                        |&value: &i64| position(value).is_some_and(|position| marks[position]);
                    return Self::from_values((lower..=upper).filter(marked).collect());
                }
                let sums = a.iter().flat_map(|&x| b.iter().map(move |&y| x.checked_add(y)));
                Self::from_values(sums.collect::<Option<_>>()?)
            }
            _ => Some(Self::from_range(lower, upper)),
        }
    }
}
