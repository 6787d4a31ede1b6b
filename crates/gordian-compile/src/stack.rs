//! Recursion over expressions of any depth.
//!
//! What one part of a model becomes depends on how it is used, so its nodes are encoded from the top
//! down, each by a function that calls itself for the operands. Models written by programs nest tens
//! of thousands of operations, and library users call from threads with small stacks.

/// The stack is continued elsewhere when less than this is left, in bytes.
const RED_ZONE: usize = 128 * 1024;

/// Size of each further piece of stack, in bytes.
const PIECE: usize = 4 * 1024 * 1024;

/// Calls a function that may call itself at the end of a long chain of calls.
pub(crate) fn ensure_sufficient<T>(function: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, PIECE, function)
}
