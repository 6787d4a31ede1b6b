//! Tests of the compiler through its public interface.

mod compiled;
mod global;
mod limits;
mod magnitude;
mod matrix;
mod narrow;
