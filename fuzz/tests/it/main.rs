//! The fuzzer itself: the same inputs every time, and nothing that fails goes unseen.

mod failures;
mod inputs;
