//! Tests of the compiler through its public interface.

mod compiled;
mod global;
mod magnitude;
mod matrix;
mod narrow;
