//! Known values of a term: bounds, and a list of values if there are few.

use std::rc::Rc;

/// Terms with more values than this have bounds only.
pub(crate) const MAX_LISTED_VALUES: usize = 4096;

/// A superset of the values that a term can have.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// Least value.
    pub(crate) lower: i64,
    /// Greatest value.
    pub(crate) upper: i64,
    /// The values in ascending order, if there are at most [`MAX_LISTED_VALUES`].
    pub(crate) list: Option<Rc<[i64]>>,
}

impl Values {
    /// Returns all integers from `lower` to `upper`.
    pub(crate) fn range(lower: i64, upper: i64) -> Self {
        let few = usize::try_from(lower.abs_diff(upper)).is_ok_and(|last| last < MAX_LISTED_VALUES);
        let list = few.then(|| (lower..=upper).collect());
        Self { lower, upper, list }
    }

    /// Returns the given values: at least one, in any order.
    pub(crate) fn listed(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        values.dedup();
        let (lower, upper) = (values[0], values[values.len() - 1]);
        let list = (values.len() <= MAX_LISTED_VALUES).then(|| values.into());
        Self { lower, upper, list }
    }

    /// Returns whether 0 and 1 are the only values.
    pub(crate) fn is_boolean(&self) -> bool {
        self.lower >= 0 && self.upper <= 1
    }

    /// Returns whether the values are listed and there are at most `limit`.
    pub(crate) fn has_at_most(&self, limit: usize) -> bool {
        self.list.as_ref().is_some_and(|list| list.len() <= limit)
    }

    /// Returns whether the term may have this value.
    pub(crate) fn contains(&self, value: i64) -> bool {
        match &self.list {
            Some(list) => list.binary_search(&value).is_ok(),
            None => (self.lower..=self.upper).contains(&value),
        }
    }
}

/// Returns the values of a weighted sum of independent terms; `None` if they do not fit 64 bits.
pub(crate) fn weighted_sum(parts: &[(&Values, i64)], constant: i64) -> Option<Values> {
    let (mut lower, mut upper) = (i128::from(constant), i128::from(constant));
    let mut list = Some(vec![i128::from(constant)]);
    for &(values, weight) in parts {
        let weight = i128::from(weight);
        let ends = [weight * i128::from(values.lower), weight * i128::from(values.upper)];
        lower += ends[0].min(ends[1]);
        upper += ends[0].max(ends[1]);
        list = match (list, &values.list) {
            (Some(known), Some(more)) if known.len() * more.len() <= 8 * MAX_LISTED_VALUES => {
                let sums = known.iter().flat_map(|sum| {
                    more.iter().map(move |&value| sum + weight * i128::from(value))
                });
                let mut sums: Vec<i128> = sums.collect();
                sums.sort_unstable();
                sums.dedup();
                (sums.len() <= MAX_LISTED_VALUES).then_some(sums)
            }
            _ => None,
        };
    }
    let (lower, upper) = (i64::try_from(lower).ok()?, i64::try_from(upper).ok()?);
    let narrow =
        |list: Vec<i128>| list.into_iter().map(i64::try_from).collect::<Result<Rc<_>, _>>();
    match list {
        Some(list) => Some(Values { lower, upper, list: Some(narrow(list).ok()?) }),
        None => Some(Values::range(lower, upper)),
    }
}
