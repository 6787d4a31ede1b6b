//! Functions that write expressions over lists.

use std::sync::Arc;

use crate::{Expr, Node};

/// Makes an array of expressions of variables, integers and expressions.
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

/// Collects anything that can be an expression.
pub(crate) fn collect<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Vec<Expr> {
    items.into_iter().map(Into::into).collect()
}

/// Returns the sum; of nothing, 0.
#[must_use]
pub fn sum<E: Into<Expr>>(terms: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Add(collect(terms)))
}

/// Returns the product; of nothing, 1.
#[must_use]
pub fn product<E: Into<Expr>>(factors: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Mul(collect(factors)))
}

/// Returns the absolute value.
#[must_use]
pub fn absolute(value: impl Into<Expr>) -> Expr {
    value.into().abs()
}

/// Returns the least of one or more numbers; undefined for none.
#[must_use]
pub fn minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Min(collect(items)))
}

/// Returns the greatest of one or more numbers; undefined for none.
#[must_use]
pub fn maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Max(collect(items)))
}

/// Returns the greatest common divisor, never negative.
#[must_use]
pub fn greatest_common_divisor<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Gcd(collect(items)))
}

/// Returns 1 where all of them hold; of nothing, 1.
#[must_use]
pub fn all_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::And(collect(conditions)))
}

/// Returns 1 where at least one of them holds; of nothing, 0.
#[must_use]
pub fn any_of<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Or(collect(conditions)))
}

/// Returns how many of the truth values hold.
#[must_use]
pub fn count_true<E: Into<Expr>>(conditions: impl IntoIterator<Item = E>) -> Expr {
    sum(conditions)
}

/// Returns 1 where exactly `n` of the truth values hold.
#[must_use]
pub fn exactly<E: Into<Expr>>(n: i64, conditions: impl IntoIterator<Item = E>) -> Expr {
    count_true(conditions).eq(n)
}

/// Returns `then` where the condition holds, else `otherwise`.
#[must_use]
pub fn conditional(
    condition: impl Into<Expr>,
    then: impl Into<Expr>,
    otherwise: impl Into<Expr>,
) -> Expr {
    Expr::new(Node::If(condition.into(), then.into(), otherwise.into()))
}

/// Returns 1 where no value occurs twice.
#[must_use]
pub fn all_different<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::AllDifferent(collect(items)))
}

/// Returns how many different values there are; of nothing, 0.
#[must_use]
pub fn distinct_count<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::DistinctCount(collect(items)))
}

/// Returns the element at the zero-based `index`; undefined outside the array.
#[must_use]
pub fn element<E: Into<Expr>>(array: impl IntoIterator<Item = E>, index: impl Into<Expr>) -> Expr {
    Expr::new(Node::Element(collect(array), index.into()))
}

/// Returns 1 where the values are one of the rows.
///
/// # Panics
///
/// Panics if a row is not as long as the list of expressions.
#[must_use]
pub fn table<E: Into<Expr>>(items: impl IntoIterator<Item = E>, rows: Vec<Vec<i64>>) -> Expr {
    let items = collect(items);
    for (position, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), items.len(), "row {position} of the table has a wrong length");
    }
    Expr::new(Node::Table(items, Arc::new(rows)))
}

/// Returns 1 where at most one is different from 0.
#[must_use]
pub fn sos1<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos1(collect(items)))
}

/// Returns 1 where at most two are different from 0, and two only if they are neighbours.
#[must_use]
pub fn sos2<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Expr {
    Expr::new(Node::Sos2(collect(items)))
}
