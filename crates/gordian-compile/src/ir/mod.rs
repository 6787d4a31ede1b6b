//! The intermediate form: a hash-consed graph of a few operations, simplified as it is built.
//!
//! The expressions of a model become references to nodes:
//!
//! - an [`IntRef`] is an affine view `factor · node + offset`. Shifted, scaled and negated integers
//!   are not separate nodes, so `x + 3`, `-x` and `2x` share the literals of `x`;
//! - a [`BoolRef`] is a node or its negation. A conjunction is a negated disjunction of negations,
//!   so one operation covers both;
//! - a comparison with a constant is rewritten to a comparison of the smallest possible node:
//!   `2x + 1 ≤ 8` becomes `x ≤ 3`, and `x mod 3 = 1` becomes a set of values of `x`. Differently
//!   written formulas about `x` therefore share the same literals.
//!
//! *Invariants*: children precede parents; equal operations are one node; every node has a domain,
//! a superset of the values it can take; a comparison that is decided by the domain of its node is
//! the constant true or false.

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

pub(crate) use arena::Arena;
pub use arena::ExclusiveGroup;
pub use domain::NodeDomain;
pub use lower::RootConstraint;
pub(crate) use lower::{LoweredModel, lower};
pub use ops::{Binary, BoolRef, GraphOp, IntRef, NodeId, Op, Unary, apply_binary, apply_unary};

/// Largest domain that is kept as a list of values and encoded value by value. Larger domains are
/// ranges and are encoded as binary numbers.
pub(crate) const MAX_VALUES: usize = 1024;

/// Largest number of operand pairs for which an operation is tabulated.
pub(crate) const MAX_PAIRS: usize = 1 << 17;
