//! The intermediate form: a hash-consed graph of few operations, simplified as it is built.
//!
//! A model's expressions become *views* and *truths* over nodes:
//!
//! - a [`IntRef`] is `factor · node + offset`: shifted, scaled and negated integers are not nodes of
//!   their own, so `x + 3`, `-x` and `2x` share the literals of `x`;
//! - a [`BoolRef`] is a node or its negation: a conjunction is a negated disjunction of negations,
//!   so there is one operation for both;
//! - comparisons with constants are stated on a node itself: `2x + 1 ≤ 8` is `x ≤ 3`, `x mod 3 = 1`
//!   is a set of values of `x`. Whatever can be said about the literals of a smaller node is said
//!   about that node, and so naive formulas meet on the same few literals.
//!
//! *Invariants*: children come before parents; equal operations are one node; every node knows its
//! domain, a superset of the values it can take; a comparison that its node's domain decides is the
//! constant truth.

#![deny(clippy::arithmetic_side_effects)]

mod arena;
mod binary;
mod boolean;
mod domain;
mod list;
mod lower;
mod ops;
mod sum;
mod unary;

pub(crate) use arena::{Arena, ExclusiveGroup};
pub(crate) use domain::NodeDomain;
pub(crate) use lower::{LoweredModel, RootConstraint, lower};
pub(crate) use ops::{Binary, BoolRef, IntRef, NodeId, Op, Unary, apply_binary, apply_unary};

/// Largest domain that is kept as a list of values and encoded value by value; larger ones are
/// ranges, encoded as binary numbers.
pub(crate) const MAX_VALUES: usize = 1024;

/// Largest number of operand pairs that an operation is tabulated over.
pub(crate) const MAX_PAIRS: usize = 1 << 17;
