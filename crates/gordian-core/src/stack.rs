//! Recursion over expressions of any depth.
//!
//! Generated models nest tens of thousands of operations, and callers of the library may run on
//! threads with small stacks. Functions that call themselves for the operands of an expression
//! therefore extend the stack.
//!
//! In WebAssembly the stack of calls belongs to the host, and cannot be extended: recursion that is
//! too deep ends the instance by a trap, never by overwriting memory. Documents nest at most as
//! deep as a reader of them allows.

/// A new stack segment is allocated if less than this remains, in bytes.
#[cfg(not(target_family = "wasm"))]
const RED_ZONE_BYTES: usize = 128 * 1024;

/// Size of a new stack segment, in bytes.
#[cfg(not(target_family = "wasm"))]
const SEGMENT_BYTES: usize = 4 * 1024 * 1024;

/// Calls a recursive function with enough stack, allocating a new segment if necessary.
#[cfg(not(target_family = "wasm"))]
pub fn ensure_sufficient<T>(function: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTES, SEGMENT_BYTES, function)
}

/// Calls a recursive function.
#[cfg(target_family = "wasm")]
pub fn ensure_sufficient<T>(function: impl FnOnce() -> T) -> T {
    function()
}
