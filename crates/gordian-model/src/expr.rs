//! Expressions: what can be written over variables, and what it means.

use std::fmt;
use std::ops;
use std::sync::Arc;

use crate::{Domain, VarId};

/// An expression over variables, cheap to clone (clones share the tree below).
///
/// Written with operators (`x + 2 * y - 1`, `x % 3`, `!a & b`), comparison methods ([`Expr::eq`],
/// [`Expr::le`], ...) and the functions of this crate. Truth values are the integers 0 and 1, so a
/// comparison can be added up and a 0/1 variable can be negated.
#[derive(Clone, Debug)]
pub struct Expr(Arc<Node>);

/// How two integers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Comparison {
    /// Returns whether `left` and `right` compare this way.
    #[must_use]
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ne => left != right,
            Self::Lt => left < right,
            Self::Le => left <= right,
            Self::Gt => left > right,
            Self::Ge => left >= right,
        }
    }
}

/// One operation of an expression.
///
/// # Undefined values
///
/// Some operations have no value for some operands: division by zero, an array index outside the
/// array, a negative exponent, a truth operation on a number other than 0 and 1, a result outside
/// 64 bits. An assignment for which *any* part of a constraint is undefined does not satisfy that
/// constraint, wherever the part stands: also in the branch of a condition that is not taken, also
/// below a disjunction that holds anyway. To guard a division, guard its divisor
/// (`x / maximum([y, 1])`).
///
/// # Division and remainder
///
/// Euclidean, as [`i64::div_euclid`] and [`i64::rem_euclid`]: the remainder is never negative and
/// `a == (a / b) * b + a % b`. For operands that are not negative that is what every language
/// computes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Node {
    /// A constant.
    Const(i64),
    /// The value of a variable.
    Var(VarId),
    /// Sum; of nothing, 0.
    Add(Vec<Expr>),
    /// Product; of nothing, 1.
    Mul(Vec<Expr>),
    /// The negative.
    Neg(Expr),
    /// Euclidean quotient; undefined for divisor 0.
    Div(Expr, Expr),
    /// Euclidean remainder, from 0 to |divisor| − 1; undefined for divisor 0.
    Rem(Expr, Expr),
    /// Power; undefined for a negative exponent; 0⁰ = 1.
    Pow(Expr, Expr),
    /// Factorial; undefined for negative numbers; 0! = 1.
    Factorial(Expr),
    /// Greatest common divisor, never negative; of nothing, and of zeros, 0.
    Gcd(Vec<Expr>),
    /// Greatest power of the base that divides the number (`12, 2 → 4`); base at least 2;
    /// undefined for number 0, which every power divides.
    GreatestPowerDividing(Expr, i64),
    /// Greatest power of the base that is not above the number (`12, 2 → 8`); base at least 2; 0
    /// for numbers below 1.
    GreatestPowerNotAbove(Expr, i64),
    /// Absolute value.
    Abs(Expr),
    /// Least of one or more numbers.
    Min(Vec<Expr>),
    /// Greatest of one or more numbers.
    Max(Vec<Expr>),
    /// 1 if the comparison holds, else 0.
    Compare(Comparison, Expr, Expr),
    /// Truth: not.
    Not(Expr),
    /// Truth: all of; of nothing, 1.
    And(Vec<Expr>),
    /// Truth: at least one of; of nothing, 0.
    Or(Vec<Expr>),
    /// Truth: an odd number of; of nothing, 0.
    Xor(Vec<Expr>),
    /// Truth: if the first then the second.
    Implies(Expr, Expr),
    /// Truth: both or neither.
    Iff(Expr, Expr),
    /// The second where the first (a truth value) holds, else the third.
    If(Expr, Expr, Expr),
    /// The element at a zero-based index; undefined outside the array.
    Element(Vec<Expr>, Expr),
    /// The element that would stand at this zero-based place if the elements were sorted in rising
    /// order; the place is below the number of elements.
    NthSmallest(Vec<Expr>, usize),
    /// How many different values there are.
    DistinctCount(Vec<Expr>),
    /// Truth: no value occurs twice.
    AllDifferent(Vec<Expr>),
    /// Truth: the value belongs to the set.
    InSet(Expr, Arc<Domain>),
    /// Truth: the values are one of the rows, each as long as the list of expressions.
    Table(Vec<Expr>, Arc<Vec<Vec<i64>>>),
    /// Truth: at most one is different from 0 (special ordered set of type 1).
    Sos1(Vec<Expr>),
    /// Truth: at most two are different from 0, and two only if they are neighbours (type 2).
    Sos2(Vec<Expr>),
}

impl Node {
    /// Returns the operands, in order.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (list, few): (&[Expr], [Option<&Expr>; 3]) = match self {
            Self::Const(_) | Self::Var(_) => (&[], [None; 3]),
            Self::Add(list)
            | Self::Mul(list)
            | Self::Gcd(list)
            | Self::Min(list)
            | Self::Max(list)
            | Self::And(list)
            | Self::Or(list)
            | Self::Xor(list)
            | Self::NthSmallest(list, _)
            | Self::DistinctCount(list)
            | Self::AllDifferent(list)
            | Self::Table(list, _)
            | Self::Sos1(list)
            | Self::Sos2(list) => (list, [None; 3]),
            Self::Neg(a)
            | Self::Factorial(a)
            | Self::GreatestPowerDividing(a, _)
            | Self::GreatestPowerNotAbove(a, _)
            | Self::Abs(a)
            | Self::Not(a)
            | Self::InSet(a, _) => (&[], [Some(a), None, None]),
            Self::Div(a, b)
            | Self::Rem(a, b)
            | Self::Pow(a, b)
            | Self::Compare(_, a, b)
            | Self::Implies(a, b)
            | Self::Iff(a, b) => (&[], [Some(a), Some(b), None]),
            Self::If(a, b, c) => (&[], [Some(a), Some(b), Some(c)]),
            Self::Element(list, index) => (list, [Some(index), None, None]),
        };
        list.iter().chain(few.into_iter().flatten())
    }

    /// Returns whether the value is always a truth value, whatever the operands.
    #[must_use]
    pub fn is_truth(&self) -> bool {
        match self {
            Self::Const(value) => matches!(value, 0 | 1),
            Self::Compare(..)
            | Self::Not(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Xor(_)
            | Self::Implies(..)
            | Self::Iff(..)
            | Self::AllDifferent(_)
            | Self::InSet(..)
            | Self::Table(..)
            | Self::Sos1(_)
            | Self::Sos2(_) => true,
            _ => false,
        }
    }
}

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

    /// Returns a number that tells shared trees apart: equal for clones of one expression.
    #[must_use]
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Returns 1 where both are equal.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
    pub fn eq(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Eq, other)
    }

    /// Returns 1 where both differ.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
    pub fn ne(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Ne, other)
    }

    /// Returns 1 where this is less than the other.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
    pub fn lt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Lt, other)
    }

    /// Returns 1 where this is less than the other or equal.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
    pub fn le(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Le, other)
    }

    /// Returns 1 where this is greater than the other.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
    pub fn gt(&self, other: impl Into<Expr>) -> Self {
        self.compare(Comparison::Gt, other)
    }

    /// Returns 1 where this is greater than the other or equal.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
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
        Self::new(Node::GreatestPowerDividing(self.clone(), base))
    }

    /// Returns the greatest power of `base` (at least 2) that is not above this number.
    #[must_use]
    pub fn greatest_power_not_above(&self, base: i64) -> Self {
        Self::new(Node::GreatestPowerNotAbove(self.clone(), base))
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

/// Two expressions are the same if they are written the same, shared or not.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
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

/// Comparison and other methods directly on a variable, as on the expression made of it.
macro_rules! variable_methods {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        #[expect(clippy::should_implement_trait, reason = "a comparison that is data, not a bool")]
        impl VarId {$(
            $(#[$meta])*
            #[must_use]
            pub fn $name(self, other: impl Into<Expr>) -> Expr {
                Expr::from(self).$name(other)
            }
        )*}
    };
}

variable_methods! {
    /// Returns 1 where both are equal.
    eq;
    /// Returns 1 where both differ.
    ne;
    /// Returns 1 where this is less than the other.
    lt;
    /// Returns 1 where this is less than the other or equal.
    le;
    /// Returns 1 where this is greater than the other.
    gt;
    /// Returns 1 where this is greater than the other or equal.
    ge;
    /// Returns 1 where this does not hold or the consequence does.
    implies;
    /// Returns 1 where both hold or neither.
    iff;
    /// Returns this number raised to the power of the exponent.
    pow;
}

macro_rules! binary_operator {
    ($trait:ident, $method:ident, |$left:ident, $right:ident| $node:expr) => {
        impl<R: Into<Expr>> ops::$trait<R> for Expr {
            type Output = Expr;

            fn $method(self, right: R) -> Expr {
                let ($left, $right) = (self, right.into());
                Expr::new($node)
            }
        }

        impl<R: Into<Expr>> ops::$trait<R> for &Expr {
            type Output = Expr;

            fn $method(self, right: R) -> Expr {
                ops::$trait::$method(self.clone(), right)
            }
        }

        impl<R: Into<Expr>> ops::$trait<R> for VarId {
            type Output = Expr;

            fn $method(self, right: R) -> Expr {
                ops::$trait::$method(Expr::from(self), right)
            }
        }

        impl ops::$trait<Expr> for i64 {
            type Output = Expr;

            fn $method(self, right: Expr) -> Expr {
                ops::$trait::$method(Expr::from(self), right)
            }
        }

        impl ops::$trait<VarId> for i64 {
            type Output = Expr;

            fn $method(self, right: VarId) -> Expr {
                ops::$trait::$method(Expr::from(self), right)
            }
        }
    };
}

binary_operator!(Add, add, |a, b| Node::Add(vec![a, b]));
binary_operator!(Sub, sub, |a, b| Node::Add(vec![a, -b]));
binary_operator!(Mul, mul, |a, b| Node::Mul(vec![a, b]));
binary_operator!(Div, div, |a, b| Node::Div(a, b));
binary_operator!(Rem, rem, |a, b| Node::Rem(a, b));
binary_operator!(BitAnd, bitand, |a, b| Node::And(vec![a, b]));
binary_operator!(BitOr, bitor, |a, b| Node::Or(vec![a, b]));
binary_operator!(BitXor, bitxor, |a, b| Node::Xor(vec![a, b]));

macro_rules! unary_operator {
    ($trait:ident, $method:ident, $node:ident) => {
        impl ops::$trait for Expr {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self))
            }
        }

        impl ops::$trait for &Expr {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self.clone()))
            }
        }

        impl ops::$trait for VarId {
            type Output = Expr;

            fn $method(self) -> Expr {
                Expr::new(Node::$node(self.into()))
            }
        }
    };
}

unary_operator!(Neg, neg, Neg);
unary_operator!(Not, not, Not);

impl std::iter::Sum for Expr {
    fn sum<I: Iterator<Item = Expr>>(terms: I) -> Expr {
        Expr::new(Node::Add(terms.collect()))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Eq => "=",
            Self::Ne => "≠",
            Self::Lt => "<",
            Self::Le => "≤",
            Self::Gt => ">",
            Self::Ge => "≥",
        })
    }
}
