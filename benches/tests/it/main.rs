//! Tests of the models that the benchmarks compare.

mod flags;
