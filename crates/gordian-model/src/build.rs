//! Constructors of expressions over lists.

use std::sync::Arc;

use crate::{Expr, Node};

/// Returns an array of expressions from variables, integers and expressions.
///
/// # Example
///
/// ```
/// use gordian_model::{Model, exprs, maximum};
///
/// let mut model = Model::new();
/// let x = model.int("x", 0..=9);
/// let y = model.int("y", 0..=9);
/// model.require("limit", maximum(exprs![x, 3, y + 1]).le(5));
/// assert!(model.check(&[2, 4]).is_ok());
/// ```
#[macro_export]
macro_rules! exprs {
    ($($item:expr),* $(,)?) => { [$($crate::Expr::from($item)),*] };
}

/// Converts items to expressions.
pub(crate) fn collect<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Vec<Expr> {
    items.into_iter().map(Into::into).collect()
}

/// Returns the sum; 0 for an empty list.
#[must_use]
pub fn sum<E: Into<Expr>>(terms: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Add(collect(terms)))
}

/// Returns the product; 1 for an empty list.
#[must_use]
pub fn product<E: Into<Expr>>(factors: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Mul(collect(factors)))
}

/// Returns the absolute value.
#[must_use]
pub fn absolute(value: impl Into<Expr>) -> Expr {
    value.into().abs()
}

/// Returns the minimum; undefined for an empty list.
#[must_use]
pub fn minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Min(collect(items)))
}

/// Returns the maximum; undefined for an empty list.
#[must_use]
pub fn maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Max(collect(items)))
}

/// Returns the greatest common divisor, never negative.
#[must_use]
pub fn greatest_common_divisor<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Gcd(collect(items)))
}

/// Returns 1 if all conditions hold (conjunction); 1 for an empty list.
#[must_use]
pub fn all_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::And(collect(conditions)))
}

/// Returns 1 if at least one condition holds (disjunction); 0 for an empty list.
#[must_use]
pub fn any_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Or(collect(conditions)))
}

/// Returns the number of conditions that hold.
#[must_use]
pub fn count_true<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    sum(conditions)
}

/// Returns 1 if exactly `n` of the conditions hold.
#[must_use]
pub fn exactly<E: Into<Expr>>(n: i64, conditions: impl IntoIterator<Item = E>) -> Expr {
    count_true(conditions).eq(n)
}

/// Returns `then` if the condition holds, otherwise `otherwise`.
#[must_use]
pub fn conditional(
    condition: impl Into<Expr>,
    then: impl Into<Expr>,
    otherwise: impl Into<Expr>,
) -> Expr {
    Expr::new(Node::If(condition.into(), then.into(), otherwise.into()))
}

/// Returns 1 if all values are different.
#[must_use]
pub fn all_different<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::AllDifferent(collect(items)))
}

/// Returns the number of distinct values; 0 for an empty list.
#[must_use]
pub fn distinct_count<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::DistinctCount(collect(items)))
}

/// Returns the element at the zero-based `index`; undefined if the index is out of range.
#[must_use]
pub fn element<E: Into<Expr>>(array: impl IntoIterator<Item = E>, index: impl Into<Expr>) -> Expr {
    Expr::new(Node::Element(collect(array), index.into()))
}

/// Returns 1 if the values equal one of the rows (table constraint).
///
/// # Panics
///
/// Panics if the length of a row differs from the number of expressions.
#[must_use]
pub fn table<E: Into<Expr>>(items: impl IntoIterator<Item = E>, rows: Vec<Vec<i64>>) -> Expr {
    let items = collect(items);
    for (position, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), items.len(), "row {position} of the table has the wrong length");
    }
    Expr::new(Node::Table(items, Arc::new(rows)))
}

/// Returns 1 if at most one value is nonzero (special ordered set of type 1).
#[must_use]
pub fn sos1<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos1(collect(items)))
}

/// Returns 1 if at most two values are nonzero, and two only if they are adjacent (type 2).
#[must_use]
pub fn sos2<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos2(collect(items)))
}
