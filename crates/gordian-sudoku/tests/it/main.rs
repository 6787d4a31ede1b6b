//! Tests of the crate from outside.

mod batch;
mod formats;
mod general;
mod stream;
mod support;
mod tasks;
