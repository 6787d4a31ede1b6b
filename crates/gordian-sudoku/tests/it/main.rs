//! Tests of the crate from outside.

mod batch;
mod formats;
mod general;
mod support;
mod tasks;
