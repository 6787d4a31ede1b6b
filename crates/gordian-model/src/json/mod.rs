//! Models and assignments as JSON text.
//!
//! The format is for people and scripts, so reading is strict and its complaints are exact: every
//! one carries the line and column of the value at fault. That decides how it is read. `serde_json`
//! judges the syntax; then [`tree`] cuts the text into values that remember where they stand; then
//! [`read`] makes the model in the order it needs (variables, shared expressions, constraints),
//! whatever the order in the text. [`operations`] is the one table of operation names that reading
//! and writing agree on.
//!
//! Nothing here recurses along a text, so that none can exhaust the stack. What uses a model may
//! recurse: expressions deeper than [`MAX_DEPTH`] are refused.
//!
//! To add an operation: a line in [`operations`], a line in [`Node::name`](crate::Node::name), and
//! for operands that are no expressions an arm in [`read`] and [`write`].

mod assignment;
mod error;
mod expression;
mod operations;
mod read;
mod tree;
mod write;

pub use error::{JsonError, JsonErrorKind};

/// Number that a document must give as its `schema`.
const SCHEMA: i64 = 1;

/// Greatest number of operations on a path from a constraint to a variable.
const MAX_DEPTH: usize = 1000;
