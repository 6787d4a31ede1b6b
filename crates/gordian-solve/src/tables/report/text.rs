//! Formatting of numbers and text for reports.

use std::fmt::{self, Write as _};

/// A text under construction; writing to it cannot fail.
#[derive(Debug, Default)]
pub(super) struct Text(String);

impl Text {
    /// Appends formatted text.
    pub(super) fn put(&mut self, arguments: fmt::Arguments<'_>) {
        self.0.write_fmt(arguments).expect("writing to a string cannot fail");
    }

    /// Appends a text.
    pub(super) fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

/// Returns a number with a comma after every three digits.
pub(super) fn grouped(n: impl fmt::Display) -> String {
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

/// Escapes a text for HTML and XML, between tags and within quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Returns an SVG document as a data URL, so that the style sheet of the page does not affect it.
pub(super) fn svg_address(document: &str) -> String {
    let mut out = String::from("data:image/svg+xml,");
    for c in document.chars() {
        match c {
            // SVG accepts both kinds of quotes, but double quotes would end the attribute.
            '"' => out.push('\''),
            '\n' => out.push(' '),
            '%' | '#' | '<' | '>' | '&' | '\'' => {
                write!(out, "%{:02X}", u32::from(c)).expect("writing to a string cannot fail");
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns the mean distance of positions.
pub(super) fn mean(levels: &[u64]) -> f64 {
    let weighted = (0_u64..).zip(levels).map(|(distance, &n)| u128::from(distance) * u128::from(n));
    weighted.sum::<u128>() as f64 / levels.iter().sum::<u64>() as f64
}

/// Returns the largest distance of any position.
pub(super) fn farthest(levels: &[u64]) -> usize {
    levels.iter().rposition(|&n| n > 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let check = |n: u64, expected| assert_eq!(grouped(n), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(5_502_343_432, "5,502,343,432");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & 'c\""), "a&lt;b&gt; &amp; &#39;c&quot;");
    }

    #[test]
    fn means_are_weighted() {
        assert_eq!(mean(&[1, 0, 3]).to_string(), "1.5");
        assert_eq!(farthest(&[1, 0, 3, 0]), 2);
    }
}
