//! The operations of the intermediate form, and references to nodes.

use std::rc::Rc;
use std::sync::Arc;

use gordian_core::index;
use gordian_model::{Graph, VarId};

use crate::lazy::GraphKind;
use crate::wide::{add, mul};

index! {
    /// A node of the intermediate form.
    pub struct NodeId;
}

impl NodeId {
    /// The Boolean constant true.
    pub(crate) const TRUE: Self = Self(0);
}

/// A Boolean: a node or its negation.
///
/// *Layout*: twice the index of the node, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoolRef(u32);

impl BoolRef {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    pub(crate) fn new(node: NodeId) -> Self {
        Self(node.0 << 1)
    }

    pub(crate) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Returns the node.
    #[must_use]
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Returns whether this is the negation of the node.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns this Boolean, negated if `negate` is set.
    pub(crate) fn negate_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for BoolRef {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// An affine view of an integer node: `factor · node + offset`. A constant has factor 0 and refers
/// to [`Op::True`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntRef {
    /// The node.
    pub node: NodeId,
    /// What the value of the node is multiplied by.
    pub factor: i64,
    /// What is added to the product.
    pub offset: i64,
}

impl IntRef {
    pub(crate) fn constant(value: i64) -> Self {
        Self { node: NodeId::TRUE, factor: 0, offset: value }
    }

    pub(crate) fn of(node: NodeId) -> Self {
        Self { node, factor: 1, offset: 0 }
    }

    /// Returns the value if the view is a constant.
    #[must_use]
    pub fn as_constant(self) -> Option<i64> {
        (self.factor == 0).then_some(self.offset)
    }

    /// Returns the value of the view for a value of its node.
    pub(crate) fn apply(self, value: i64) -> i64 {
        add(mul(self.factor, value), self.offset)
    }
}

/// Operations on one integer operand, with constant parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// Euclidean quotient by a constant.
    DivConst(i64),
    /// Euclidean remainder by a constant.
    RemConst(i64),
    /// The absolute value.
    Abs,
    /// The product of the integers from 1 to the operand; undefined if the operand is negative.
    Factorial,
    /// A constant raised to the operand.
    ConstPow(i64),
    /// The operand raised to a constant.
    PowConst(i64),
    /// The greatest common divisor of the operand and a constant.
    GcdConst(i64),
    /// The largest power of this base that divides the operand.
    LargestPowerDivisor(i64),
    /// The largest power of this base that is at most the operand; 0 if there is none.
    FloorPower(i64),
    /// The Euclidean quotient of a constant by the operand.
    ConstDiv(i64),
    /// The Euclidean remainder of a constant by the operand.
    ConstRem(i64),
    /// Maps each value of the operand to a result. The list is sorted by operand and covers the
    /// operand's domain. Every other operation on a small domain becomes such a table.
    Table(Rc<[(i64, i64)]>),
}

/// Operations on two integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// The product.
    Mul,
    /// The Euclidean quotient.
    Div,
    /// The Euclidean remainder.
    Rem,
    /// The power.
    Pow,
    /// The greatest common divisor.
    Gcd,
}

/// A graph constraint on conditions, and on integers for the sizes of regions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GraphOp {
    pub(crate) kind: GraphKind,
    pub(crate) graph: Arc<Graph>,
    pub(crate) conditions: Vec<BoolRef>,
    pub(crate) sizes: Vec<IntRef>,
}

impl GraphOp {
    /// Returns the name of the operation in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

/// The operation of a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// The Boolean constant true.
    True,
    /// A variable of the model.
    Var(VarId),
    /// 1 if the Boolean node holds, otherwise 0.
    BoolToInt(NodeId),
    /// `Σ coefficient · node`: two or more terms in ascending order of nodes. The coefficients are
    /// not zero and have no common divisor; the first is positive.
    Sum(Rc<[(NodeId, i64)]>),
    /// The value of the condition that holds. Exactly one of the conditions holds.
    Select(Rc<[(BoolRef, i64)]>),
    /// An operation on one integer.
    Unary(Unary, IntRef),
    /// An operation on two integers.
    Binary(Binary, IntRef, IntRef),
    /// The minimum of two or more operands.
    Min(Rc<[IntRef]>),
    /// The first integer if the condition holds, otherwise the second.
    If(BoolRef, IntRef, IntRef),
    /// The element of a list at a zero-based index.
    Element(Rc<[IntRef]>, IntRef),
    /// The element at this zero-based position of the sorted list.
    NthSmallest(Rc<[IntRef]>, usize),

    // Boolean operations.
    /// The disjunction of two or more conditions.
    Or(Rc<[BoolRef]>),
    /// Exactly one of two nodes holds.
    Xor(NodeId, NodeId),
    /// The node has this value.
    Eq(NodeId, i64),
    /// The node is at most this value.
    Le(NodeId, i64),
    /// Three or more views are pairwise different.
    AllDifferent(Rc<[IntRef]>),
    /// The views equal one of two or more rows.
    Table(Rc<[IntRef]>, Rc<Vec<Vec<i64>>>),
    /// The operation is defined for these operands.
    Defined(Binary, IntRef, IntRef),
    /// Two views are equal; their difference does not fit 64 bits. See [`Op::LeViews`].
    EqViews(IntRef, IntRef),
    /// The first view is at most the second; their difference does not fit 64 bits. All other
    /// comparisons compare the difference with a constant.
    LeViews(IntRef, IntRef),
    /// A graph constraint, which is added lazily.
    Graph(Rc<GraphOp>),
}

impl Op {
    /// Returns the length of the operand list, or 0 for operations without one.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Or(list) => list.len(),
            Self::Sum(list) => list.len(),
            Self::Select(list) => list.len(),
            Self::Unary(Unary::Table(list), _) => list.len(),
            Self::Min(list)
            | Self::NthSmallest(list, _)
            | Self::AllDifferent(list)
            | Self::Element(list, _) => list.len(),
            Self::Table(list, rows) => list.len().saturating_mul(rows.len()),
            Self::Graph(op) => op.conditions.len().saturating_add(op.sizes.len()),
            Self::True
            | Self::Var(_)
            | Self::BoolToInt(_)
            | Self::Unary(..)
            | Self::Binary(..)
            | Self::If(..)
            | Self::Xor(..)
            | Self::Eq(..)
            | Self::Le(..)
            | Self::Defined(..)
            | Self::EqViews(..)
            | Self::LeViews(..) => 0,
        }
    }

    /// Returns whether the value is a condition.
    pub(crate) fn is_boolean(&self) -> bool {
        match self {
            Self::True
            | Self::Or(_)
            | Self::Xor(..)
            | Self::Eq(..)
            | Self::Le(..)
            | Self::AllDifferent(_)
            | Self::Table(..)
            | Self::Defined(..)
            | Self::EqViews(..)
            | Self::LeViews(..)
            | Self::Graph(_) => true,
            Self::Var(_)
            | Self::BoolToInt(_)
            | Self::Sum(_)
            | Self::Select(_)
            | Self::Unary(..)
            | Self::Binary(..)
            | Self::Min(_)
            | Self::If(..)
            | Self::Element(..)
            | Self::NthSmallest(..) => false,
        }
    }

    /// Calls `visit` on every child node.
    pub fn for_each_child(&self, mut visit: impl FnMut(NodeId)) {
        let mut view = |v: &IntRef| {
            if v.factor != 0 {
                visit(v.node);
            }
        };
        match self {
            Self::True | Self::Var(_) => {}
            Self::BoolToInt(node) | Self::Eq(node, _) | Self::Le(node, _) => visit(*node),
            Self::Sum(terms) => terms.iter().for_each(|(node, _)| visit(*node)),
            Self::Select(members) => {
                members.iter().for_each(|(condition, _)| visit(condition.node()))
            }
            Self::Unary(_, a) => view(a),
            Self::Binary(_, a, b)
            | Self::Defined(_, a, b)
            | Self::EqViews(a, b)
            | Self::LeViews(a, b) => {
                view(a);
                view(b);
            }
            Self::Min(list)
            | Self::NthSmallest(list, _)
            | Self::AllDifferent(list)
            | Self::Table(list, _) => list.iter().for_each(view),
            Self::If(condition, a, b) => {
                view(a);
                view(b);
                visit(condition.node());
            }
            Self::Element(list, index) => {
                list.iter().for_each(&mut view);
                view(index);
            }
            Self::Graph(op) => {
                op.sizes.iter().for_each(view);
                op.conditions.iter().for_each(|condition| visit(condition.node()));
            }
            Self::Or(list) => list.iter().for_each(|condition| visit(condition.node())),
            Self::Xor(a, b) => {
                visit(*a);
                visit(*b);
            }
        }
    }
}

/// Returns the value of a unary operation, or `None` if it is undefined or does not fit 64 bits.
#[must_use]
pub fn apply_unary(op: &Unary, x: i64) -> Option<i64> {
    match op {
        Unary::DivConst(k) => x.checked_div_euclid(*k),
        Unary::RemConst(k) => apply_binary(Binary::Rem, x, *k),
        Unary::Abs => x.checked_abs(),
        Unary::Factorial => {
            if x < 0 {
                return None;
            }
            (1..=x).try_fold(1_i64, i64::checked_mul)
        }
        Unary::ConstPow(base) => apply_binary(Binary::Pow, *base, x),
        Unary::PowConst(exponent) => apply_binary(Binary::Pow, x, *exponent),
        Unary::GcdConst(k) => apply_binary(Binary::Gcd, x, *k),
        Unary::LargestPowerDivisor(base) => {
            if *base < 2 || x == 0 {
                return None;
            }
            let (magnitude, base) = (x.unsigned_abs(), base.unsigned_abs());
            let mut power = 1_u64;
            while let Some(next) = power.checked_mul(base)
                && magnitude.checked_rem(next) == Some(0)
            {
                power = next;
            }
            i64::try_from(power).ok()
        }
        Unary::FloorPower(base) => {
            if *base < 2 {
                return None;
            }
            let mut power = i64::from(x >= 1);
            while let Some(next) = power.checked_mul(*base).filter(|&next| 0 < next && next <= x) {
                power = next;
            }
            Some(power)
        }
        Unary::ConstDiv(dividend) => apply_binary(Binary::Div, *dividend, x),
        Unary::ConstRem(dividend) => apply_binary(Binary::Rem, *dividend, x),
        Unary::Table(list) => {
            list.binary_search_by_key(&x, |entry| entry.0).ok().map(|position| list[position].1)
        }
    }
}

/// Returns the value of a binary operation, or `None` if it is undefined or does not fit 64 bits.
#[must_use]
pub fn apply_binary(op: Binary, a: i64, b: i64) -> Option<i64> {
    match op {
        Binary::Mul => a.checked_mul(b),
        Binary::Div => a.checked_div_euclid(b),
        Binary::Rem if b == 0 => None,
        // The quotient of -2^63 and -1 does not fit 64 bits, but the remainder does.
        Binary::Rem => Some(a.checked_rem_euclid(b).unwrap_or(0)),
        Binary::Pow => match (a, u32::try_from(b)) {
            _ if b < 0 => None,
            (_, _) if b == 0 => Some(1),
            (0 | 1, _) => Some(a),
            (-1, _) => Some(if b & 1 == 0 { 1 } else { -1 }),
            (_, Ok(exponent)) => a.checked_pow(exponent),
            (_, Err(_)) => None,
        },
        Binary::Gcd => {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while let Some(rest) = a.checked_rem(b) {
                (a, b) = (b, rest);
            }
            i64::try_from(a).ok()
        }
    }
}
