//! Parts of the user's input in messages.

/// Returns a part of the user's text for a message: at most 40 characters, on one line, and with
/// characters that cannot be printed escaped, so that an input can neither fill a message nor write
/// escape sequences to a terminal.
///
/// Backslashes and quotation marks are shown as they are: some boards and moves consist of them.
///
/// # Example
///
/// ```
/// use gordian_core::excerpt;
///
/// assert_eq!(excerpt("R2 U'\n"), "R2 U'\\n");
/// assert_eq!(excerpt(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut out = String::new();
    for character in text.chars().take(MAX_CHARS) {
        match character {
            '\\' | '\'' | '"' => out.push(character),
            _ => out.extend(character.escape_debug()),
        }
    }
    if text.chars().nth(MAX_CHARS).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_harmless() {
        assert_eq!(excerpt("a\u{1b}[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(excerpt("16\\'23\"\u{202e}"), "16\\'23\"\\u{202e}");
        assert_eq!(excerpt(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(excerpt(&"é".repeat(1 << 20)), format!("{}…", "é".repeat(40)));
    }
}
