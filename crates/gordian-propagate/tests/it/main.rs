//! Tests of the road by propagators through its public interface.

mod boards;
mod magnitude;
mod models;
