//! What the tests of several crates share: how many random cases a sweep tries, and which ones.
//!
//! A sweep is a test over random cases. It tries the same few ones unless the environment says otherwise:
//!
//! - `GORDIAN_SWEEP_SEED` is a number below 2^32 (0 if it is not set); each is another sweep;
//! - `GORDIAN_SWEEP=whole` tries all cases of the sweep, not only a part.
//!
//! It is not part of the product: nothing but tests depends on it.

use std::ops::Range;

/// Seeds of a sweep never overlap those of another one.
const APART: u64 = 1 << 32;

/// Returns the seed of all sweeps of this run.
///
/// # Panics
///
/// If `GORDIAN_SWEEP_SEED` is not a number below 2^32.
pub fn seed() -> u64 {
    let Some(text) = variable("GORDIAN_SWEEP_SEED") else { return 0 };
    match text.parse::<u32>() {
        Ok(seed) => seed.into(),
        Err(_) => panic!("GORDIAN_SWEEP_SEED is not a number below 2^32: {text}"),
    }
}

/// Returns how many cases a sweep tries: a part of them, or the whole.
///
/// # Panics
///
/// If `GORDIAN_SWEEP` is set to anything but `whole`.
pub fn size(part: u64, whole: u64) -> u64 {
    match variable("GORDIAN_SWEEP").as_deref() {
        None => part,
        Some("whole") => whole,
        Some(other) => panic!("GORDIAN_SWEEP is `whole` or not set, not `{other}`"),
    }
}

/// Returns the seeds of the cases that a sweep tries: a part of them, or the whole.
///
/// # Panics
///
/// As [`seed`] and [`size`].
pub fn seeds(part: u64, whole: u64) -> Range<u64> {
    let first = seed() * APART;
    first..first + size(part, whole)
}

fn variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
    Some(value.into_string().unwrap_or_else(|value| panic!("{name} is no text: {value:?}")))
}
