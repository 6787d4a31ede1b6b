//! Gordian's readers against mutated inputs, on stable Rust.
//!
//! ```text
//! files of the repository ─► Corpus ─► Mutator ─► wrapping ─► Target ─► checks
//!                            seeds,    (seed,     links,      a reader   writes, draws,
//!                            words     number)    checksums              reads again
//! ```
//!
//! Each reader of the project is a [`Target`]. Its inputs are made from the files that the repository
//! has already, by mutations that know what texts look like; input number *n* of a target under a
//! seed is always the same. Targets run in processes of their own ([`worker`]) with limited memory, so
//! that [`supervisor`] also reports what no process survives: aborts, stack overflows, hangs.
//!
//! # How to add a target
//!
//! Write a [`Target`] in a module of `targets/` and name it in [`targets::ALL`]: where its seeds come
//! from, and a function that reads the input, asserts what must hold and panics where it does not.

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
pub use run::{Fault, try_input};
pub use targets::{Target, Verdict};
