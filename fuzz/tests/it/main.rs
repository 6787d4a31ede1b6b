//! Tests of the fuzzer: inputs are reproducible, and every failure is reported.

mod failures;
mod inputs;
