//! The operations of expressions and their semantics. What follows from the form of an operation is
//! in the table of [`operation`](crate::expression::operation).

use std::fmt;
use std::sync::Arc;

use super::Expr;
use super::operation::{Kind, Part};
use crate::{Domain, Graph, VarId};

/// A comparison of two integers.
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
    /// Returns the comparison that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
        }
    }

    /// Returns whether the comparison holds for `left` and `right`.
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
/// Some operations have no value for some operands: division by zero, an array index out of range,
/// a negative exponent, a Boolean operation on a number other than 0 and 1, a result that does not
/// fit into 64 bits. An assignment for which *any* part of a constraint is undefined does not
/// satisfy that constraint, even if the part is in a branch of a conditional that is not taken, or
/// in a disjunction that holds because of another operand. To guard a division, guard its divisor
/// (`x / maximum(exprs![y, 1])`).
///
/// # Division and remainder
///
/// Both are Euclidean, as [`i64::div_euclid`] and [`i64::rem_euclid`]: the remainder is never
/// negative and `a == (a / b) * b + a % b`. For non-negative operands this equals the division of
/// most programming languages.
///
/// # Global and graph constraints
///
/// The operations from [`Node::GlobalCardinality`] on are conditions that are 0 or 1 for all values
/// of their operands: an index, a vertex or a list that does not fit makes them false, not
/// undefined. Their arithmetic is exact, also beyond 64 bits.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Node {
    /// A constant.
    Const(i64),
    /// The value of a variable.
    Var(VarId),
    /// Sum; 0 for an empty list.
    Add(Vec<Expr>),
    /// Product; 1 for an empty list.
    Mul(Vec<Expr>),
    /// Negation.
    Neg(Expr),
    /// Euclidean quotient; undefined for divisor 0.
    Div(Expr, Expr),
    /// Euclidean remainder, from 0 to |divisor| − 1; undefined for divisor 0.
    Rem(Expr, Expr),
    /// Power; undefined for a negative exponent; 0⁰ = 1.
    Pow(Expr, Expr),
    /// Factorial; undefined for negative numbers; 0! = 1.
    Factorial(Expr),
    /// Greatest common divisor, never negative; 0 for an empty list and if all operands are 0.
    Gcd(Vec<Expr>),
    /// Greatest power of the base that divides the number (`12, 2 → 4`); undefined for number 0,
    /// which every power divides, and for a base below 2.
    LargestPowerDivisor(Expr, i64),
    /// Greatest power of the base that is not above the number (`12, 2 → 8`); 0 for numbers below
    /// 1; undefined for a base below 2.
    FloorPower(Expr, i64),
    /// Absolute value.
    Abs(Expr),
    /// Least of one or more numbers.
    Min(Vec<Expr>),
    /// Greatest of one or more numbers.
    Max(Vec<Expr>),
    /// 1 if the comparison holds, else 0.
    Compare(Comparison, Expr, Expr),
    /// Boolean: negation.
    Not(Expr),
    /// Boolean: conjunction; 1 for an empty list.
    And(Vec<Expr>),
    /// Boolean: disjunction; 0 for an empty list.
    Or(Vec<Expr>),
    /// Boolean: exclusive or (an odd number of operands hold); 0 for an empty list.
    Xor(Vec<Expr>),
    /// Boolean: implication.
    Implies(Expr, Expr),
    /// Boolean: equivalence.
    Iff(Expr, Expr),
    /// Conditional: the second operand if the first (a condition) holds, otherwise the third.
    If(Expr, Expr, Expr),
    /// The element at a zero-based index; undefined if the index is out of range.
    Element(Vec<Expr>, Expr),
    /// The element at this zero-based index of the list sorted in ascending order; the index is
    /// less than the number of elements.
    NthSmallest(Vec<Expr>, usize),
    /// The number of distinct values.
    DistinctCount(Vec<Expr>),
    /// Boolean: all values are different.
    AllDifferent(Vec<Expr>),
    /// Boolean: the value is in the set.
    InSet(Expr, Arc<Domain>),
    /// Boolean: the values equal one of the rows, each as long as the list of expressions.
    Table(Vec<Expr>, Arc<Vec<Vec<i64>>>),
    /// Boolean: at most one value is nonzero (special ordered set of type 1).
    Sos1(Vec<Expr>),
    /// Boolean: at most two values are nonzero, and two only if they are adjacent (type 2).
    Sos2(Vec<Expr>),
    /// Boolean: each of the last operands, the counts, is the number of items that have the
    /// corresponding one of the values, which are different. Items may have other values.
    GlobalCardinality(Vec<Expr>, Arc<Vec<i64>>, Vec<Expr>),
    /// Boolean: the two lists compare as given in lexicographic order; a proper prefix of a list is
    /// smaller.
    Lexicographic(Comparison, Vec<Expr>, Vec<Expr>),
    /// Boolean: the values are the zero-based successors of the positions, and lead through all
    /// positions in one cycle; 1 for an empty list.
    Circuit(Vec<Expr>),
    /// Boolean: the values are the zero-based successors of the positions. The positions that are
    /// not their own successors form one cycle, or all positions are their own successors.
    Subcircuit(Vec<Expr>),
    /// Boolean: the zero-based values of each list are the positions of the indices in the other
    /// list: `first[i]` is `j` exactly if `second[j]` is `i`, and all values are indices.
    Inverse(Vec<Expr>, Vec<Expr>),
    /// Boolean: at every time, the demands of the tasks with start ≤ time < start + duration add up
    /// to at most the capacity. False for a negative duration, demand or capacity.
    Cumulative {
        /// The starts of the tasks.
        starts: Vec<Expr>,
        /// The durations of the tasks.
        durations: Vec<Expr>,
        /// The demands of the tasks.
        demands: Vec<Expr>,
        /// The capacity.
        capacity: Expr,
    },
    /// Boolean: no two tasks of positive duration overlap. False for a negative duration.
    Disjunctive {
        /// The starts of the tasks.
        starts: Vec<Expr>,
        /// The durations of the tasks.
        durations: Vec<Expr>,
    },
    /// Boolean: the active vertices are connected by edges between them; 1 for less than two active
    /// vertices. One condition per vertex tells whether it is active.
    Connected(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form a connected graph; 1 for no active edge. One condition per
    /// edge tells whether it is active.
    ConnectedEdges(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form exactly one simple cycle. One condition per edge.
    SingleCycle(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form exactly one simple path between the two vertices with the
    /// given numbers; no edge is active if they are the same vertex. One condition per edge, then
    /// the two vertices.
    Path(Arc<Graph>, Vec<Expr>, Expr, Expr),
    /// Boolean: the joined edges form regions. One condition per edge tells whether it is joined;
    /// it is joined exactly if joined edges connect its ends. Each vertex has the number of
    /// vertices of its region, one operand per vertex.
    Regions(Arc<Graph>, Vec<Expr>, Vec<Expr>),
}

impl Node {
    /// Returns the operands, in order.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        self.operand_lists().into_iter().flatten()
    }

    /// Returns mutable references to the operands, in order.
    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.operand_lists_mut().into_iter().flatten()
    }

    /// Returns the same operation on other operands, in the order of [`Node::children`].
    ///
    /// # Panics
    ///
    /// Panics if there are too few operands.
    #[must_use]
    pub fn with_operands(&self, operands: impl IntoIterator<Item = Expr>) -> Self {
        let mut node = self.clone();
        let mut operands = operands.into_iter();
        for operand in node.children_mut() {
            *operand = operands.next().expect("as many operands as the operation has");
        }
        node
    }

    /// Returns whether both nodes have the same operation and the same number of operands in each
    /// field.
    pub(crate) fn same_operation(&self, other: &Self) -> bool {
        if let (Self::Var(a), Self::Var(b)) = (self, other) {
            return a == b;
        }
        let same = |(a, b): (Part<'_>, Part<'_>)| match (a, b) {
            (Part::Expr(_), Part::Expr(_)) => true,
            (Part::Operands(a), Part::Operands(b)) | (Part::List(a), Part::List(b)) => {
                a.len() == b.len()
            }
            (Part::Constant(a), Part::Constant(b)) => a == b,
            _ => false,
        };
        self.name() == other.name() && self.parts().into_iter().zip(other.parts()).all(same)
    }

    /// Returns whether this is a global or graph constraint.
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.kind() == Kind::Constraint
    }

    /// Returns whether the value is always 0 or 1, independent of the operands.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        self.kind() != Kind::Integer
    }
}
