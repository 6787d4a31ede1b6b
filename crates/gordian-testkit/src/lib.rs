//! The number and the seeds of the random cases that tests of several crates run, random models
//! ([`random_model`], [`planted_model`], [`mixed_model`], [`board_model`], [`structured_model`]),
//! and known numbers of positions ([`square1_levels`]).
//!
//! A sweep is a test over random cases. By default it runs the same few cases. The environment
//! selects others:
//!
//! - `GORDIAN_SWEEP_SEED` is a number below 2^32 (0 if it is not set); each number selects other
//!   cases;
//! - `GORDIAN_SWEEP=whole` runs all cases of the sweep instead of a part.
//!
//! Some lists of cases that take long are dealt over the days of a week ([`deal`]).
//!
//! Tests that write many small files do so in memory, where the system has a folder for that
//! ([`folder`]).
//!
//! Only tests and benchmarks depend on this crate.

pub mod board_model;
pub mod mixed_model;
pub mod planted_model;
pub mod random_model;
pub mod square1_levels;
pub mod structured_model;

use std::ops::Range;
use std::path::Path;

use tempfile::TempDir;

/// The distance between the first seeds of two sweeps, so that their seeds never overlap.
const SEEDS_PER_SWEEP: u64 = 1 << 32;

/// Returns the seed of all sweeps of this test run.
///
/// # Panics
///
/// Panics if `GORDIAN_SWEEP_SEED` is not a number below 2^32.
pub fn seed() -> u64 {
    let Some(text) = environment_variable("GORDIAN_SWEEP_SEED") else { return 0 };
    match text.parse::<u32>() {
        Ok(seed) => seed.into(),
        Err(_) => panic!("invalid GORDIAN_SWEEP_SEED `{text}`: expected a number below 2^32"),
    }
}

/// Returns a new folder, removed when it is dropped: in memory on Linux, because a disk needs
/// seconds to replace thousands of small files.
///
/// # Panics
///
/// Panics if the folder cannot be created.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a folder can be created")
}

/// Returns the number of cases that a sweep runs: `part` by default, or `whole`.
///
/// # Panics
///
/// Panics if `GORDIAN_SWEEP` is set to a value other than `whole`.
pub fn size(part: u64, whole: u64) -> u64 {
    match environment_variable("GORDIAN_SWEEP").as_deref() {
        None => part,
        Some("whole") => whole,
        Some(other) => panic!("invalid GORDIAN_SWEEP `{other}`: expected `whole`"),
    }
}

/// Returns the seeds of the cases that a sweep runs: `part` of them by default, or `whole`.
///
/// # Panics
///
/// Panics where [`seed`] or [`size`] panics.
pub fn seeds(part: u64, whole: u64) -> Range<u64> {
    let first = seed() * SEEDS_PER_SWEEP;
    first..first + size(part, whole)
}

/// Returns the cases of a list that this run tries: all of them, or a seventh if `GORDIAN_PART` is
/// a number from 1 to 7. Over the seven parts, each case is tried once.
///
/// # Panics
///
/// Panics if `GORDIAN_PART` is set to anything else.
pub fn deal<T>(cases: &[T]) -> impl Iterator<Item = &T> {
    let part = environment_variable("GORDIAN_PART").map(|text| match text.parse::<usize>() {
        Ok(part @ 1..=7) => part - 1,
        _ => panic!("invalid GORDIAN_PART `{text}`: expected a number from 1 to 7"),
    });
    let is_chosen = move |at: usize| part.is_none_or(|part| at % 7 == part);
    cases.iter().enumerate().filter(move |(at, _)| is_chosen(*at)).map(|(_, case)| case)
}

fn environment_variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
    Some(value.into_string().unwrap_or_else(|value| panic!("{name} is not valid UTF-8: {value:?}")))
}
