//! Description of the machine and of the build.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lock file of the workspace.
const CARGO_LOCK: &str = include_str!("../../Cargo.lock");

/// Returns the processor name as the system reports it.
#[must_use]
pub fn processor() -> String {
    let known = fs_err::read_to_string("/proc/cpuinfo").unwrap_or_default();
    field(&known, "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Returns facts about the machine and the build as pairs of name and value.
pub(crate) fn facts() -> Vec<(&'static str, String)> {
    let cpuinfo = fs_err::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let memory = fs_err::read_to_string("/proc/meminfo").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = ["cpu family", "model", "stepping", "cache size"]
        .map(|key| format!("{key} {}", field(&cpuinfo, key).unwrap_or_else(|| "?".to_owned())));
    vec![
        ("processor", format!("{} ({})", processor(), cpu.join(", "))),
        ("cores", cores.to_string()),
        ("memory", field(&memory, "MemTotal").unwrap_or_else(|| "?".to_owned())),
        ("system", output("uname", &["-sr"])),
        ("load before", load()),
        (
            "source",
            output("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"]),
        ),
        ("compiler", format!("{}, {}", env!("BENCH_RUSTC"), env!("BENCH_TARGET"))),
        ("settings", settings()),
    ]
}

/// Returns the load averages over 1, 5 and 15 minutes.
#[must_use]
pub fn load() -> String {
    let load = fs_err::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn settings() -> String {
    let profile = if cfg!(debug_assertions) { "with debug assertions" } else { "release profile" };
    let flags = env!("BENCH_RUSTFLAGS");
    let flags = if flags.is_empty() { "no RUSTFLAGS".to_owned() } else { flags.to_owned() };
    format!("{profile}, opt-level {}, {flags}", env!("BENCH_OPT_LEVEL"))
}

/// Returns the first line of the output of a command; `unknown` if the command cannot be run.
#[must_use]
pub fn output(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().lines().next().unwrap_or("unknown").trim().to_owned()
}

/// Returns the value of the first line `key : value`.
fn field(text: &str, key: &str) -> Option<String> {
    let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned())
}

/// Returns the version of a crate that this program was built with.
#[must_use]
pub fn crate_version(name: &str) -> &'static str {
    version(CARGO_LOCK, name)
}

/// Returns the version of a crate in a lock file.
fn version<'t>(lock: &'t str, name: &str) -> &'t str {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = "));
    version.map_or("?", |version| version.trim_matches('"'))
}

/// Returns the current date (UTC) as `2026-01-31`.
#[must_use]
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// Returns the Gregorian date `days` days after 1970-01-01.
fn date(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

/// Returns a lower-case slug of letters, digits and single hyphens, without noise words.
#[must_use]
pub fn slug(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let noise = ["", "r", "tm", "processor", "cpu"];
    let words = words.map(str::to_ascii_lowercase).filter(|word| !noise.contains(&word.as_str()));
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_1970_are_converted_to_dates() {
        let check = |days, expected: &str| assert_eq!(date(days), expected);
        check(0, "1970-01-01");
        check(58, "1970-02-28");
        check(59, "1970-03-01");
        check(789, "1972-02-29");
        check(11_016, "2000-02-29");
        check(20_453, "2025-12-31");
        check(20_454, "2026-01-01");
    }

    #[test]
    fn slugs_drop_noise_words() {
        assert_eq!(slug("Intel(R) Xeon(R) Processor"), "intel-xeon");
        assert_eq!(slug("AMD EPYC 9B45"), "amd-epyc-9b45");
    }

    #[test]
    fn fields_and_versions_are_found_in_text() {
        assert_eq!(field("a : 1\nmodel name\t: X y\n", "model name").as_deref(), Some("X y"));
        let lock = "name = \"bat\"\nversion = \"1.0\"\n\n[[package]]\nname = \"batsat\"\nversion = \"0.6.0\"\n";
        assert_eq!(version(lock, "batsat"), "0.6.0");
        assert_eq!(version(lock, "other"), "?");
    }
}
