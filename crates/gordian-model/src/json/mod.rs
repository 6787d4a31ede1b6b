//! Models and assignments as JSON text.
//!
//! The reader is strict, and every error has the line and column of the invalid value. It works in
//! three steps: `serde_json` checks the syntax; [`tree`] parses the text into values with
//! positions; [`read`] builds the model in the order variables, shared expressions, constraints,
//! whatever the order in the text. The table of operations is in
//! [`operation`](crate::expression::operation).
//!
//! No function recurses along the text, so no input can overflow the stack. Users of a model may
//! recurse, so expressions deeper than [`MAX_DEPTH`] are rejected.

mod assignment;
mod error;
mod expression;
mod read;
mod tree;
mod write;

pub use error::{JsonError, JsonErrorKind};
pub use read::JsonLimits;

/// The supported schema version.
const SCHEMA: i64 = 1;

/// The maximum number of operations on a path from a constraint to a variable.
const MAX_DEPTH: usize = 1000;
