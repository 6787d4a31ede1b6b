//! Sets as conditions of their elements, and the predicates about them.

use gordian_model::{Domain, Expr, all_of, any_of, conditional, sum};

use super::arguments::Arguments;
use crate::{FlatZincErrorKind, IntSet};

type Result<T> = std::result::Result<T, FlatZincErrorKind>;

/// A set: each possible element with the condition that it belongs to the set, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct SetExpr {
    elements: Vec<(i64, Expr)>,
}

impl SetExpr {
    pub(super) fn new(elements: Vec<(i64, Expr)>) -> Self {
        Self { elements }
    }

    pub(super) fn constant(elements: &IntSet) -> Self {
        Self { elements: elements.values().map(|value| (value, Expr::from(1))).collect() }
    }

    /// Returns the condition that `value` belongs to the set.
    fn has(&self, value: i64) -> Expr {
        match self.elements.binary_search_by_key(&value, |(element, _)| *element) {
            Ok(position) => self.elements[position].1.clone(),
            Err(_) => Expr::from(0),
        }
    }

    fn may_have(&self, value: i64) -> bool {
        self.elements.binary_search_by_key(&value, |(element, _)| *element).is_ok()
    }

    /// Returns the condition that both sets are equal.
    pub(super) fn equals(&self, other: &Self) -> Expr {
        let same = |value| self.has(value).iff(other.has(value));
        all_of(possible_elements(&[self, other]).into_iter().map(same))
    }

    /// Returns the condition that this set is a subset of the other one.
    fn is_subset_of(&self, other: &Self) -> Expr {
        all_of(self.elements.iter().map(|(value, has)| has.implies(other.has(*value))))
    }

    /// Returns the condition that the sorted elements of this set come before those of the other
    /// one, or are the same if `or_equal` is set, in lexicographic order.
    fn precedes(&self, other: &Self, or_equal: bool) -> Expr {
        // From the greatest possible element down: whether the rests of the sets compare so.
        let mut rest = Expr::from(i64::from(or_equal));
        let (mut has_more, mut other_has_more) = (Expr::from(0), Expr::from(0));
        for value in possible_elements(&[self, other]).into_iter().rev() {
            let (has, other_has) = (self.has(value), other.has(value));
            // The set with this element precedes if the other one goes on with a greater one; a set
            // that ends precedes.
            let first = conditional(&other_has, &rest, &other_has_more);
            let second = conditional(&other_has, !&has_more, &rest);
            rest = (&has & first.eq(1)) | (!&has & second.eq(1));
            has_more = has | has_more;
            other_has_more = other_has | other_has_more;
        }
        rest
    }
}

/// Returns the possible elements of several sets in ascending order.
fn possible_elements(sets: &[&SetExpr]) -> Vec<i64> {
    let elements = sets.iter().flat_map(|set| set.elements.iter().map(|(value, _)| *value));
    let mut elements: Vec<i64> = elements.collect();
    elements.sort_unstable();
    elements.dedup();
    elements
}

/// `set_in(x, S)`.
pub(super) fn set_in(arguments: &Arguments<'_>) -> Result<Expr> {
    let x = arguments.int(0)?;
    if let Some(set) = arguments.constant_set(1) {
        if arguments.is_open(0) {
            return Ok(is_within(&x, set));
        }
        // Only the values that x may have: a domain has at least one, and none beyond ±2^53.
        let (lower, upper) = arguments.bounds(0)?;
        let within = |&(first, last): &(i64, i64)| (first.max(lower), last.min(upper));
        let ranges = IntSet::from_ranges(set.ranges().iter().map(within));
        return Ok(is_within(&x, &ranges));
    }
    let set = arguments.set(1)?;
    let is_possible = is_one_of(&x, set.elements.iter().map(|(value, _)| *value));
    let has = set.elements.iter().map(|(value, has)| x.eq(*value).implies(has));
    Ok(is_possible & all_of(has))
}

/// `set_card(S, n)`.
pub(super) fn set_card(arguments: &Arguments<'_>) -> Result<Expr> {
    let set = arguments.set(0)?;
    Ok(sum(set.elements.iter().map(|(_, has)| has)).eq(arguments.int(1)?))
}

/// `set_eq(x, y)`.
pub(super) fn set_eq(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(arguments.set(0)?.equals(&arguments.set(1)?))
}

/// `set_ne(x, y)`.
pub(super) fn set_ne(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(!set_eq(arguments)?)
}

/// `set_subset(x, y)`.
pub(super) fn set_subset(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(arguments.set(0)?.is_subset_of(&arguments.set(1)?))
}

/// `set_superset(x, y)`.
pub(super) fn set_superset(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(arguments.set(1)?.is_subset_of(&arguments.set(0)?))
}

/// `set_le(x, y)`.
pub(super) fn set_le(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(arguments.set(0)?.precedes(&arguments.set(1)?, true))
}

/// `set_lt(x, y)`.
pub(super) fn set_lt(arguments: &Arguments<'_>) -> Result<Expr> {
    Ok(arguments.set(0)?.precedes(&arguments.set(1)?, false))
}

/// Returns the condition that the third set has exactly the elements that `operation` says.
fn combine(arguments: &Arguments<'_>, operation: impl Fn(Expr, Expr) -> Expr) -> Result<Expr> {
    let (x, y, result) = (arguments.set(0)?, arguments.set(1)?, arguments.set(2)?);
    let elements = possible_elements(&[&x, &y, &result]);
    let same = |value| result.has(value).iff(operation(x.has(value), y.has(value)));
    Ok(all_of(elements.into_iter().map(same)))
}

/// `set_intersect(x, y, r)`.
pub(super) fn set_intersect(arguments: &Arguments<'_>) -> Result<Expr> {
    combine(arguments, |x, y| x & y)
}

/// `set_union(x, y, r)`.
pub(super) fn set_union(arguments: &Arguments<'_>) -> Result<Expr> {
    combine(arguments, |x, y| x | y)
}

/// `set_diff(x, y, r)`.
pub(super) fn set_diff(arguments: &Arguments<'_>) -> Result<Expr> {
    combine(arguments, |x, y| x & !y)
}

/// `set_symdiff(x, y, r)`.
pub(super) fn set_symdiff(arguments: &Arguments<'_>) -> Result<Expr> {
    combine(arguments, |x, y| x ^ y)
}

/// `array_set_element(i, sets, S)`: the index determines each element of the set.
pub(super) fn set_element(arguments: &Arguments<'_>) -> Result<Expr> {
    let (index, sets, result) = (arguments.int(0)?, arguments.sets(1)?, arguments.set(2)?);
    let within = is_one_of(&index, (1..).zip(&sets).map(|(at, _)| at));
    let mut conditions = vec![within];
    if arguments.are_constant_sets(1) {
        let all: Vec<&SetExpr> = sets.iter().chain([&result]).collect();
        for value in possible_elements(&all) {
            let owners = (1..).zip(&sets).filter(|(_, set)| set.may_have(value));
            let chosen = is_one_of(&index, owners.map(|(at, _)| at));
            conditions.push(result.has(value).iff(chosen));
        }
    } else {
        let chosen = (1..).zip(&sets);
        conditions.extend(chosen.map(|(at, set)| index.eq(at).implies(set.equals(&result))));
    }
    Ok(all_of(conditions))
}

/// Returns the condition that a number is one of the values.
fn is_one_of(x: &Expr, values: impl Iterator<Item = i64>) -> Expr {
    is_within(x, &values.collect())
}

/// Returns the condition that a number belongs to a set.
fn is_within(x: &Expr, set: &IntSet) -> Expr {
    match Domain::from_ranges(set.ranges().iter().copied()) {
        Ok(domain) => x.is_in(domain),
        // Constants beyond the integers of a model.
        Err(_) => any_of(set.ranges().iter().map(|&(first, last)| x.ge(first) & x.le(last))),
    }
}
