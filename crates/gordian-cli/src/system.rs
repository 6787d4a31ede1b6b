//! Resources of the operating system: the cache directory and memory.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};

use crate::env;

/// Assumed memory where the system does not report any: 8 GiB.
const ASSUMED_MEMORY: u64 = 8 << 30;

/// Returns the directory in which tables are cached, in this order of precedence: `arg`, the
/// environment variable `GORDIAN_CACHE`, `gordian` in the system's cache directory.
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
/// On Linux this is the memory of the machine or the least limit of the control groups that contain
/// the process (such as `MemoryMax` of a systemd unit), whichever is less. Elsewhere it is 8 GiB.
pub(crate) fn available_memory() -> u64 {
    let read = |path: &str| fs_err::read_to_string(path).ok();
    let total = read("/proc/meminfo").and_then(|text| parse_total_memory(&text));
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let limits =
        limit_files(&groups).into_iter().filter_map(|path| read(&path)?.trim().parse().ok());
    total.into_iter().chain(limits).min().unwrap_or(ASSUMED_MEMORY)
}

/// Returns the files with memory limits of the control groups in the text of `/proc/self/cgroup`:
/// of each group and of all that contain it, in the hierarchy of version 2 and in that of
/// version 1. In a container the paths may be those of the host, but the group itself is at the root.
fn limit_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|it| it == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        for group in Path::new(path).ancestors() {
            let group = group.to_string_lossy();
            files.push(format!("{root}{}/{file}", group.trim_end_matches('/')));
        }
    }
    files
}

/// Returns the total memory given by the text of `/proc/meminfo`, in bytes.
fn parse_total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the peak memory use of this process, in bytes, or `None` if the system does not report
/// it.
#[cfg(unix)]
pub(crate) fn peak_memory() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};

    /// Linux counts in kilobytes, macOS in bytes.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss();
    u64::try_from(peak).ok().map(|peak| peak * UNIT)
}

/// Returns the peak memory use of this process, in bytes, or `None` if the system does not report
/// it.
#[cfg(not(unix))]
pub(crate) fn peak_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_all_control_groups_count() {
        assert_eq!(
            limit_files("0::/system.slice/gordian.service\n"),
            [
                "/sys/fs/cgroup/system.slice/gordian.service/memory.max",
                "/sys/fs/cgroup/system.slice/memory.max",
                "/sys/fs/cgroup/memory.max",
            ]
        );
        assert_eq!(
            limit_files("5:cpu,cpuacct:/a\n4:memory:/a\nx\n"),
            [
                "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes"
            ]
        );
    }

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
