//! The finders of all techniques, one module per technique or family.
//!
//! A finder searches a position and passes the steps of [`StepSink::technique`] to the sink.
//! Finders see the grid as houses, so they also work with irregular regions, diagonals and extra
//! groups where the technique does.
//!
//! [`StepSink::technique`]: crate::context::StepSink::technique

mod aligned;
mod als;
mod brute_force;
mod chains;
mod colouring;
mod exocet;
mod find;
mod fish;
mod forcing;
mod locked;
mod multi_sector;
mod remote_pairs;
mod single_digit;
mod singles;
mod subsets;
mod sue_de_coq;
mod templates;
mod uniqueness;
mod wings;

pub(crate) use find::find;
