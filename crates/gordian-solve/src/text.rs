//! Numbers in words.

/// Returns a number and a noun, which gets an `s` unless the number is 1.
pub(crate) fn with_noun(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Adds a lower bound to the text about a length if they differ.
pub(crate) fn with_lower_bound<N: PartialOrd + ToString>(
    text: String,
    length: N,
    bound: N,
) -> String {
    if bound < length {
        format!("{text}, no fewer than {} are possible", bound.to_string())
    } else {
        text
    }
}

/// Returns a field of a line; `-` if it is unknown.
pub(crate) fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
