//! Boards drawn as text inside a TOML string, with the position of every character in the file.
//!
//! A board is best written between `'''` and `'''`, where TOML has no escapes: then the position of
//! each character in the file is known, and diagnostics point at it exactly. The same holds for a
//! `"""` string without a backslash. With escapes, diagnostics point at the whole string.
//!
//! Lines are separated by line breaks, `\n` or `\r\n`. Blank lines, blanks at both ends of a line
//! and bars (`|`) carry no meaning.

use std::ops::Range;

use crate::diagnostic::Diagnostic;

/// What to do about errors of a text with escapes that are perhaps not meant as such.
pub(crate) const LITERAL_HINT: &str =
    "write the text between `'''`: between double quotation marks, a backslash begins an escape";

/// A text of several lines.
pub(crate) struct Block {
    /// The whole string in the file, quotes included.
    pub(crate) span: Range<usize>,
    /// The lines that are not blank.
    pub(crate) lines: Vec<Line>,
    /// Whether the text is written in the file as it is, without escapes.
    is_literal: bool,
}

/// One line of a block, without blanks at its ends.
pub(crate) struct Line {
    /// The text of the line.
    text: String,
    /// Where the line is in the file; the whole string if it contains escapes.
    pub(crate) span: Range<usize>,
    exact: bool,
    /// The number of blanks before the text.
    pub(crate) indent: usize,
}

/// A part of a line and its position in the file.
pub(crate) struct Token<'l> {
    pub(crate) text: &'l str,
    pub(crate) span: Range<usize>,
}

impl Block {
    /// Returns the lines of `value`, a TOML string at `span` in `source`.
    pub(crate) fn new(source: &str, span: Range<usize>, value: &str) -> Self {
        let written = source.get(span.clone()).unwrap_or_default();
        let (start, body) = content(written);
        if body.replace("\r\n", "\n") == value.replace("\r\n", "\n") {
            Self { lines: lines(body, Some(span.start + start), &span), span, is_literal: true }
        } else {
            Self { lines: lines(value, None, &span), span, is_literal: false }
        }
    }

    /// Returns a diagnostic about this text. If the text is written with escapes, the hint is that
    /// they may not be meant.
    pub(crate) fn with_escape_hint(&self, diagnostic: Diagnostic) -> Diagnostic {
        if self.is_literal { diagnostic } else { diagnostic.hint(LITERAL_HINT) }
    }

    /// Returns the cells of a board: the words of each line if any line has blanks, else the
    /// characters.
    pub(crate) fn board(&self) -> Vec<Vec<Token<'_>>> {
        let is_separated = self.lines.iter().any(Line::has_blanks);
        self.lines.iter().map(|line| line.cells(is_separated)).collect()
    }

    /// Returns the lines of a whole text, such as a solution file.
    pub(crate) fn plain(source: &str) -> Self {
        let span = 0..source.len();
        Self { lines: lines(source, Some(0), &span), span, is_literal: true }
    }
}

/// Returns where the content of a TOML string at `span` in `source` begins; `None` if it is not
/// written literally as `value`.
pub(crate) fn content_start(source: &str, span: &Range<usize>, value: &str) -> Option<usize> {
    let (start, body) = content(source.get(span.clone())?);
    (body == value).then_some(span.start + start)
}

/// Returns the text between the quotes of a TOML string, and its offset.
fn content(written: &str) -> (usize, &str) {
    for quotes in ["'''", "\"\"\""] {
        let inner = written.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes));
        if let Some(inner) = inner {
            // TOML drops a line break right after the opening quotes.
            let body = inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n'));
            let body = body.unwrap_or(inner);
            return (quotes.len() + inner.len() - body.len(), body);
        }
    }
    (1, written.get(1..written.len().saturating_sub(1)).unwrap_or_default())
}

fn lines(text: &str, start: Option<usize>, whole: &Range<usize>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut offset = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        if !line.is_empty() {
            let at = offset + (raw.len() - raw.trim_start().len());
            let span = start.map_or(whole.clone(), |start| start + at..start + at + line.len());
            let indent = raw.chars().take_while(|c| c.is_whitespace()).count();
            lines.push(Line { text: line.to_owned(), span, exact: start.is_some(), indent });
        }
        offset += raw.len();
    }
    lines
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == '|'
}

impl Line {
    fn token(&self, range: Range<usize>) -> Token<'_> {
        let span = if self.exact {
            self.span.start + range.start..self.span.start + range.end
        } else {
            self.span.clone()
        };
        Token { text: &self.text[range], span }
    }

    /// Returns whether there are blanks inside the line.
    pub(crate) fn has_blanks(&self) -> bool {
        self.text.contains(char::is_whitespace)
    }

    /// Returns the cells of a row: the words if blanks separate cells, else the characters.
    pub(crate) fn cells(&self, is_separated: bool) -> Vec<Token<'_>> {
        if is_separated { self.words().collect() } else { self.characters().collect() }
    }

    /// Returns every character that is neither a blank nor a bar.
    fn characters(&self) -> impl Iterator<Item = Token<'_>> {
        self.text
            .char_indices()
            .filter(|&(_, character)| !is_separator(character))
            .map(|(at, character)| self.token(at..at + character.len_utf8()))
    }

    /// Returns the words of the line, separated by blanks or bars.
    pub(crate) fn words(&self) -> impl Iterator<Item = Token<'_>> {
        self.text.split(is_separator).filter(|word| !word.is_empty()).map(|word| {
            let at = word.as_ptr().addr() - self.text.as_ptr().addr();
            self.token(at..at + word.len())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The span of each token must contain its text.
    #[test]
    fn spans_of_tokens_match_the_source() {
        let check = |written: &str, value: &str, expected: &[&str]| {
            let source = format!("k = {written} # é");
            let block = Block::new(&source, 4..4 + written.len(), value);
            let words: Vec<String> =
                block.lines.iter().flat_map(Line::words).map(|p| p.text.to_owned()).collect();
            assert_eq!(words, expected);
            for piece in block.lines.iter().flat_map(|line| line.words().chain(line.characters())) {
                assert_eq!(&source[piece.span], piece.text, "{written}");
            }
        };
        check("'''\n  a bc\n\n|é'd|\n'''", "  a bc\n\n|é'd|\n", &["a", "bc", "é'd"]);
        check("'''\r\na b\r\nc'''", "a b\r\nc", &["a", "b", "c"]);
        check("\"\"\"a b\"\"\"", "a b", &["a", "b"]);
        check("'a b'", "a b", &["a", "b"]);
        check("\"\"", "", &[]);
    }

    #[test]
    fn escapes_point_at_the_whole_string() {
        let block = Block::new("\"a\\nb\"", 0..6, "a\nb");
        assert_eq!(block.lines.len(), 2);
        assert!(block.lines.iter().flat_map(Line::characters).all(|piece| piece.span == (0..6)));
    }
}
