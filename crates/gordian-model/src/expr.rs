//! Expressions: trees of operations, cheap to share.

use std::fmt;
use std::mem;
use std::sync::{Arc, LazyLock};

use gordian_core::Index as _;
use rustc_hash::FxHashSet;

use crate::{Comparison, Domain, Node, VarId};

/// An expression over variables, cheap to clone (clones share the tree below).
///
/// Written with operators (`x + 2 * y - 1`, `x % 3`, `!a & b`), comparison methods ([`Expr::eq`],
/// [`Expr::le`], ...) and the functions of this crate. Truth values are the integers 0 and 1, so a
/// comparison can be added up and a 0/1 variable can be negated.
///
/// An expression may be nested as deeply as memory allows: nothing here recurses along it.
#[derive(Clone)]
pub struct Expr(Arc<Node>);

impl Expr {
    /// Returns the expression made of this operation.
    #[must_use]
    pub fn new(node: Node) -> Self {
        Self(Arc::new(node))
    }

    /// Returns the topmost operation.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.0
    }

    /// Returns the topmost operation for changes, unless somebody else holds it too.
    pub(crate) fn node_mut(&mut self) -> Option<&mut Node> {
        Arc::get_mut(&mut self.0)
    }

    /// Returns a number that tells shared trees apart: equal for clones of one expression.
    #[must_use]
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Returns whether more than one holds this expression: it can stand in several places.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Returns whether this is a constant or a variable.
    pub(crate) fn is_atom(&self) -> bool {
        matches!(self.node(), Node::Const(_) | Node::Var(_))
    }

    /// Returns 1 where both are equal.
    #[must_use]
    pub fn eq(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Eq, other)
    }

    /// Returns 1 where both differ.
    #[must_use]
    pub fn ne(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Ne, other)
    }

    /// Returns 1 where this is less than the other.
    #[must_use]
    pub fn lt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Lt, other)
    }

    /// Returns 1 where this is less than the other or equal.
    #[must_use]
    pub fn le(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Le, other)
    }

    /// Returns 1 where this is greater than the other.
    #[must_use]
    pub fn gt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Gt, other)
    }

    /// Returns 1 where this is greater than the other or equal.
    #[must_use]
    pub fn ge(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Ge, other)
    }

    /// Returns 1 where the comparison holds.
    #[must_use]
    pub fn compare(&self, how: Comparison, other: impl Into<Expr>) -> Self {
        Self::new(Node::Compare(how, self.clone(), other.into()))
    }

    /// Returns 1 where this does not hold or the consequence does.
    #[must_use]
    pub fn implies(&self, consequence: impl Into<Expr>) -> Self {
        Self::new(Node::Implies(self.clone(), consequence.into()))
    }

    /// Returns 1 where both hold or neither.
    #[must_use]
    pub fn iff(&self, other: impl Into<Expr>) -> Self {
        Self::new(Node::Iff(self.clone(), other.into()))
    }

    /// Returns this number raised to the power of `exponent`.
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

    /// Returns the greatest power of `base` (at least 2) that divides this number.
    #[must_use]
    pub fn greatest_power_dividing(&self, base: i64) -> Self {
        Self::new(Node::LargestPowerDivisor(self.clone(), base))
    }

    /// Returns the greatest power of `base` (at least 2) that is not above this number.
    #[must_use]
    pub fn greatest_power_not_above(&self, base: i64) -> Self {
        Self::new(Node::FloorPower(self.clone(), base))
    }

    /// Returns 1 where this number is a multiple of `divisor`; undefined for divisor 0.
    #[must_use]
    pub fn multiple_of(&self, divisor: impl Into<Expr>) -> Self {
        (self.clone() % divisor.into()).eq(0)
    }

    /// Returns 1 where the value belongs to `set`.
    #[must_use]
    pub fn is_in(&self, set: Domain) -> Self {
        Self::new(Node::InSet(self.clone(), Arc::new(set)))
    }

    /// Returns 1 where the value does not belong to `set`.
    #[must_use]
    pub fn is_not_in(&self, set: Domain) -> Self {
        !self.is_in(set)
    }
}

/// Takes the place of operands that are moved out of their operation.
static NOTHING: LazyLock<Expr> = LazyLock::new(|| Expr::from(0));

/// Frees the operations below one by one, without recursion.
impl Drop for Expr {
    fn drop(&mut self) {
        // Of a shared expression only the count goes down; an atom has nothing below it. (Where
        // another thread drops the last other clone at this very moment, the operation is freed in
        // the ordinary way, and its operands, one level down, in this one.)
        let mut todo: Vec<Expr> = Vec::new();
        let take = |expr: &mut Expr, todo: &mut Vec<Expr>| {
            let Some(node) = expr.node_mut() else { return };
            for operand in node.children_mut() {
                if !operand.is_atom() {
                    todo.push(mem::replace(operand, NOTHING.clone()));
                }
            }
        };
        take(self, &mut todo);
        while let Some(mut expr) = todo.pop() {
            take(&mut expr, &mut todo);
        }
    }
}

/// Writes the expression with the names of the operations, and variables by their index:
/// `add(mul(2, v0), v1)`. A long text is cut short with `…`.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Bytes that say enough of an expression; shared trees may be exponentially longer.
        const ENOUGH: usize = 1 << 12;
        enum Piece<'e> {
            Expr(&'e Expr),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut todo = vec![Piece::Expr(self)];
        while let Some(piece) = todo.pop() {
            if text.len() > ENOUGH {
                text.push('…');
                break;
            }
            let expr = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
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
                    todo.push(Piece::Text(")"));
                    let start = todo.len();
                    for operand in node.children() {
                        if todo.len() > start {
                            todo.push(Piece::Text(", "));
                        }
                        todo.push(Piece::Expr(operand));
                    }
                    todo[start..].reverse();
                    let more = match node {
                        Node::LargestPowerDivisor(_, base) | Node::FloorPower(_, base) => {
                            format!("{base}; ")
                        }
                        Node::NthSmallest(_, place) => format!("{place}; "),
                        Node::InSet(_, set) => format!("{set}; "),
                        Node::Table(_, rows) => format!("{} rows; ", rows.len()),
                        _ => String::new(),
                    };
                    text.push_str(&more);
                }
            }
        }
        f.write_str(&text)
    }
}

/// Two expressions are the same if they are written the same, shared or not.
///
/// Cost: linear in the sizes as long as both share alike, and never more than their product.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        all_equal([(self, other)])
    }
}

/// Returns whether the two expressions of every pair are written the same.
///
/// No pair is compared twice and nothing recurses: shared trees may be exponentially larger
/// written out than in memory, and deeper than the stack.
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

/// Calls `visit` once for each operation of `root` that is not yet `done`, operands first.
///
/// `visit` makes the operation done. Variables and constants are to count as done from the start.
/// Nothing recurses, so that no expression is too deep.
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
                // The first operand comes to lie on top.
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

/// Methods directly on a variable, as on the expression made of it.
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
    /// Returns 1 where both are equal.
    eq(other: impl Into<Expr>);
    /// Returns 1 where both differ.
    ne(other: impl Into<Expr>);
    /// Returns 1 where this is less than the other.
    lt(other: impl Into<Expr>);
    /// Returns 1 where this is less than the other or equal.
    le(other: impl Into<Expr>);
    /// Returns 1 where this is greater than the other.
    gt(other: impl Into<Expr>);
    /// Returns 1 where this is greater than the other or equal.
    ge(other: impl Into<Expr>);
    /// Returns 1 where this does not hold or the consequence does.
    implies(consequence: impl Into<Expr>);
    /// Returns 1 where both hold or neither.
    iff(other: impl Into<Expr>);
    /// Returns this number raised to the power of `exponent`.
    pow(exponent: impl Into<Expr>);
    /// Returns the factorial.
    factorial();
    /// Returns the absolute value.
    abs();
    /// Returns the greatest power of `base` (at least 2) that divides this number.
    greatest_power_dividing(base: i64);
    /// Returns the greatest power of `base` (at least 2) that is not above this number.
    greatest_power_not_above(base: i64);
    /// Returns 1 where this number is a multiple of `divisor`; undefined for divisor 0.
    multiple_of(divisor: impl Into<Expr>);
    /// Returns 1 where the value belongs to `set`.
    is_in(set: Domain);
    /// Returns 1 where the value does not belong to `set`.
    is_not_in(set: Domain);
}
