//! What the machine has.

/// Assumed where the system does not tell: 8 GiB.
const ASSUMED_MEMORY: u64 = 8 << 30;

/// Returns the memory that this process may use at most, in bytes.
///
/// On Linux it is the memory of the machine, or what the control group of the process allows if that
/// is less. Elsewhere 8 GiB are assumed.
pub(crate) fn memory() -> u64 {
    let read = |path| fs_err::read_to_string(path).ok();
    let total = read("/proc/meminfo").and_then(|text| total_memory(&text));
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    [total, allowed].into_iter().flatten().min().unwrap_or(ASSUMED_MEMORY)
}

/// Returns the memory of the machine as `/proc/meminfo` tells it, in bytes.
fn total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree:        19034228 kB\n";
        assert_eq!(total_memory(text), Some(24_689_764 * 1024));
        assert_eq!(total_memory("MemFree:  1 kB\n"), None);
        assert_eq!(total_memory("MemTotal: much\n"), None);
        assert!(memory() > 1 << 20);
    }
}
