//! Files of lines, read in constant memory.

use std::io::{self, BufRead};

use gordian_grid::Layout;

use super::document::{LineKind, classify_line, starts_with_object};
use super::grid::parse_classic_line;
use super::{FormatError, ParsedPuzzle, parse_line};

/// Reads a file with one puzzle per line. Memory does not grow with the file, only with its longest
/// line, whose length is bounded.
///
/// Blank lines and lines that begin with `#` are skipped. A line that cannot be read does not
/// affect the others. Lines end with a line feed, with a carriage return, or with both.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::LineReader;
///
/// let text = "# two\n1...............\n\nno puzzle\n";
/// let mut lines = LineReader::new(text.as_bytes());
/// let first = lines.next_line().unwrap().unwrap();
/// assert_eq!((first.number(), first.parse(None).unwrap().puzzle.givens[0]), (2, 1));
/// let second = lines.next_line().unwrap().unwrap();
/// assert_eq!((second.number(), second.parse(None).is_err()), (4, true));
/// assert!(lines.next_line().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    /// A line that was not complete in the reader's buffer.
    buffer: Vec<u8>,
    /// The length of the line in the reader's buffer, with its end; 0 if the line is in `buffer`.
    consumed_next: usize,
    /// Whether the last line ended with a carriage return at the end of the reader's buffer: a line
    /// feed that comes next belongs to it.
    after_return: bool,
    number: u64,
}

/// One line of a file.
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    number: u64,
    /// `None` if the line is too long.
    bytes: Option<&'l [u8]>,
}

impl<R: BufRead> LineReader<R> {
    /// The maximum length of a line in bytes.
    pub const MAX_LENGTH: usize = 1 << 20;

    /// Creates a reader of lines.
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), consumed_next: 0, after_return: false, number: 0 }
    }

    /// Returns the next line that is neither blank nor a comment, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            self.reader.consume(std::mem::take(&mut self.consumed_next));
            let mut bytes = self.reader.fill_buf()?;
            if std::mem::take(&mut self.after_return) && bytes.first() == Some(&b'\n') {
                self.reader.consume(1);
                bytes = self.reader.fill_buf()?;
            }
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            // Most lines are complete in the reader's own buffer.
            let too_long = match end_of_line(bytes) {
                Some(end) => {
                    self.consumed_next = end.next;
                    self.after_return = end.is_open;
                    end.length > Self::MAX_LENGTH
                }
                None => self.gather_line()?,
            };
            if too_long {
                return Ok(Some(Line { number: self.number, bytes: None }));
            }
            if has_content(self.line()?) {
                break;
            }
        }
        let number = self.number;
        Ok(Some(Line { number, bytes: Some(self.line()?) }))
    }

    /// Returns the current line with its end.
    fn line(&mut self) -> io::Result<&[u8]> {
        match self.consumed_next {
            0 => Ok(&self.buffer),
            taken => Ok(&self.reader.fill_buf()?[..taken]),
        }
    }

    /// Collects a line that is not complete in the reader's buffer, without its end, and returns
    /// whether it is too long. Of a line that is too long, only the first `MAX_LENGTH + 1` bytes
    /// are kept.
    fn gather_line(&mut self) -> io::Result<bool> {
        self.buffer.clear();
        loop {
            let bytes = self.reader.fill_buf()?;
            let end = end_of_line(bytes);
            let (length, next) =
                end.map_or((bytes.len(), bytes.len()), |end| (end.length, end.next));
            let capacity = Self::MAX_LENGTH + 1 - self.buffer.len();
            self.buffer.extend_from_slice(&bytes[..length.min(capacity)]);
            self.reader.consume(next);
            if end.is_some() || next == 0 {
                self.after_return = end.is_some_and(|end| end.is_open);
                return Ok(self.buffer.len() > Self::MAX_LENGTH);
            }
        }
    }
}

/// The end of a line.
#[derive(Clone, Copy)]
struct LineEnd {
    /// The length of the line without its end.
    length: usize,
    /// The start of the next line.
    next: usize,
    /// Whether it ends with a carriage return that is the last known byte.
    is_open: bool,
}

/// Returns the end of the first line of a text, or `None` if the text has no line end.
fn end_of_line(text: &[u8]) -> Option<LineEnd> {
    let length = memchr::memchr2(b'\n', b'\r', text)?;
    let is_return = text[length] == b'\r';
    let has_feed = is_return && text.get(length + 1) == Some(&b'\n');
    let is_open = is_return && length + 1 == text.len();
    Some(LineEnd { length, next: length + 1 + usize::from(has_feed), is_open })
}

/// Replaces every lone carriage return with a line feed, in place. The last byte is unchanged,
/// because the byte after it is unknown.
pub fn normalise_line_endings(text: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\r', &text[at..]) {
        at += found;
        match text.get(at + 1) {
            Some(b'\n') => at += 2,
            Some(_) => {
                text[at] = b'\n';
                at += 1;
            }
            None => return,
        }
    }
}

/// Returns whether a line is neither blank nor a comment.
fn has_content(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    line.first().is_some_and(|&byte| byte != b'#')
}

impl<'l> Line<'l> {
    /// Returns the line number in the file, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the bytes of the line, possibly with the line end; empty if the line is too long.
    #[must_use]
    pub fn bytes(&self) -> &'l [u8] {
        self.bytes.unwrap_or_default()
    }

    /// Returns the digits if the line is a plain 9×9 grid, like [`parse_classic_line`]: the fast
    /// path before [`Self::parse`].
    #[must_use]
    pub fn parse_classic(&self) -> Option<[u8; 81]> {
        parse_classic_line(self.bytes?)
    }

    /// Reads the line like [`parse_line`].
    ///
    /// # Errors
    ///
    /// Fails if the line is too long, not UTF-8, or in none of the formats.
    pub fn parse(&self, layout: Option<&Layout>) -> Result<ParsedPuzzle, FormatError> {
        let limit = LineReader::<&[u8]>::MAX_LENGTH;
        let bytes = self.bytes.ok_or(FormatError::LineTooLong { limit })?;
        match std::str::from_utf8(bytes) {
            Ok(text) => parse_line(text, layout),
            Err(_) => Err(FormatError::not_text(bytes)),
        }
    }
}

/// Returns whether a file with this start should be read line by line with [`LineReader`], and not
/// as a whole with [`parse_document`](super::parse_document).
///
/// This is the case if one of its first lines can only be a complete puzzle: a grid in a line, a
/// library line, or a link. A row of 16 characters could be a 4×4 grid or one row of a 16×16 grid;
/// only `parse_document` can decide that, unless `layout` is given. A few kilobytes are enough.
#[must_use]
pub fn is_line_based(start: &[u8], layout: Option<&Layout>) -> bool {
    // A last line without a line end may be incomplete.
    let whole = memchr::memrchr2(b'\n', b'\r', start).map_or(start, |end| &start[..end]);
    let text = String::from_utf8_lossy(whole);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') || starts_with_object(text) {
        return false;
    }
    text.split(['\n', '\r'])
        .take(1000)
        .map(|line| classify_line(line, layout))
        .take_while(|kind| !matches!(kind, LineKind::Section(_)))
        .any(|kind| matches!(kind, LineKind::CompletePuzzle))
}
