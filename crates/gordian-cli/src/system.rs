//! Resources of the operating system: the cache directory and memory.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

use crate::env;

/// Assumed memory where the system does not report any: 8 GiB.
const ASSUMED_MEMORY: u64 = 8 << 30;

/// Returns the directory in which tables are cached, in this order of precedence: `arg`, the environment
/// variable `GORDIAN_CACHE`, `gordian` in the system's cache directory.
///
/// Returns `None` if there is no such directory. The directory need not exist.
pub(crate) fn cache_directory(arg: Option<&Path>) -> Option<PathBuf> {
    let system = || Some(choose_native_strategy().ok()?.cache_dir().join("gordian"));
    arg.map(Path::to_owned).or_else(env::cache).or_else(system)
}

/// Returns the directory in which the program keeps its data, or `None` if the system has none.
///
/// The directory need not exist.
pub(crate) fn data_directory() -> Option<PathBuf> {
    Some(choose_native_strategy().ok()?.data_dir().join("gordian"))
}

/// Returns the home directory of the user, if it is known.
pub(crate) fn home_directory() -> Option<PathBuf> {
    etcetera::home_dir().ok()
}

/// Returns the memory that this process may use, in bytes.
///
/// On Linux this is the memory of the machine or the limit of the process's control group, whichever is
/// less. Elsewhere it is 8 GiB.
pub(crate) fn available_memory() -> u64 {
    let read = |path| fs_err::read_to_string(path).ok();
    let total = read("/proc/meminfo").and_then(|text| parse_total_memory(&text));
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    [total, allowed].into_iter().flatten().min().unwrap_or(ASSUMED_MEMORY)
}

/// Returns the total memory given by the text of `/proc/meminfo`, in bytes.
fn parse_total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the peak memory use of this process, in bytes, or `None` if the system does not report it.
#[cfg(unix)]
pub(crate) fn peak_memory() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};

    /// Linux counts in kilobytes, macOS in bytes.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss();
    u64::try_from(peak).ok().map(|peak| peak * UNIT)
}

/// Returns the peak memory use of this process, in bytes, or `None` if the system does not report it.
#[cfg(not(unix))]
pub(crate) fn peak_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_memory_is_parsed_from_meminfo() {
        let text = "MemTotal:       24689764 kB\nMemFree:        19034228 kB\n";
        assert_eq!(parse_total_memory(text), Some(24_689_764 * 1024));
        assert_eq!(parse_total_memory("MemFree:  1 kB\n"), None);
        assert_eq!(parse_total_memory("MemTotal: much\n"), None);
        assert!(available_memory() > 1 << 20);
    }

    #[test]
    #[cfg(unix)]
    fn peak_memory_is_at_least_a_megabyte() {
        assert!(peak_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
