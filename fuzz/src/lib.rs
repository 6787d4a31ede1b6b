//! Fuzzer of Gordian's parsers with mutated inputs, on stable Rust.
//!
//! ```text
//! files of the repository ─► Corpus ─► Mutator ─► wrapping ─► Target ─► checks
//!                            seeds,    (seed,     links,      a reader   writes, draws,
//!                            words     number)    checksums              reads again
//! ```
//!
//! Each parser of the project is a [`Target`]. Its inputs are mutations of files that the
//! repository already contains; the mutations know the structure of text. Input number *n* of a
//! target under a seed is always the same. Targets run in separate processes ([`worker`]) with
//! limited memory, so that [`supervisor`] also reports failures that end the process: aborts, stack
//! overflows, hangs.
//!
//! # How to add a target
//!
//! Write a [`Target`] in a module of `targets/` and add it to [`targets::ALL`]: where its seeds
//! come from, and a function that parses the input and panics if an invariant is violated.

pub mod args;
pub mod corpus;
pub mod mutate;
mod pack;
pub mod report;
pub mod run;
pub mod supervisor;
pub mod targets;
pub mod worker;

pub use corpus::{Corpus, Seed, Wrap};
pub use mutate::Mutator;
pub use run::{Panic, try_input};
pub use targets::{Target, Verdict};
