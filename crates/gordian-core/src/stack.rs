//! Recursion over expressions of any depth.
//!
//! Generated models nest tens of thousands of operations, and callers of the library may run on
//! threads with small stacks. Functions that call themselves for the operands of an expression
//! therefore extend the stack.

/// A new stack segment is allocated if less than this remains, in bytes.
const RED_ZONE_BYTES: usize = 128 * 1024;

/// Size of a new stack segment, in bytes.
const SEGMENT_BYTES: usize = 4 * 1024 * 1024;

/// Calls a recursive function with enough stack, allocating a new segment if necessary.
pub fn ensure_sufficient<T>(function: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTES, SEGMENT_BYTES, function)
}
