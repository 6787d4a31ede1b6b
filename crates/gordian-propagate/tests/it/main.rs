//! Tests of the road by propagators through its public interface.

mod magnitude;
mod models;
