//! Plain grids: one character per cell, or separated numbers.

use gordian_grid::{Grid, Layout};

use super::alphabet::{classic_layout, digit_of_char, grid_size, layout_of, note_boxes};
use super::error::truncated;
use super::{Format, FormatError, Note, ParsedPuzzle, pencil_marks};

/// Returns the digits of a 9×9 grid in one line, 0 for blank: exactly 81 characters of `1` to `9`,
/// `.` and `0`, with or without a line end. Returns `None` for any other text, which
/// [`parse_line`](super::parse_line) may still understand.
///
/// This is the fast path for lists of millions of puzzles: no allocation, and a loop without
/// branches that compilers vectorise.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::parse_classic_line;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// assert_eq!(parse_classic_line(line.as_bytes()).unwrap()[..5], [5, 3, 0, 0, 7]);
/// assert_eq!(parse_classic_line(b"123"), None);
/// ```
#[must_use]
pub fn parse_classic_line(line: &[u8]) -> Option<[u8; 81]> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line: &[u8; 81] = line.strip_suffix(b"\r").unwrap_or(line).try_into().ok()?;
    let mut digits = [0; 81];
    // Accumulating the error bits instead of testing each lets the compiler vectorise the loop.
    let mut faults = 0;
    for (digit, &byte) in digits.iter_mut().zip(line) {
        let value = byte.wrapping_sub(b'0');
        let blank = byte == b'.';
        faults |= u8::from(value > 9) & u8::from(!blank);
        *digit = if blank { 0 } else { value };
    }
    (faults == 0).then_some(digits)
}

/// A run of characters between separators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    /// The column of its first character, from 1.
    pub(super) column: usize,
    /// The byte offset of its start in the line.
    pub(super) start: usize,
    pub(super) text: &'t str,
}

impl Word<'_> {
    pub(super) fn len(&self) -> usize {
        self.text.chars().count()
    }
}

fn is_separator(character: char) -> bool {
    // The bars are those that programs draw around boxes.
    character.is_whitespace() || matches!(character, ',' | ';' | ':' | '|' | '│' | '║' | '┃')
}

/// Splits a line at whitespace, commas and bars.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (number, (at, character)) in line.char_indices().enumerate() {
        match (is_separator(character), open) {
            (true, Some((column, start))) => {
                words.push(Word { column, start, text: &line[start..at] });
                open = None;
            }
            (false, None) => open = Some((number + 1, at)),
            _ => {}
        }
    }
    if let Some((column, start)) = open {
        words.push(Word { column, start, text: &line[start..] });
    }
    words
}

/// The notation of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellStyle {
    /// Every character is a cell.
    Characters,
    /// Every word is a cell.
    Numbers,
}

/// The cells of a text.
pub(super) struct Cells<'w, 't> {
    pub(super) words: &'w [Word<'t>],
    pub(super) style: CellStyle,
}

impl Cells<'_, '_> {
    /// Returns the number of cells.
    pub(super) fn count(&self) -> usize {
        match self.style {
            CellStyle::Characters => self.words.iter().map(Word::len).sum(),
            CellStyle::Numbers => self.words.len(),
        }
    }

    /// Appends the digits of the cells, for a grid of `n` rows.
    pub(super) fn read(&self, n: usize, digits: &mut Digits) -> Result<(), FormatError> {
        for word in self.words {
            match self.style {
                CellStyle::Numbers => digits.push_number(word, n)?,
                CellStyle::Characters => {
                    for (offset, character) in word.text.chars().enumerate() {
                        digits.push_character(character, n, word.column + offset)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The digits read so far, and the blank signs used.
#[derive(Default)]
pub(super) struct Digits {
    pub(super) digits: Vec<u8>,
    has_zero: bool,
    other_blank: Option<char>,
}

impl Digits {
    fn push_character(
        &mut self,
        character: char,
        n: usize,
        column: usize,
    ) -> Result<(), FormatError> {
        let digit = digit_of_char(character, n)
            .ok_or(FormatError::InvalidCharacter { found: character, column })?;
        self.push(digit, character, n, column)
    }

    fn push_number(&mut self, word: &Word<'_>, n: usize) -> Result<(), FormatError> {
        let bad =
            || FormatError::InvalidNumber { found: truncated(word.text), column: word.column };
        let mut characters = word.text.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            return self.push_character(only, n, word.column);
        }
        if !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let value = word.text.parse().map_err(|_| bad())?;
        self.push(value, '0', n, word.column)
    }

    fn push(
        &mut self,
        digit: usize,
        sign: char,
        n: usize,
        column: usize,
    ) -> Result<(), FormatError> {
        if digit == 0 {
            match sign {
                '0' => self.has_zero = true,
                _ => self.other_blank = self.other_blank.or(Some(sign)),
            }
            if let (true, Some(other), true) = (self.has_zero, self.other_blank, n > 9) {
                return Err(FormatError::MixedBlanks { other, n, column });
            }
        }
        let value = u8::try_from(digit).ok().filter(|&digit| usize::from(digit) <= n);
        self.digits.push(value.ok_or(match sign.is_ascii_alphabetic() {
            true => FormatError::LetterOutOfRange { found: sign, n, column },
            false => FormatError::OutOfRange { digit, n, column },
        })?);
        Ok(())
    }
}

/// Reads a grid in one line.
pub(super) fn read_line(line: &str, layout: Option<&Layout>) -> Result<ParsedPuzzle, FormatError> {
    let (body, remark) = match line.split_once('#') {
        Some((body, remark)) => (body, remark.trim()),
        None => (line, ""),
    };
    let words = words(body);
    let (cells, rest) = split_line(&words, layout)?;
    let first = &cells.words[0];
    let is_marks =
        first.len() == pencil_marks::LENGTH && layout.is_none_or(|layout| layout.n() == 9);
    let mut read = if is_marks && cells.words.len() == 1 {
        pencil_marks::read(first, layout)?
    } else {
        let n = grid_size(cells.count()).ok_or(FormatError::NotSquare { cells: cells.count() })?;
        let layout_found = layout_of(n, layout)?;
        let mut digits = Digits::default();
        cells.read(n, &mut digits)?;
        let format = match cells.style {
            CellStyle::Characters => Format::Line,
            CellStyle::Numbers => Format::Numbers,
        };
        ParsedPuzzle::new(Grid::new(layout_found, digits.digits), format)
    };
    note_boxes(&mut read, layout);
    let behind = rest.map_or("", |word| body[word.start..].trim());
    for text in [behind, remark].into_iter().filter(|text| !text.is_empty()) {
        read.notes.push(Note::TrailingText { text: text.to_owned() });
    }
    Ok(read)
}

/// Splits the words of a line into the cells and the first word after them.
pub(super) fn split_line<'w, 't>(
    words: &'w [Word<'t>],
    layout: Option<&Layout>,
) -> Result<(Cells<'w, 't>, Option<Word<'t>>), FormatError> {
    let fits = |cells: usize| match layout {
        Some(layout) => cells == layout.n_cells(),
        None => grid_size(cells).is_some(),
    };
    let marks =
        |cells| cells == pencil_marks::LENGTH && layout.is_none_or(|layout| layout.n() == 9);
    let first = words.first().ok_or(FormatError::Empty)?.len();
    let longest = words.iter().map(Word::len).max().unwrap_or(0);
    let total: usize = words.iter().map(Word::len).sum();
    let characters = |words| Cells { words, style: CellStyle::Characters };
    if words.len() == 1 && (fits(first) || marks(first)) {
        return Ok((characters(words), None));
    }
    // Numbers of two digits occur from 10×10 on.
    if words.len() > 1
        && fits(words.len())
        && (longest == 1 || (longest == 2 && words.len() >= 100))
    {
        return Ok((Cells { words, style: CellStyle::Numbers }, None));
    }
    // Groups of characters: rows, or parts of rows in a box.
    let even = words.iter().all(|word| word.len() == first);
    if words.len() > 1 && even && fits(total) && first * first <= total {
        return Ok((characters(words), None));
    }
    if words.len() > 1 && first >= 16 && (fits(first) || marks(first)) {
        return Ok((characters(&words[..1]), Some(words[1])));
    }
    let cells = if longest <= 2 && words.len() > 1 { words.len() } else { total };
    Err(match layout {
        Some(layout) => FormatError::WrongSize { cells, n: layout.n() },
        None => FormatError::NotSquare { cells },
    })
}

/// Reads the cells of one row of a drawn grid: every word is a cell if words are single characters,
/// or numbers of up to two digits in a row of at least ten; otherwise every character is a cell.
pub(super) fn row_cells<'w, 't>(words: &'w [Word<'t>]) -> Cells<'w, 't> {
    let longest = words.iter().map(Word::len).max().unwrap_or(0);
    let numbers = words.len() > 1 && (longest == 1 || (longest == 2 && words.len() >= 10));
    Cells { words, style: if numbers { CellStyle::Numbers } else { CellStyle::Characters } }
}

/// Returns the puzzle of a 9×9 line.
pub(super) fn classic_puzzle(digits: &[u8; 81]) -> Grid {
    Grid::new(classic_layout(), digits.to_vec())
}
