//! Tests of the crate from outside.
