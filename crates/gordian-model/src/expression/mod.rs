//! Expressions: shared trees ([`Expr`]) of operations ([`Node`]), and the table of all operations.
//!
//! The three define each other: a node has expressions as operands, and an expression finds its
//! operands by the row of its operation in the table.

mod expr;
mod node;
pub(crate) mod operation;

pub use expr::Expr;
pub(crate) use expr::{all_equal, post_order};
pub use node::{Comparison, Node};
