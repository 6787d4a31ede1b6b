//! Tests of the compiler through its public interface.

mod compiled;
mod global;
mod ilp;
mod ilp_files;
mod integer_points;
mod magnitude;
mod matrix;
mod narrow;
