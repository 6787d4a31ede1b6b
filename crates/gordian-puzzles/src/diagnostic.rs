//! Diagnostics: what is wrong with a file, and where.
//!
//! The parsers of this crate return all errors, not only the first, so that a file can be fixed in
//! one pass. A [`Diagnostic`] has a stable code for programs, a message, a hint, and a span of
//! bytes. The caller decides how to show it (colours, carets, JSON); [`line_column`] converts a
//! byte offset to line and column.

use std::ops::Range;

pub(crate) use gordian_core::excerpt;

/// The largest number of diagnostics per file: a hostile file could cause millions.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// One error of a puzzle file or of a solution file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// A stable code such as `puzzle.unknown-key`; `gordian explain CODE` says what it means.
    pub code: &'static str,
    /// What is wrong, as a lower-case fragment without a final stop.
    pub message: String,
    /// What to do about it, where that can be said.
    pub hint: Option<String>,
    /// Where: a range of bytes of the text that was read. Both ends lie on character boundaries.
    pub span: Range<usize>,
}

impl Diagnostic {
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, span }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Returns the line and the column of a byte offset, both counted from 1.
///
/// Columns count characters, not bytes. An offset past the end means the end; one inside a
/// character means that character.
///
/// # Example
///
/// ```
/// use gordian_puzzles::line_column;
///
/// assert_eq!(line_column("ab\ncd", 4), (2, 2));
/// ```
#[must_use]
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..floor_boundary(text, offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
    (line, 1 + before[line_start..].chars().count())
}

/// Returns the last character boundary of `text` at or before `offset`.
pub(crate) fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Returns a text without the byte order mark (U+FEFF) with which some editors begin a file.
pub(crate) fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let check = |offset, expected| assert_eq!(line_column("é1\r\nx\n", offset), expected);
        check(0, (1, 1));
        check(1, (1, 1));
        check(2, (1, 2));
        check(5, (2, 1));
        check(7, (3, 1));
        check(1000, (3, 1));
    }
}
