//! Integration tests of the crate.

mod batch;
mod estimate;
mod formats;
mod general;
mod learn;
mod parallel;
mod pasted;
mod penpa;
mod single;
mod stream;
mod support;
mod tasks;
