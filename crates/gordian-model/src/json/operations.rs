//! The operations by name: what reading and writing agree on.

use crate::{Comparison, Expr, Node};

/// An operation as it is written.
pub(super) struct Operation {
    /// The name that is written, the one of [`Node::name`] (but `sub`, a sum of two).
    pub(super) name: &'static str,
    /// A sign that is read as well.
    pub(super) sign: Option<&'static str>,
    pub(super) form: Form,
}

/// What follows the name, and the operation it makes.
#[derive(Clone, Copy)]
pub(super) enum Form {
    One(fn(Expr) -> Node),
    Two(fn(Expr, Expr) -> Node),
    Three(fn(Expr, Expr, Expr) -> Node),
    /// Any number of operands, but no fewer than `least`.
    Many {
        least: usize,
        make: fn(Vec<Expr>) -> Node,
    },
    Compare(Comparison),
    /// A number and a base.
    Power(fn(Expr, i64) -> Node),
    /// A list and an index.
    Element,
    /// A list and a place.
    NthSmallest,
    /// A number and a set.
    InSet,
    /// A list and rows.
    Table,
}

impl Form {
    /// Returns whether the operation can have this many operands.
    pub(super) fn takes(self, n_operands: usize) -> bool {
        match self {
            Self::Many { least, .. } => n_operands >= least,
            Self::One(_) => n_operands == 1,
            Self::Three(_) => n_operands == 3,
            _ => n_operands == 2,
        }
    }

    /// Returns what the operation needs, for messages.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Self::One(_) => "one operand",
            Self::Two(_) | Self::Compare(_) => "two operands",
            Self::Three(_) => "three operands",
            Self::Many { .. } => "at least one operand",
            Self::Power(_) => "a number and a base",
            Self::Element => "a list and an index",
            Self::NthSmallest => "a list and a place",
            Self::InSet => "a number and a set",
            Self::Table => "a list and its rows",
        }
    }
}

const fn many(make: fn(Vec<Expr>) -> Node) -> Form {
    Form::Many { least: 0, make }
}

const fn named(name: &'static str, form: Form) -> Operation {
    Operation { name, sign: None, form }
}

const fn signed(name: &'static str, sign: &'static str, form: Form) -> Operation {
    Operation { name, sign: Some(sign), form }
}

/// Every operation, each once.
pub(super) static OPERATIONS: [Operation; 35] = [
    signed("add", "+", many(Node::Add)),
    signed("sub", "-", Form::Two(|a, b| Node::Add(vec![a, -b]))),
    signed("neg", "-", Form::One(Node::Neg)),
    signed("mul", "*", many(Node::Mul)),
    named("div", Form::Two(Node::Div)),
    named("rem", Form::Two(Node::Rem)),
    named("pow", Form::Two(Node::Pow)),
    named("factorial", Form::One(Node::Factorial)),
    named("gcd", many(Node::Gcd)),
    named("greatest_power_dividing", Form::Power(Node::GreatestPowerDividing)),
    named("greatest_power_not_above", Form::Power(Node::GreatestPowerNotAbove)),
    named("abs", Form::One(Node::Abs)),
    named("min", Form::Many { least: 1, make: Node::Min }),
    named("max", Form::Many { least: 1, make: Node::Max }),
    signed("eq", "=", Form::Compare(Comparison::Eq)),
    signed("ne", "!=", Form::Compare(Comparison::Ne)),
    signed("lt", "<", Form::Compare(Comparison::Lt)),
    signed("le", "<=", Form::Compare(Comparison::Le)),
    signed("gt", ">", Form::Compare(Comparison::Gt)),
    signed("ge", ">=", Form::Compare(Comparison::Ge)),
    named("not", Form::One(Node::Not)),
    named("and", many(Node::And)),
    named("or", many(Node::Or)),
    named("xor", many(Node::Xor)),
    named("implies", Form::Two(Node::Implies)),
    named("iff", Form::Two(Node::Iff)),
    named("if", Form::Three(Node::If)),
    named("element", Form::Element),
    named("nth_smallest", Form::NthSmallest),
    named("distinct_count", many(Node::DistinctCount)),
    named("all_different", many(Node::AllDifferent)),
    named("in", Form::InSet),
    named("table", Form::Table),
    named("sos1", many(Node::Sos1)),
    named("sos2", many(Node::Sos2)),
];
