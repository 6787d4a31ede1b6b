//! Tests of the road by propagators through its public interface.

mod boards;
mod different_sums;
mod magnitude;
mod matrix;
mod models;
mod root;
mod strategy;
