//! Writing of plain grids, files and pencil marks.

use std::fmt::Write as _;

use gordian_grid::{Candidates, Grid};

use super::alphabet::char_of_digit;
use super::{Format, FormatError, PuzzleMetadata};

/// Writes the givens in one line; see [`digits_to_line`]. Houses and pencil marks are omitted.
///
/// # Example
///
/// ```
/// use gordian_sudoku::formats::{parse_line, to_line};
///
/// let puzzle = parse_line("1... ..2. .3.. ...4", None).unwrap().puzzle;
/// assert_eq!(to_line(&puzzle), "1.....2..3.....4");
/// ```
#[must_use]
pub fn to_line(puzzle: &Grid) -> String {
    digits_to_line(puzzle.layout.n(), &puzzle.givens)
}

/// Writes the digits of a grid of `n` rows in one line, without a line end: one character per cell
/// up to 35 rows (`.` for 0, `A` for 10, `Z` for 35), beyond that numbers separated by blanks.
///
/// [`parse_line`](super::parse_line) reads the result.
///
/// *Cost*: one allocation; about a nanosecond per cell.
#[must_use]
pub fn digits_to_line(n: usize, digits: &[u8]) -> String {
    if n <= 35 {
        return digits.iter().map(|&digit| char_of_digit(digit)).collect();
    }
    let mut line = String::with_capacity(3 * digits.len());
    for (cell, &digit) in digits.iter().enumerate() {
        if cell > 0 {
            line.push(' ');
        }
        push_number(&mut line, digit, 0);
    }
    line
}

/// Writes the givens in n lines: one character per cell up to nine rows, beyond that numbers
/// separated by blanks. Houses and pencil marks are omitted.
#[must_use]
pub fn to_block(puzzle: &Grid) -> String {
    let n = puzzle.layout.n();
    let mut block = String::with_capacity(puzzle.givens.len() * 3);
    for row in puzzle.givens.chunks(n) {
        for (column, &digit) in row.iter().enumerate() {
            if n <= 9 {
                block.push(char_of_digit(digit));
            } else {
                if column > 0 {
                    block.push(' ');
                }
                push_number(&mut block, digit, 2);
            }
        }
        block.push('\n');
    }
    block
}

/// Writes the candidates of every cell in one line of 729 characters: nine per cell, the digit d or
/// `.` at position d. A cell with a given has only its digit. Houses are omitted.
///
/// # Errors
///
/// Fails if the grid is not 9×9.
pub fn to_pencilmarks(puzzle: &Grid) -> Result<String, FormatError> {
    require_9x9(puzzle, Format::PencilMarks)?;
    let candidates = Candidates::of(puzzle);
    let mark = |mask: u64, digit: u8| match mask >> (digit - 1) & 1 {
        1 => char_of_digit(digit),
        _ => '.',
    };
    Ok(candidates
        .masks()
        .iter()
        .flat_map(|&mask| (1..=9).map(move |digit| mark(mask, digit)))
        .collect())
}

/// Writes a file with headers (author, description, comment, date, source, level, page) and nine
/// lines.
///
/// # Errors
///
/// Fails if the grid is not 9×9, or has pencil marks or houses that the format cannot represent.
pub fn to_sdk(puzzle: &Grid, metadata: &PuzzleMetadata) -> Result<String, FormatError> {
    require_plain_9x9(puzzle, Format::Sdk)?;
    let headers = [
        ('A', &metadata.author),
        ('D', &metadata.description),
        ('C', &metadata.comment),
        ('B', &metadata.date),
        ('S', &metadata.source),
        ('L', &metadata.level),
        ('U', &metadata.url),
    ];
    let mut file = String::new();
    for (letter, text) in headers {
        if let Some(text) = text {
            file.push('#');
            file.push(letter);
            file.push_str(&collapse_whitespace(text));
            file.push('\n');
        }
    }
    Ok(file + &to_block(puzzle))
}

/// Writes an XML document of OpenSudoku with these puzzles.
///
/// # Errors
///
/// Fails if a grid is not 9×9, or has pencil marks or houses that the format cannot represent.
pub fn to_opensudoku(puzzles: &[Grid], metadata: &PuzzleMetadata) -> Result<String, FormatError> {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    let fields = [
        ("name", &metadata.title),
        ("author", &metadata.author),
        ("description", &metadata.description),
        ("comment", &metadata.comment),
        ("created", &metadata.date),
        ("source", &metadata.source),
        ("level", &metadata.level),
        ("sourceURL", &metadata.url),
    ];
    for (name, text) in fields {
        if let Some(text) = text {
            writeln!(xml, "  <{name}>{}</{name}>", escape_xml(text))
                .expect("writing to a string cannot fail");
        }
    }
    for puzzle in puzzles {
        require_plain_9x9(puzzle, Format::OpenSudoku)?;
        let data = to_line(puzzle).replace('.', "0");
        writeln!(xml, "  <game data=\"{data}\"/>").expect("writing to a string cannot fail");
    }
    Ok(xml + "</opensudoku>\n")
}

fn push_number(text: &mut String, digit: u8, width: usize) {
    match digit {
        0 => write!(text, "{:>width$}", "."),
        _ => write!(text, "{digit:>width$}"),
    }
    .expect("writing to a string cannot fail");
}

fn require_9x9(puzzle: &Grid, format: Format) -> Result<(), FormatError> {
    match puzzle.layout.n() {
        9 => Ok(()),
        _ => Err(FormatError::Unwritable { format, what: "a grid that is not 9×9" }),
    }
}

/// Checks that a puzzle is a plain 9×9 grid without pencil marks.
fn require_plain_9x9(puzzle: &Grid, format: Format) -> Result<(), FormatError> {
    require_9x9(puzzle, format)?;
    if !puzzle.layout.is_classic() {
        return Err(FormatError::Unwritable {
            format,
            what: "houses other than rows, columns and boxes",
        });
    }
    match puzzle.marks {
        None => Ok(()),
        Some(_) => Err(FormatError::Unwritable { format, what: "pencil marks" }),
    }
}

fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a text for XML; control characters, which XML cannot represent, become blanks.
fn escape_xml(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '\n' | '\t' => xml.push(character),
            '\u{fffe}' | '\u{ffff}' => xml.push(' '),
            _ if character.is_control() => xml.push(' '),
            _ => xml.push(character),
        }
    }
    xml
}
