//! Files of lines, in constant memory.

use std::io::{self, BufRead, Read as _};

use super::document::{Kind, kind_of};
use super::grid::classic_line;
use super::{FormatError, Read, parse_line};
use crate::Layout;

/// Reads a file of one puzzle a line, line after line. Memory does not grow with the file, only
/// with its longest line, and that is bounded.
///
/// Blank lines and lines that begin with `#` are passed over. A line that cannot be read does not
/// stop the others.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::Lines;
///
/// let text = "# two\n1...............\n\nno puzzle\n";
/// let mut lines = Lines::new(text.as_bytes());
/// let first = lines.next_line().unwrap().unwrap();
/// assert_eq!((first.number(), first.read(None).unwrap().puzzle.givens[0]), (2, 1));
/// let second = lines.next_line().unwrap().unwrap();
/// assert_eq!((second.number(), second.read(None).is_err()), (4, true));
/// assert!(lines.next_line().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    /// A line that the reader's buffer did not hold whole.
    buffer: Vec<u8>,
    /// The length of the line in the reader's buffer, 0 if it is in ours.
    taken: usize,
    number: u64,
}

/// One line of a file.
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    number: u64,
    /// `None` if it is too long.
    bytes: Option<&'l [u8]>,
}

impl<R: BufRead> Lines<R> {
    /// The longest line that is read, in bytes.
    pub const MAX_LENGTH: usize = 1 << 20;

    /// Begins to read.
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), taken: 0, number: 0 }
    }

    /// Returns the next line that is neither blank nor a comment, `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            self.reader.consume(std::mem::take(&mut self.taken));
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            // Most lines lie whole in the reader's own buffer.
            let end = memchr::memchr(b'\n', bytes);
            let too_long = match end {
                Some(end) => {
                    self.taken = end + 1;
                    end > Self::MAX_LENGTH
                }
                None => self.gather()?,
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

    /// Returns the line that was found last, with its end.
    fn line(&mut self) -> io::Result<&[u8]> {
        match self.taken {
            0 => Ok(&self.buffer),
            taken => Ok(&self.reader.fill_buf()?[..taken]),
        }
    }

    /// Gathers a line that the reader has not whole, and returns whether it is too long.
    fn gather(&mut self) -> io::Result<bool> {
        self.buffer.clear();
        // One byte more, for the end of the line.
        let most = u64::try_from(Self::MAX_LENGTH + 1).unwrap_or(u64::MAX);
        self.reader.by_ref().take(most).read_until(b'\n', &mut self.buffer)?;
        let too_long = self.buffer.len() > Self::MAX_LENGTH && self.buffer.last() != Some(&b'\n');
        if too_long {
            self.skip_line()?;
        }
        Ok(too_long)
    }

    /// Reads on to the end of a line without keeping it.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let Some(end) = memchr::memchr(b'\n', bytes) else {
                let length = bytes.len();
                if length == 0 {
                    return Ok(());
                }
                self.reader.consume(length);
                continue;
            };
            self.reader.consume(end + 1);
            return Ok(());
        }
    }
}

/// Returns whether a line is neither blank nor a comment.
fn has_content(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    line.first().is_some_and(|&byte| byte != b'#')
}

impl<'l> Line<'l> {
    /// Returns its number in the file, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns its bytes with the end of the line; none if it is too long.
    #[must_use]
    pub fn bytes(&self) -> &'l [u8] {
        self.bytes.unwrap_or_default()
    }

    /// Returns its digits if it is nothing but a 9×9 grid, as [`classic_line`] does: the fast way,
    /// before [`Self::read`].
    #[must_use]
    pub fn classic(&self) -> Option<[u8; 81]> {
        classic_line(self.bytes?)
    }

    /// Reads it as [`parse_line`] does.
    ///
    /// # Errors
    ///
    /// Fails if it is too long, no text, or none of the formats.
    pub fn read(&self, layout: Option<&Layout>) -> Result<Read, FormatError> {
        let limit = Lines::<&[u8]>::MAX_LENGTH;
        let bytes = self.bytes.ok_or(FormatError::LineTooLong { limit })?;
        match std::str::from_utf8(bytes) {
            Ok(text) => parse_line(text, layout),
            Err(error) => Err(FormatError::NotText { byte: error.valid_up_to() + 1 }),
        }
    }
}

/// Returns whether a file that begins like this is to be read line by line with [`Lines`], and not
/// as a whole with [`parse_document`](super::parse_document).
///
/// It is if one of its first lines can only be a puzzle of its own: a grid in a line, a library
/// line, or a link. A row of 16 characters could be a 4×4 grid or one row of a 16×16 grid; that is
/// for `parse_document` to tell, unless `layout` says it. A few kilobytes are enough to see.
#[must_use]
pub fn is_line_based(start: &[u8], layout: Option<&Layout>) -> bool {
    // A last line without an end may be cut.
    let whole = start.iter().rposition(|&byte| byte == b'\n').map_or(start, |end| &start[..end]);
    let text = String::from_utf8_lossy(whole);
    let text = text.trim_start_matches('\u{feff}');
    if matches!(text.trim_start().chars().next(), Some('<')) {
        return false;
    }
    text.lines()
        .take(1000)
        .map(|line| kind_of(line, layout))
        .take_while(|kind| !matches!(kind, Kind::Section(_)))
        .any(|kind| matches!(kind, Kind::Whole))
}
