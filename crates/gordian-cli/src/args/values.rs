//! Values of arguments: names, numbers of threads, times and amounts of memory.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gordian::tables::Kernel;

/// The maximum number of threads. More bring no gain, and each holds the whole formula.
const MAX_THREADS: usize = 256;

/// Units of memory and their sizes in bytes.
const UNITS: [(&str, u64); 9] = [
    ("", 1),
    ("b", 1),
    ("kb", 1000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
];

/// Parses an amount of memory. Fractions of a byte are dropped.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "not an amount of memory such as `3GiB`, `800MB` or `800000000`".to_owned();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim_start().to_ascii_lowercase();
    let (_, unit) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || decimals.len() > 6 || number.ends_with('.') {
        return Err(wrong());
    }
    let scale = 10_u128.pow(u32::try_from(decimals.len()).map_err(|_| wrong())?);
    let digits: u128 = format!("{whole}{decimals}").parse().map_err(|_| wrong())?;
    let bytes = digits.checked_mul(u128::from(unit)).ok_or_else(wrong)? / scale;
    u64::try_from(bytes).map_err(|_| wrong())
}

/// Arguments about random positions and puzzles.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RandomArgs {
    /// The random seed; the same seed gives the same results [default: from the clock, and printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many to make
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) count: u64,
}

/// Returns a parser for a value that has a name; each possible value comes with its name and
/// its help, which may be empty.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let names = values.map(|(_, name, help)| match help {
        "" => PossibleValue::new(name),
        help => PossibleValue::new(name).help(help),
    });
    PossibleValuesParser::new(names).map(move |given| {
        let found = values.iter().find(|(_, name, _)| *name == given);
        found.expect("the name is one of the possible values").0
    })
}

/// Parses the name of a kernel.
pub(super) fn kernels() -> impl TypedValueParser<Value = Kernel> {
    one_of([
        (Kernel::Auto, "auto", "The fastest one that this machine can run"),
        (Kernel::Avx512, "avx512", "512-bit registers"),
        (Kernel::Avx2, "avx2", "256-bit registers"),
        (Kernel::Portable, "portable", "Any machine"),
    ])
}

/// Parses a number of threads.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let n = text.parse().ok().filter(|n: &NonZeroUsize| n.get() <= MAX_THREADS);
    n.ok_or_else(|| format!("not a number from 1 to {MAX_THREADS}"))
}

/// Parses a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.ok_or("not a number of seconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_have_units() {
        let check = |text, expected| assert_eq!(bytes(text).ok(), expected, "{text}");
        check("0", Some(0));
        check("1234", Some(1234));
        check("12 B", Some(12));
        check("800MB", Some(800_000_000));
        check("800 mb", Some(800_000_000));
        check("2GiB", Some(2 << 30));
        check("1.5gib", Some(3 << 29));
        check("0.001kB", Some(1));
        check("18446744073709551615", Some(u64::MAX));
        check("18446744073709551616", None);
        check("99999999999999999999999999999999999999999GiB", None);
        for wrong in ["", "GiB", "-1", "1e9", "2G", "1.GiB", ".5GiB", "1.2.3", "2 GiB 1"] {
            check(wrong, None);
        }
    }

    #[test]
    fn times_are_numbers_of_seconds() {
        let check = |text, millis| {
            assert_eq!(seconds(text).ok(), Option::map(millis, Duration::from_millis), "{text}");
        };
        check("1", Some(1000));
        check("0.25", Some(250));
        check("0", Some(0));
        check("-1", None);
        check("inf", None);
        check("NaN", None);
        check("1e30", None);
        check("1s", None);
    }

    #[test]
    fn thread_counts_are_between_1_and_256() {
        assert_eq!(threads("256").map(NonZeroUsize::get), Ok(256));
        assert!(threads("257").is_err());
        assert!(threads("0").is_err());
    }
}
