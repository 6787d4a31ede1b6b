//! Text from files of the user, for terminals.

/// Escapes control characters and characters that change the direction of writing, so that text
/// from a user's file can be printed on one line.
pub(crate) fn escape_control(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                out.extend(c.escape_debug());
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let check = |text, expected| assert_eq!(escape_control(text), expected);
        check("r1c2 · é «ok»", "r1c2 · é «ok»");
        check("a\u{1b}[31mb\nc", "a\\u{1b}[31mb\\nc");
        check("\u{9b}0m", "\\u{9b}0m");
        check("x\u{202e}y", "x\\u{202e}y");
    }
}
