//! The operations of expressions and their semantics.

use std::fmt;
use std::mem;
use std::sync::Arc;

use crate::{Domain, Expr, Graph, VarId};

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
/// Some operations have no value for some operands: division by zero, an array index out of range, a
/// negative exponent, a Boolean operation on a number other than 0 and 1, a result that does not fit
/// into 64 bits. An assignment for which *any* part of a constraint is undefined does not satisfy that
/// constraint, even if the part is in a branch of a conditional that is not taken, or in a disjunction
/// that holds because of another operand. To guard a division, guard its divisor
/// (`x / maximum(exprs![y, 1])`).
///
/// # Division and remainder
///
/// Both are Euclidean, as [`i64::div_euclid`] and [`i64::rem_euclid`]: the remainder is never negative
/// and `a == (a / b) * b + a % b`. For non-negative operands this equals the division of most
/// programming languages.
///
/// # Global and graph constraints
///
/// The operations from [`Node::GlobalCardinality`] on are conditions that are 0 or 1 for all values of their
/// operands: an index, a vertex or a list that does not fit makes them false, not undefined. Their arithmetic
/// is exact, also beyond 64 bits.
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
    /// Greatest power of the base that divides the number (`12, 2 → 4`); undefined for number 0, which
    /// every power divides, and for a base below 2.
    LargestPowerDivisor(Expr, i64),
    /// Greatest power of the base that is not above the number (`12, 2 → 8`); 0 for numbers below 1;
    /// undefined for a base below 2.
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
    /// The element at this zero-based index of the list sorted in ascending order; the index is less
    /// than the number of elements.
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
    /// Boolean: each of the last operands, the counts, is the number of items that have the corresponding one
    /// of the values, which are different. Items may have other values.
    GlobalCardinality(Vec<Expr>, Arc<Vec<i64>>, Vec<Expr>),
    /// Boolean: the two lists compare as given in lexicographic order; a proper prefix of a list is smaller.
    Lexicographic(Comparison, Vec<Expr>, Vec<Expr>),
    /// Boolean: the values are the zero-based successors of the positions, and lead through all positions in
    /// one cycle; 1 for an empty list.
    Circuit(Vec<Expr>),
    /// Boolean: the values are the zero-based successors of the positions. The positions that are not their
    /// own successors form one cycle, or all positions are their own successors.
    Subcircuit(Vec<Expr>),
    /// Boolean: the zero-based values of each list are the positions of the indices in the other list:
    /// `first[i]` is
    /// `j` exactly if `second[j]` is `i`, and all values are indices.
    Inverse(Vec<Expr>, Vec<Expr>),
    /// Boolean: at every time, the demands of the tasks with start ≤ time < start + duration add up to at
    /// most the capacity. False for a negative duration, demand or capacity.
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
    /// Boolean: the active vertices are connected by edges between them; 1 for less than two active vertices.
    /// One condition per vertex tells whether it is active.
    Connected(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form a connected graph; 1 for no active edge. One condition per edge tells
    /// whether it is active.
    ConnectedEdges(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form exactly one simple cycle. One condition per edge.
    SingleCycle(Arc<Graph>, Vec<Expr>),
    /// Boolean: the active edges form exactly one simple path between the two vertices with the given
    /// numbers; no edge is active if they are the same vertex. One condition per edge, then the two vertices.
    Path(Arc<Graph>, Vec<Expr>, Expr, Expr),
    /// Boolean: the joined edges form regions. One condition per edge tells whether it is joined; it is
    /// joined exactly if joined edges connect its ends. Each vertex has the number of vertices of its region,
    /// one operand per vertex.
    Regions(Arc<Graph>, Vec<Expr>, Vec<Expr>),
}

impl Node {
    /// Returns the operands, in order.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (lists, few): ([&[Expr]; 3], [Option<&Expr>; 3]) = match self {
            Self::Const(_) | Self::Var(_) => ([&[], &[], &[]], [None, None, None]),
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
            | Self::Sos2(list)
            | Self::Circuit(list)
            | Self::Subcircuit(list)
            | Self::Connected(_, list)
            | Self::ConnectedEdges(_, list)
            | Self::SingleCycle(_, list) => ([list, &[], &[]], [None, None, None]),
            Self::Neg(a)
            | Self::Factorial(a)
            | Self::LargestPowerDivisor(a, _)
            | Self::FloorPower(a, _)
            | Self::Abs(a)
            | Self::Not(a)
            | Self::InSet(a, _) => ([&[], &[], &[]], [Some(a), None, None]),
            Self::Div(a, b)
            | Self::Rem(a, b)
            | Self::Pow(a, b)
            | Self::Compare(_, a, b)
            | Self::Implies(a, b)
            | Self::Iff(a, b) => ([&[], &[], &[]], [Some(a), Some(b), None]),
            Self::If(a, b, c) => ([&[], &[], &[]], [Some(a), Some(b), Some(c)]),
            Self::Element(list, index) => ([list, &[], &[]], [Some(index), None, None]),
            Self::GlobalCardinality(first, _, second)
            | Self::Lexicographic(_, first, second)
            | Self::Inverse(first, second)
            | Self::Disjunctive { starts: first, durations: second }
            | Self::Regions(_, first, second) => ([first, second, &[]], [None, None, None]),
            Self::Cumulative { starts, durations, demands, capacity } => {
                ([starts, durations, demands], [Some(capacity), None, None])
            }
            Self::Path(_, edges, from, to) => ([edges, &[], &[]], [Some(from), Some(to), None]),
        };
        lists.into_iter().flatten().chain(few.into_iter().flatten())
    }

    /// Returns mutable references to the operands, in order.
    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (lists, few): ([&mut [Expr]; 3], [Option<&mut Expr>; 3]) = match self {
            Self::Const(_) | Self::Var(_) => ([&mut [], &mut [], &mut []], [None, None, None]),
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
            | Self::Sos2(list)
            | Self::Circuit(list)
            | Self::Subcircuit(list)
            | Self::Connected(_, list)
            | Self::ConnectedEdges(_, list)
            | Self::SingleCycle(_, list) => ([list, &mut [], &mut []], [None, None, None]),
            Self::Neg(a)
            | Self::Factorial(a)
            | Self::LargestPowerDivisor(a, _)
            | Self::FloorPower(a, _)
            | Self::Abs(a)
            | Self::Not(a)
            | Self::InSet(a, _) => ([&mut [], &mut [], &mut []], [Some(a), None, None]),
            Self::Div(a, b)
            | Self::Rem(a, b)
            | Self::Pow(a, b)
            | Self::Compare(_, a, b)
            | Self::Implies(a, b)
            | Self::Iff(a, b) => ([&mut [], &mut [], &mut []], [Some(a), Some(b), None]),
            Self::If(a, b, c) => ([&mut [], &mut [], &mut []], [Some(a), Some(b), Some(c)]),
            Self::Element(list, index) => ([list, &mut [], &mut []], [Some(index), None, None]),
            Self::GlobalCardinality(first, _, second)
            | Self::Lexicographic(_, first, second)
            | Self::Inverse(first, second)
            | Self::Disjunctive { starts: first, durations: second }
            | Self::Regions(_, first, second) => ([first, second, &mut []], [None, None, None]),
            Self::Cumulative { starts, durations, demands, capacity } => {
                ([starts, durations, demands], [Some(capacity), None, None])
            }
            Self::Path(_, edges, from, to) => {
                ([edges, &mut [], &mut []], [Some(from), Some(to), None])
            }
        };
        lists.into_iter().flatten().chain(few.into_iter().flatten())
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

    /// Returns the name of the operation in JSON.
    ///
    /// Constants and variables, which JSON writes as numbers and names, have the names `const` and
    /// `var`.
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
            Self::GlobalCardinality(..) => "global_cardinality",
            Self::Lexicographic(Comparison::Eq, ..) => "lex_eq",
            Self::Lexicographic(Comparison::Ne, ..) => "lex_ne",
            Self::Lexicographic(Comparison::Lt, ..) => "lex_lt",
            Self::Lexicographic(Comparison::Le, ..) => "lex_le",
            Self::Lexicographic(Comparison::Gt, ..) => "lex_gt",
            Self::Lexicographic(Comparison::Ge, ..) => "lex_ge",
            Self::Circuit(_) => "circuit",
            Self::Subcircuit(_) => "subcircuit",
            Self::Inverse(..) => "inverse",
            Self::Cumulative { .. } => "cumulative",
            Self::Disjunctive { .. } => "disjunctive",
            Self::Connected(..) => "connected",
            Self::ConnectedEdges(..) => "connected_edges",
            Self::SingleCycle(..) => "single_cycle",
            Self::Path(..) => "path",
            Self::Regions(..) => "regions",
        }
    }

    /// Returns whether both nodes have the same operation and the same number of operands.
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
            (Self::GlobalCardinality(a, v, _), Self::GlobalCardinality(b, w, _)) => {
                a.len() == b.len() && v == w
            }
            (Self::Lexicographic(how, a, _), Self::Lexicographic(other_how, b, _)) => {
                how == other_how && a.len() == b.len()
            }
            (Self::Inverse(a, _), Self::Inverse(b, _))
            | (Self::Disjunctive { starts: a, .. }, Self::Disjunctive { starts: b, .. }) => {
                a.len() == b.len()
            }
            (
                Self::Cumulative { starts: a, durations: c, .. },
                Self::Cumulative { starts: b, durations: d, .. },
            ) => a.len() == b.len() && c.len() == d.len(),
            (Self::Connected(a, _), Self::Connected(b, _))
            | (Self::ConnectedEdges(a, _), Self::ConnectedEdges(b, _))
            | (Self::SingleCycle(a, _), Self::SingleCycle(b, _))
            | (Self::Path(a, ..), Self::Path(b, ..)) => a == b,
            (Self::Regions(a, c, _), Self::Regions(b, d, _)) => a == b && c.len() == d.len(),
            _ => mem::discriminant(self) == mem::discriminant(other),
        };
        same_content && self.children().count() == other.children().count()
    }

    /// Returns how many of the first operands must be conditions (0 or 1).
    #[must_use]
    pub fn n_conditions(&self) -> usize {
        match self {
            Self::Not(_) | Self::If(..) => 1,
            Self::Implies(..) | Self::Iff(..) => 2,
            Self::And(list)
            | Self::Or(list)
            | Self::Xor(list)
            | Self::Connected(_, list)
            | Self::ConnectedEdges(_, list)
            | Self::SingleCycle(_, list)
            | Self::Path(_, list, ..)
            | Self::Regions(_, list, _) => list.len(),
            _ => 0,
        }
    }

    /// Returns whether this is a global or graph constraint.
    #[must_use]
    pub fn is_global(&self) -> bool {
        matches!(
            self,
            Self::GlobalCardinality(..)
                | Self::Lexicographic(..)
                | Self::Circuit(_)
                | Self::Subcircuit(_)
                | Self::Inverse(..)
                | Self::Cumulative { .. }
                | Self::Disjunctive { .. }
                | Self::Connected(..)
                | Self::ConnectedEdges(..)
                | Self::SingleCycle(..)
                | Self::Path(..)
                | Self::Regions(..)
        )
    }

    /// Returns whether the value is always 0 or 1, independent of the operands.
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
            _ => self.is_global(),
        }
    }
}
