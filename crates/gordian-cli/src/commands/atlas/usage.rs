//! What the process has used so far.

/// Returns the most memory that the process ever had, in bytes, if the system says.
#[cfg(unix)]
pub(super) fn peak_memory() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};

    /// Linux counts in kilobytes, macOS in bytes.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss();
    u64::try_from(peak).ok().map(|peak| peak * UNIT)
}

/// Returns the most memory that the process ever had, in bytes, if the system says.
#[cfg(not(unix))]
pub(super) fn peak_memory() -> Option<u64> {
    None
}

/// Returns an amount of memory in the unit that suits it.
pub(super) fn told_bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_told_in_units() {
        let check = |bytes, expected| assert_eq!(told_bytes(bytes), expected);
        check(0, "0 bytes");
        check(1023, "1023 bytes");
        check(1024, "1.0 KiB");
        check(412_831_744, "393.7 MiB");
        check(3 << 29, "1.5 GiB");
    }

    #[test]
    #[cfg(unix)]
    fn a_process_uses_memory() {
        assert!(peak_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
