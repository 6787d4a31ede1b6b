//! Numbers, times and limits as text for people.

use gordian::Limit;

/// Formats a time in a suitable unit.
pub(crate) fn format_seconds(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}

/// Formats an amount of memory in a suitable unit.
pub(crate) fn format_bytes(bytes: u64) -> String {
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

/// Formats `part` of `whole` in percent, rounded down: 100 % means all of it.
pub(crate) fn format_percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Formats a gap, a part of 1, in percent.
pub(crate) fn format_gap(gap: f64) -> String {
    format!("{:.1} %", gap * 100.0)
}

/// Formats a number with a comma after every three digits.
pub(crate) fn format_grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number and a noun, which gets an `s` unless the number is 1.
pub(crate) fn format_count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Returns the text that follows "stopped by".
pub(crate) fn format_limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time limit",
        Limit::Effort => "the effort limit",
        Limit::Solutions => "--limit",
        Limit::Memory => "the memory limit",
        Limit::Interrupted => "Ctrl-C",
        Limit::Techniques => "the techniques",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_formatted_in_binary_units() {
        let check = |bytes, expected| assert_eq!(format_bytes(bytes), expected);
        check(0, "0 bytes");
        check(1023, "1023 bytes");
        check(1024, "1.0 KiB");
        check(412_831_744, "393.7 MiB");
        check(3 << 29, "1.5 GiB");
    }

    #[test]
    fn percentages_are_rounded_down() {
        assert_eq!(format_percent(1999, 2000), "99.9 %");
        assert_eq!(format_percent(0, 0), "0.0 %");
        assert_eq!(format_percent(10, 10), "100.0 %");
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(format_grouped(0), "0");
        assert_eq!(format_grouped(999), "999");
        assert_eq!(format_grouped(1_234_567), "1,234,567");
    }
}
