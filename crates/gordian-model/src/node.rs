//! Operations: what can be written, and what it means.

use std::fmt;
use std::mem;
use std::sync::Arc;

use crate::{Domain, Expr, VarId};

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

/// One operation of an expression.
///
/// # Undefined values
///
/// Some operations have no value for some operands: division by zero, an array index outside the
/// array, a negative exponent, a truth operation on a number other than 0 and 1, a result outside
/// 64 bits. An assignment for which *any* part of a constraint is undefined does not satisfy that
/// constraint, wherever the part stands: also in the branch of a condition that is not taken, also
/// below a disjunction that holds anyway. To guard a division, guard its divisor
/// (`x / maximum(exprs![y, 1])`).
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
    LargestPowerDivisor(Expr, i64),
    /// Greatest power of the base that is not above the number (`12, 2 → 8`); base at least 2; 0
    /// for numbers below 1.
    FloorPower(Expr, i64),
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
            | Self::LargestPowerDivisor(a, _)
            | Self::FloorPower(a, _)
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

    /// Returns the operands, in order, for changes.
    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (list, few): (&mut [Expr], [Option<&mut Expr>; 3]) = match self {
            Self::Const(_) | Self::Var(_) => (&mut [], [None, None, None]),
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
            | Self::Sos2(list) => (list, [None, None, None]),
            Self::Neg(a)
            | Self::Factorial(a)
            | Self::LargestPowerDivisor(a, _)
            | Self::FloorPower(a, _)
            | Self::Abs(a)
            | Self::Not(a)
            | Self::InSet(a, _) => (&mut [], [Some(a), None, None]),
            Self::Div(a, b)
            | Self::Rem(a, b)
            | Self::Pow(a, b)
            | Self::Compare(_, a, b)
            | Self::Implies(a, b)
            | Self::Iff(a, b) => (&mut [], [Some(a), Some(b), None]),
            Self::If(a, b, c) => (&mut [], [Some(a), Some(b), Some(c)]),
            Self::Element(list, index) => (list, [Some(index), None, None]),
        };
        list.iter_mut().chain(few.into_iter().flatten())
    }

    /// Returns the name of the operation, as it is written in JSON.
    ///
    /// Constants and variables, which are written as numbers and names, are `const` and `var`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Const(_) => "const",
            Self::Var(_) => "var",
            Self::Add(_) => "add",
            Self::Mul(_) => "mul",
            Self::Neg(_) => "neg",
            Self::Div(..) => "div",
            Self::Rem(..) => "rem",
            Self::Pow(..) => "pow",
            Self::Factorial(_) => "factorial",
            Self::Gcd(_) => "gcd",
            Self::LargestPowerDivisor(..) => "greatest_power_dividing",
            Self::FloorPower(..) => "greatest_power_not_above",
            Self::Abs(_) => "abs",
            Self::Min(_) => "min",
            Self::Max(_) => "max",
            Self::Compare(Comparison::Eq, ..) => "eq",
            Self::Compare(Comparison::Ne, ..) => "ne",
            Self::Compare(Comparison::Lt, ..) => "lt",
            Self::Compare(Comparison::Le, ..) => "le",
            Self::Compare(Comparison::Gt, ..) => "gt",
            Self::Compare(Comparison::Ge, ..) => "ge",
            Self::Not(_) => "not",
            Self::And(_) => "and",
            Self::Or(_) => "or",
            Self::Xor(_) => "xor",
            Self::Implies(..) => "implies",
            Self::Iff(..) => "iff",
            Self::If(..) => "if",
            Self::Element(..) => "element",
            Self::NthSmallest(..) => "nth_smallest",
            Self::DistinctCount(_) => "distinct_count",
            Self::AllDifferent(_) => "all_different",
            Self::InSet(..) => "in",
            Self::Table(..) => "table",
            Self::Sos1(_) => "sos1",
            Self::Sos2(_) => "sos2",
        }
    }

    /// Returns whether both are the same operation on the same number of operands.
    pub(crate) fn same_operation(&self, other: &Self) -> bool {
        let same_content = match (self, other) {
            (Self::Const(a), Self::Const(b)) => a == b,
            (Self::Var(a), Self::Var(b)) => a == b,
            (Self::Compare(a, ..), Self::Compare(b, ..)) => a == b,
            (Self::LargestPowerDivisor(_, a), Self::LargestPowerDivisor(_, b))
            | (Self::FloorPower(_, a), Self::FloorPower(_, b)) => a == b,
            (Self::NthSmallest(_, a), Self::NthSmallest(_, b)) => a == b,
            (Self::InSet(_, a), Self::InSet(_, b)) => a == b,
            (Self::Table(_, a), Self::Table(_, b)) => a == b,
            _ => mem::discriminant(self) == mem::discriminant(other),
        };
        same_content && self.children().count() == other.children().count()
    }

    /// Returns how many operands must be conditions, each 0 or 1: so many of the first.
    #[must_use]
    pub fn n_conditions(&self) -> usize {
        match self {
            Self::Not(_) | Self::If(..) => 1,
            Self::Implies(..) | Self::Iff(..) => 2,
            Self::And(list) | Self::Or(list) | Self::Xor(list) => list.len(),
            _ => 0,
        }
    }

    /// Returns whether the value is always a truth value, whatever the operands.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
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
