//! Tests of the linearisation through its public interface.

mod files;
mod global;
mod magnitude;
mod point_search;
mod points;
