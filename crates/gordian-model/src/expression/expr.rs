//! Expressions: trees of operations with shared subtrees.

use std::borrow::Cow;
use std::fmt;
use std::mem;
use std::sync::{Arc, LazyLock};

use gordian_core::Index as _;
use rustc_hash::FxHashSet;

use super::operation::Part;
use super::{Comparison, Node};
use crate::{Domain, VarId};

/// An expression over variables. A clone is cheap and shares the tree.
///
/// Expressions are built with operators (`x + 2 * y - 1`, `x % 3`, `!a & b`), comparison methods
/// ([`Expr::eq`], [`Expr::le`], ...) and the functions of this crate. Booleans are the integers 0
/// and 1, so comparisons can be summed and a 0/1 variable can be negated.
///
/// The nesting depth is limited only by memory, because no function recurses along an expression.
#[derive(Clone)]
pub struct Expr(Arc<Node>);

impl Expr {
    /// Returns the expression with `node` as its root operation.
    #[must_use]
    pub fn new(node: Node) -> Self {
        Self(Arc::new(node))
    }

    /// Returns the root operation.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.0
    }

    /// Returns the root operation for modification, or `None` if the expression is shared.
    pub(crate) fn node_mut(&mut self) -> Option<&mut Node> {
        Arc::get_mut(&mut self.0)
    }

    /// Returns an identifier of the shared tree, which is equal for clones of one expression.
    #[must_use]
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Returns whether the expression has other clones, so that it may occur in several places.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Returns whether this is a constant or a variable.
    pub(crate) fn is_atom(&self) -> bool {
        matches!(self.node(), Node::Const(_) | Node::Var(_))
    }

    /// Returns 1 if both values are equal.
    #[must_use]
    pub fn eq(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Eq, other)
    }

    /// Returns 1 if the values differ.
    #[must_use]
    pub fn ne(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Ne, other)
    }

    /// Returns 1 if this value is less than `other`.
    #[must_use]
    pub fn lt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Lt, other)
    }

    /// Returns 1 if this value is at most `other`.
    #[must_use]
    pub fn le(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Le, other)
    }

    /// Returns 1 if this value is greater than `other`.
    #[must_use]
    pub fn gt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Gt, other)
    }

    /// Returns 1 if this value is at least `other`.
    #[must_use]
    pub fn ge(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Ge, other)
    }

    /// Returns 1 if the comparison holds.
    #[must_use]
    pub fn compare(&self, how: Comparison, other: impl Into<Expr>) -> Self {
        Self::new(Node::Compare(how, self.clone(), other.into()))
    }

    /// Returns 1 if this condition implies `consequence`.
    #[must_use]
    pub fn implies(&self, consequence: impl Into<Expr>) -> Self {
        Self::new(Node::Implies(self.clone(), consequence.into()))
    }

    /// Returns 1 if both conditions have the same value (equivalence).
    #[must_use]
    pub fn iff(&self, other: impl Into<Expr>) -> Self {
        Self::new(Node::Iff(self.clone(), other.into()))
    }

    /// Returns this value raised to the power of `exponent`.
    #[must_use]
    pub fn pow(&self, exponent: impl Into<Expr>) -> Self {
        Self::new(Node::Pow(self.clone(), exponent.into()))
    }

    /// Returns the factorial.
    #[must_use]
    pub fn factorial(&self) -> Self {
        Self::new(Node::Factorial(self.clone()))
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self::new(Node::Abs(self.clone()))
    }

    /// Returns the greatest power of `base` that divides this value; undefined for value 0 and for
    /// a base below 2.
    #[must_use]
    pub fn greatest_power_dividing(&self, base: i64) -> Self {
        Self::new(Node::LargestPowerDivisor(self.clone(), base))
    }

    /// Returns the greatest power of `base` that is at most this value, 0 for a value below 1;
    /// undefined for a base below 2.
    #[must_use]
    pub fn greatest_power_not_above(&self, base: i64) -> Self {
        Self::new(Node::FloorPower(self.clone(), base))
    }

    /// Returns 1 if this value is a multiple of `divisor`; undefined for divisor 0.
    #[must_use]
    pub fn multiple_of(&self, divisor: impl Into<Expr>) -> Self {
        (self.clone() % divisor.into()).eq(0)
    }

    /// Returns 1 if the value is in `set`.
    #[must_use]
    pub fn is_in(&self, set: Domain) -> Self {
        Self::new(Node::InSet(self.clone(), Arc::new(set)))
    }

    /// Returns 1 if the value is not in `set`.
    #[must_use]
    pub fn is_not_in(&self, set: Domain) -> Self {
        !self.is_in(set)
    }
}

/// The placeholder for operands that are moved out of their operation.
static PLACEHOLDER: LazyLock<Expr> = LazyLock::new(|| Expr::from(0));

/// Frees the operations of the tree iteratively, without recursion.
impl Drop for Expr {
    fn drop(&mut self) {
        // A shared expression only decrements its reference count, and an atom has no operands. (If
        // another thread drops the last other clone at the same time, the operation is dropped by
        // the standard drop, and its operands by this function, one level deeper.)
        let mut todo: Vec<Expr> = Vec::new();
        let take = |expr: &mut Expr, todo: &mut Vec<Expr>| {
            let Some(node) = expr.node_mut() else { return };
            for operand in node.children_mut() {
                if !operand.is_atom() {
                    todo.push(mem::replace(operand, PLACEHOLDER.clone()));
                }
            }
        };
        take(self, &mut todo);
        while let Some(mut expr) = todo.pop() {
            take(&mut expr, &mut todo);
        }
    }
}

/// Writes operations by name and variables by index: `add(mul(2, v0), v1)`, `element([v0, 3], v1)`.
/// A long text is truncated with `…`.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The length in bytes at which the text is truncated; shared trees may be exponentially
        /// long.
        const MAX_TEXT_BYTES: usize = 1 << 12;
        let mut text = String::new();
        let mut todo = vec![Piece::Expr(self)];
        while let Some(piece) = todo.pop() {
            if text.len() > MAX_TEXT_BYTES {
                text.push('…');
                break;
            }
            let expr = match piece {
                Piece::Text(piece) => {
                    text.push_str(&piece);
                    continue;
                }
                Piece::Expr(expr) => expr,
            };
            match expr.node() {
                Node::Const(value) => text.push_str(&value.to_string()),
                Node::Var(var) => text.push_str(&format!("v{}", var.index())),
                node => {
                    text.push_str(node.name());
                    text.push('(');
                    todo.extend(operand_pieces(node).into_iter().rev());
                }
            }
        }
        f.write_str(&text)
    }
}

/// A pending piece of the text of an expression.
enum Piece<'e> {
    Expr(&'e Expr),
    Text(Cow<'static, str>),
}

/// Returns the pieces after the name of an operation and the opening bracket.
fn operand_pieces(node: &Node) -> Vec<Piece<'_>> {
    fn push_all<'e>(pieces: &mut Vec<Piece<'e>>, items: &'e [Expr]) {
        for (position, item) in items.iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            pieces.extend([Piece::Text(separator.into()), Piece::Expr(item)]);
        }
    }
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for (position, part) in node.parts().into_iter().enumerate() {
        pieces.push(Piece::Text(if position == 0 { "" } else { ", " }.into()));
        match part {
            Part::Expr(expr) => pieces.push(Piece::Expr(expr)),
            Part::Operands(items) => push_all(&mut pieces, items),
            Part::List(items) => {
                pieces.push(Piece::Text("[".into()));
                push_all(&mut pieces, items);
                pieces.push(Piece::Text("]".into()));
            }
            Part::Constant(constant) => pieces.push(Piece::Text(constant.to_string().into())),
        }
    }
    pieces.push(Piece::Text(")".into()));
    pieces
}

/// Two expressions are equal if they have the same structure, whichever parts are shared.
///
/// Cost: linear in the sizes if both share the same parts, and at most the product of the sizes.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        all_equal([(self, other)])
    }
}

/// Returns whether the two expressions of every pair have the same structure.
///
/// No pair is compared twice and the function does not recurse, because shared trees may be
/// exponentially large when expanded, and deeper than the stack.
pub(crate) fn all_equal<'e>(pairs: impl IntoIterator<Item = (&'e Expr, &'e Expr)>) -> bool {
    let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
    let mut todo: Vec<(&Expr, &Expr)> = pairs.into_iter().collect();
    while let Some((a, b)) = todo.pop() {
        if Arc::ptr_eq(&a.0, &b.0) || !seen.insert((a.identity(), b.identity())) {
            continue;
        }
        if !a.node().same_operation(b.node()) {
            return false;
        }
        todo.extend(a.node().children().zip(b.node().children()));
    }
    true
}

/// Calls `visit` in post-order, once for each operation of `root` that is not `done`.
///
/// `visit` must make the operation done. Variables and constants must be done from the start. The
/// function does not recurse, so the depth of expressions is not limited by the stack.
pub(crate) fn post_order<'e, S, E>(
    root: &'e Expr,
    state: &mut S,
    done: impl Fn(&S, &Expr) -> bool,
    mut visit: impl FnMut(&mut S, &'e Expr) -> Result<(), E>,
) -> Result<(), E> {
    let mut todo = vec![root];
    while let Some(&expr) = todo.last() {
        let height = todo.len();
        if !done(state, expr) {
            todo.extend(expr.node().children().filter(|child| !done(state, child)));
            if todo.len() > height {
                // The first operand is visited first.
                todo[height..].reverse();
                continue;
            }
            visit(state, expr)?;
        }
        todo.pop();
    }
    Ok(())
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Self::new(Node::Const(value))
    }
}

impl From<VarId> for Expr {
    fn from(var: VarId) -> Self {
        Self::new(Node::Var(var))
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Self {
        expr.clone()
    }
}

impl From<&VarId> for Expr {
    fn from(var: &VarId) -> Self {
        Self::from(*var)
    }
}

/// Defines the methods of expressions on variables.
macro_rules! variable_methods {
    ($($(#[$meta:meta])* $name:ident($($operand:ident: $type:ty)?);)*) => {
        impl VarId {$(
            $(#[$meta])*
            #[must_use]
            pub fn $name(self $(, $operand: $type)?) -> Expr {
                Expr::from(self).$name($($operand)?)
            }
        )*}
    };
}

variable_methods! {
    /// Returns 1 if both values are equal.
    eq(other: impl Into<Expr>);
    /// Returns 1 if the values differ.
    ne(other: impl Into<Expr>);
    /// Returns 1 if this value is less than `other`.
    lt(other: impl Into<Expr>);
    /// Returns 1 if this value is at most `other`.
    le(other: impl Into<Expr>);
    /// Returns 1 if this value is greater than `other`.
    gt(other: impl Into<Expr>);
    /// Returns 1 if this value is at least `other`.
    ge(other: impl Into<Expr>);
    /// Returns 1 if this condition implies `consequence`.
    implies(consequence: impl Into<Expr>);
    /// Returns 1 if both conditions have the same value (equivalence).
    iff(other: impl Into<Expr>);
    /// Returns this value raised to the power of `exponent`.
    pow(exponent: impl Into<Expr>);
    /// Returns the factorial.
    factorial();
    /// Returns the absolute value.
    abs();
    /// Returns the greatest power of `base` that divides this value; undefined for value 0 and for
    /// a base below 2.
    greatest_power_dividing(base: i64);
    /// Returns the greatest power of `base` that is at most this value, 0 for a value below 1;
    /// undefined for a base below 2.
    greatest_power_not_above(base: i64);
    /// Returns 1 if this value is a multiple of `divisor`; undefined for divisor 0.
    multiple_of(divisor: impl Into<Expr>);
    /// Returns 1 if the value is in `set`.
    is_in(set: Domain);
    /// Returns 1 if the value is not in `set`.
    is_not_in(set: Domain);
}
