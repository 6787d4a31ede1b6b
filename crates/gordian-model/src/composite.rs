//! Composite operations that expand to basic operations.
//!
//! Each function returns basic expressions, so the compiler needs no special case for it: it shares
//! common subexpressions and reuses literals.

use crate::build::{all_of, any_of, collect, conditional, element, maximum, minimum, sum};
use crate::{Comparison, Expr, Node};

/// Returns the one-hot (direct) encoding: for each of `values`, 1 if `number` has that value.
///
/// At most one of them is 1; exactly one is 1 if `values` covers the whole domain. The list is as
/// long as `values`.
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
/// An index that is out of range replaces nothing. If the array is empty, so is the result,
/// whatever the index and the value are.
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
    let have_equal_lengths = left.len() == right.len();
    match how {
        Comparison::Eq if have_equal_lengths => all_of(pairs().map(|(a, b)| a.eq(b))),
        Comparison::Ne if have_equal_lengths => any_of(pairs().map(|(a, b)| a.ne(b))),
        Comparison::Gt => lexicographic(right, Comparison::Lt, left),
        Comparison::Ge => lexicographic(right, Comparison::Le, left),
        _ => Expr::new(Node::Lexicographic(how, left, right)),
    }
}

/// Returns 1 if no value is smaller than the one before it.
#[must_use]
pub fn increasing<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    ordered(&collect(items), Comparison::Le)
}

/// Returns 1 if every value is larger than the one before it.
#[must_use]
pub fn strictly_increasing<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    ordered(&collect(items), Comparison::Lt)
}

fn ordered(items: &[Expr], how: Comparison) -> Expr {
    match items {
        [only] => is_defined(only),
        _ => all_of(items.windows(2).map(|pair| pair[0].compare(how, &pair[1]))),
    }
}

/// Returns 1 if the expression has a value; undefined otherwise. It keeps an operand whose value
/// does not matter.
pub(crate) fn is_defined(expr: &Expr) -> Expr {
    expr.eq(expr)
}

/// Returns 1 if each of `values` comes for the first time after the one before it in `values`, or
/// not at all.
///
/// It breaks the symmetry of values that can be exchanged, such as colours: with 1, 2, 3, the first
/// item with 2 comes after one with 1.
#[must_use]
pub fn value_precedence<E: Into<Expr>>(
    items: impl IntoIterator<Item = E>,
    values: impl IntoIterator<Item = i64>,
) -> Expr {
    let items = collect(items);
    let values: Vec<i64> = values.into_iter().collect();
    if values.len() < 2 {
        return all_of(items.iter().map(is_defined));
    }
    let mut conditions = Vec::new();
    for pair in values.windows(2) {
        // Whether the first value came before the item.
        let mut came = Expr::from(0);
        for item in &items {
            conditions.push(item.eq(pair[1]).implies(&came));
            came = &came | item.eq(pair[0]);
        }
    }
    all_of(conditions)
}

/// Returns the zero-based index of the first largest item.
///
/// # Panics
///
/// Panics if there are no items.
#[must_use]
pub fn arg_maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    index_of_best(&collect(items), |item, best| (item.gt(best), maximum([best, item])))
}

/// Returns the zero-based index of the first smallest item.
///
/// # Panics
///
/// Panics if there are no items.
#[must_use]
pub fn arg_minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    index_of_best(&collect(items), |item, best| (item.lt(best), minimum([best, item])))
}

/// Returns the index of the last item that was better than the best one before it. `compare`
/// returns whether the item is better, and the better one of the two.
fn index_of_best(items: &[Expr], compare: impl Fn(&Expr, &Expr) -> (Expr, Expr)) -> Expr {
    if let [only] = items {
        return conditional(is_defined(only), 0, 0);
    }
    let (first, others) = items.split_first().expect("there is at least one item");
    let mut best = first.clone();
    let mut index = Expr::from(0);
    for (place, item) in (1_i64..).zip(others) {
        let (is_better, better) = compare(item, &best);
        index = conditional(is_better, place, index);
        best = better;
    }
    index
}

/// Returns the element of a table at zero-based indices; undefined if one of them is out of range.
///
/// # Panics
///
/// Panics if the rows have different lengths.
#[must_use]
pub fn element_2d<E: Into<Expr>>(
    rows: impl IntoIterator<Item = impl IntoIterator<Item = E>>,
    row: impl Into<Expr>,
    column: impl Into<Expr>,
) -> Expr {
    let rows: Vec<Vec<Expr>> = rows.into_iter().map(collect).collect();
    let n_columns = rows.first().map_or(0, Vec::len);
    assert!(rows.iter().all(|row| row.len() == n_columns), "the rows have the same length");
    let n_columns = i64::try_from(n_columns).expect("a table fits into memory");
    let column = column.into();
    let is_column = column.ge(0) & column.lt(n_columns);
    let index = conditional(is_column, n_columns * row.into() + column, -1);
    element(rows.concat(), index)
}

/// Returns the sum of the weights of the conditions that do not hold: a goal for conditions that
/// may be broken (soft constraints). A condition can be a 0/1 variable or an expression.
///
/// # Example
///
/// ```
/// use gordian_model::{Goal, Model, penalty};
///
/// let mut model = Model::new();
/// let day = model.int("day", 1..=7);
/// let wishes = [(3, day.ge(6)), (1, day.le(3)), (2, (day % 2).eq(1))];
/// model.set_goal(Goal::minimise(penalty(wishes)));
/// // Sunday breaks only the wish of weight 1.
/// assert_eq!(model.evaluate(model.goal().unwrap().objective(), &[7]), Ok(1));
/// ```
#[must_use]
pub fn penalty<E: Into<Expr>>(conditions: impl IntoIterator<Item = (i64, E)>) -> Expr {
    sum(conditions.into_iter().map(|(weight, condition)| weight * !condition.into()))
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
