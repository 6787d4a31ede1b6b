//! Composite operations that expand to basic operations.
//!
//! Each function returns basic expressions, so the compiler needs no special case for it: it shares
//! common subexpressions and reuses literals.

use crate::build::{all_of, any_of, collect, conditional};
use crate::{Comparison, Expr, Node};

/// Returns the one-hot (direct) encoding: for each of `values`, 1 if `number` has that value.
///
/// At most one of them is 1; exactly one is 1 if `values` covers the whole domain.
#[must_use]
pub fn one_hot(number: impl Into<Expr>, values: impl IntoIterator<Item = i64>) -> Vec<Expr> {
    let number = number.into();
    values.into_iter().map(|value| number.eq(value)).collect()
}

/// The digits of a number, least significant first, and the condition that the number fits.
#[derive(Clone, Debug)]
pub struct Digits {
    /// The digits, each from 0 to base − 1, least significant first.
    pub digits: Vec<Expr>,
    /// 1 if the number is not negative and has at most this many digits.
    pub fits: Expr,
}

/// Returns the last `n` digits of `number` in `base`.
///
/// The digits of a negative number are those of its remainder modulo baseⁿ.
///
/// # Panics
///
/// Panics if `base` is below 2 or baseⁿ does not fit into 64 bits.
#[must_use]
pub fn digits(number: impl Into<Expr>, base: i64, n: u32) -> Digits {
    assert!(base >= 2, "digits need a base of at least 2, not {base}");
    let number = number.into();
    let limit = base.checked_pow(n).expect("base to the power of n must fit into 64 bits");
    let digit = |place: u32| (&number / base.pow(place)) % base;
    let fits = number.ge(0) & number.lt(limit);
    Digits { digits: (0..n).map(digit).collect(), fits }
}

/// Returns the last `n` binary digits of `number`, least significant first.
///
/// # Panics
///
/// Panics if `n` is above 62.
#[must_use]
pub fn binary_digits(number: impl Into<Expr>, n: u32) -> Digits {
    digits(number, 2, n)
}

/// Returns `array` with the element at the zero-based `index` replaced by `value`.
///
/// An index that is out of range replaces nothing.
#[must_use]
pub fn array_set<E: Into<Expr>>(
    array: impl IntoIterator<Item = E>,
    index: impl Into<Expr>,
    value: impl Into<Expr>,
) -> Vec<Expr> {
    let (index, value) = (index.into(), value.into());
    (0_i64..).zip(array).map(|(place, old)| conditional(index.eq(place), &value, old)).collect()
}

/// Returns the element at the zero-based index `place` of the sorted array.
///
/// # Panics
///
/// Panics if the index is out of range.
#[must_use]
pub fn nth_smallest<E: Into<Expr>>(array: impl IntoIterator<Item = E>, place: usize) -> Expr {
    let array = collect(array);
    assert!(
        place < array.len(),
        "index {place} is out of range for an array of length {}",
        array.len()
    );
    Expr::new(Node::NthSmallest(array, place))
}

/// Returns the array in ascending order.
#[must_use]
pub fn sort<E: Into<Expr>>(array: impl IntoIterator<Item = E>) -> Vec<Expr> {
    let array = collect(array);
    (0..array.len()).map(|place| nth_smallest(&array, place)).collect()
}

/// Returns 1 if the two lists compare as given in lexicographic order.
///
/// A proper prefix of a list is smaller than the list.
#[must_use]
pub fn lexicographic<E: Into<Expr>, F: Into<Expr>>(
    left: impl IntoIterator<Item = E>,
    how: Comparison,
    right: impl IntoIterator<Item = F>,
) -> Expr {
    let (left, right) = (collect(left), collect(right));
    let pairs = || left.iter().zip(&right);
    match how {
        Comparison::Eq if left.len() != right.len() => 0.into(),
        Comparison::Ne if left.len() != right.len() => 1.into(),
        Comparison::Eq => all_of(pairs().map(|(a, b)| a.eq(b))),
        Comparison::Ne => any_of(pairs().map(|(a, b)| a.ne(b))),
        Comparison::Gt => lexicographic(right, Comparison::Lt, left),
        Comparison::Ge => lexicographic(right, Comparison::Le, left),
        Comparison::Lt | Comparison::Le => Expr::new(Node::Lexicographic(how, left, right)),
    }
}

/// Returns the state after `rounds` conditional applications of `step`.
///
/// `step(round, state)` returns a condition and the next state. If the condition does not hold, the
/// round leaves the state unchanged.
///
/// # Panics
///
/// Panics if `step` returns a state of a different length.
#[must_use]
pub fn iterate(
    rounds: usize,
    start: Vec<Expr>,
    mut step: impl FnMut(usize, &[Expr]) -> (Expr, Vec<Expr>),
) -> Vec<Expr> {
    (0..rounds).fold(start, |state, round| {
        let (condition, after) = step(round, &state);
        assert_eq!(after.len(), state.len(), "a step must keep the length of the state");
        state.into_iter().zip(after).map(|(old, new)| conditional(&condition, new, old)).collect()
    })
}
