//! What can be wrong with a text.

use thiserror::Error;

use super::Format;
use crate::{Layout, LayoutError};

/// Why a text is no puzzle, or a puzzle cannot be written in a format.
///
/// Columns count characters from 1 in the line that was read. [`Self::code`] is stable.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// There is nothing to read.
    #[error("there is no puzzle here")]
    Empty,
    /// A line is longer than is read.
    #[error("the line has more than {limit} bytes")]
    LineTooLong {
        /// The longest line that is read, in bytes.
        limit: usize,
    },
    /// A line is not UTF-8.
    #[error("byte {byte} of the line is not text")]
    NotText {
        /// The first such byte, from 1.
        byte: usize,
        /// Where it is.
        column: usize,
    },
    /// A text begins with the byte order mark of UTF-16.
    #[error("the text is UTF-16, not UTF-8")]
    Utf16,
    /// A character means nothing in a cell.
    #[error("{} is not a digit", quoted(*found))]
    InvalidCharacter {
        /// The character.
        found: char,
        /// Where it is.
        column: usize,
    },
    /// A word means nothing in a cell.
    #[error("`{}` is not a number", found.escape_debug())]
    InvalidNumber {
        /// The word, cut after 20 characters.
        found: String,
        /// Where it begins.
        column: usize,
    },
    /// A digit is larger than the grid has.
    #[error("{digit} is not between 1 and {n}")]
    OutOfRange {
        /// The digit.
        digit: usize,
        /// The grid's number of rows.
        n: usize,
        /// Where it is.
        column: usize,
    },
    /// A letter stands for a larger digit than the grid has.
    #[error("`{found}` is not a digit of a {n}×{n} grid")]
    LetterOutOfRange {
        /// The letter.
        found: char,
        /// The grid's number of rows.
        n: usize,
        /// Where it is.
        column: usize,
    },
    /// `0` and another sign for a blank occur in a grid of more than nine digits: perhaps its
    /// digits are counted from 0.
    #[error("both `0` and `{other}` stand for a blank in a grid with {n} digits")]
    MixedBlanks {
        /// The other sign.
        other: char,
        /// The grid's number of rows.
        n: usize,
        /// Where the second kind first appears.
        column: usize,
    },
    /// The number of cells is no square.
    #[error("{cells} cells do not make a square grid")]
    NotSquare {
        /// The cells that were counted.
        cells: usize,
    },
    /// The number of cells is not that of the layout that was asked for.
    #[error("{cells} cells instead of {}", n * n)]
    WrongSize {
        /// The cells that were counted.
        cells: usize,
        /// The number of rows asked for.
        n: usize,
    },
    /// The grid is larger than is read.
    #[error("a grid with {n} rows is larger than {}", Layout::MAX_SIZE)]
    TooLarge {
        /// Its number of rows.
        n: usize,
    },
    /// A grid of this size has no usual boxes.
    #[error("a grid with {n} rows cannot be cut into boxes")]
    NoBoxes {
        /// Its number of rows.
        n: usize,
    },
    /// A drawn grid has too few or too many rows.
    #[error("the grid has {rows} rows of {n} cells")]
    RowCount {
        /// Its rows.
        rows: usize,
        /// The cells of each.
        n: usize,
    },
    /// A row of a drawn grid has too few or too many cells.
    #[error("the row has {cells} cells instead of {n}")]
    RowLength {
        /// Its cells.
        cells: usize,
        /// The cells of the other rows.
        n: usize,
    },
    /// A pencil mark is not in its place among the nine of its cell.
    #[error("mark {found} in the place of mark {place}")]
    MisplacedMark {
        /// The digit found.
        found: u8,
        /// The digit whose place it is.
        place: u8,
        /// Where it is.
        column: usize,
    },
    /// A library line has too few or too many fields.
    #[error("the library line has {found} fields instead of 6 or 7")]
    LibraryFields {
        /// Its fields.
        found: usize,
    },
    /// A candidate in a library line is not a digit, a row and a column.
    #[error("`{}` is not a candidate", found.escape_debug())]
    InvalidCandidate {
        /// The word, cut after 20 characters.
        found: String,
        /// Where it begins.
        column: usize,
    },
    /// A link leads to a puzzle that is kept on a site, and does not hold it.
    #[error("the link names a puzzle that is kept on the site, and does not hold it")]
    RemotePuzzle,
    /// A link is of no kind that is known.
    #[error("the link is of no known kind")]
    UnknownLink,
    /// A link leads to a page of SudokuWiki for a variant.
    #[error("boards of the page `{}` are not supported", truncated(page).escape_debug())]
    UnsupportedPage {
        /// The name of the page.
        page: String,
    },
    /// A board of SudokuWiki has an unknown version.
    #[error("unknown version of a SudokuWiki board: `{}`", found.escape_debug())]
    BoardVersion {
        /// Its first characters.
        found: String,
    },
    /// A link of Gordian's page contains a puzzle file instead of a text format.
    #[error("the link contains a puzzle file")]
    LinkToPuzzleFile,
    /// A character cannot occur in the packed part of a link.
    #[error("`{}` cannot occur in a packed puzzle", found.escape_debug())]
    PackedCharacter {
        /// The character.
        found: char,
    },
    /// The packed part of a link ends early or contradicts itself.
    #[error("the packed puzzle is damaged")]
    DamagedLink,
    /// The packed part of a link unpacks to more than is read.
    #[error("the link unpacks to more than {limit} characters")]
    UnpackedTooLong {
        /// The most that is unpacked.
        limit: usize,
    },
    /// A link has more houses than are read.
    #[error("the puzzle has more than {limit} houses")]
    TooManyHouses {
        /// The most that are read.
        limit: usize,
    },
    /// What a link holds is not JSON.
    #[error("the puzzle is not JSON (line {line}, column {column} of what the link holds)")]
    InvalidJson {
        /// The line of the fault in the unpacked text.
        line: usize,
        /// The column of the fault in the unpacked text.
        column: usize,
    },
    /// A value in a puzzle's JSON is not what it must be.
    #[error("`{path}` is not {expected}")]
    InvalidValue {
        /// Where the value is.
        path: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A grid in a puzzle's JSON is not a square.
    #[error("row {row} of `{path}` does not have {n} cells")]
    RaggedGrid {
        /// Where the grid is.
        path: &'static str,
        /// The row, from 1.
        row: usize,
        /// The cells it must have.
        n: usize,
    },
    /// A text that begins like XML is not XML.
    #[error("the text cannot be read as XML: {reason}")]
    InvalidXml {
        /// What the reader of XML says.
        reason: String,
    },
    /// An XML document is not one of puzzles.
    #[error("`{}` is not a document of puzzles", found.escape_debug())]
    UnknownXmlRoot {
        /// The name of its root, cut after 20 characters.
        found: String,
    },
    /// A game in an XML document has no data, or data of an unknown version.
    #[error("the game has no data that can be read")]
    InvalidGameData,
    /// The data of a game in an XML document are a grid with too few or too many cells.
    #[error("the game has {cells} cells instead of 81")]
    WrongGameLength {
        /// Its cells.
        cells: usize,
    },
    /// An XML document has no game.
    #[error("the document has no game")]
    NoGame,
    /// The houses do not fit the grid.
    #[error("{0}")]
    Layout(#[from] LayoutError),
    /// A format has no room for what a puzzle has.
    #[error("{} cannot hold {what}", format.name())]
    Unwritable {
        /// The format.
        format: Format,
        /// What the puzzle has.
        what: &'static str,
    },
}

impl FormatError {
    /// Returns what is wrong with a line that is not UTF-8.
    pub(super) fn not_text(line: &[u8]) -> Self {
        if line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") {
            return Self::Utf16;
        }
        let before = match std::str::from_utf8(line) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let column = String::from_utf8_lossy(&line[..before]).chars().count() + 1;
        Self::NotText { byte: before + 1, column }
    }

    /// Returns the stable name of this kind of fault.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty | Self::NoGame => "sudoku.empty",
            Self::LineTooLong { .. } => "sudoku.line-too-long",
            Self::NotText { .. } | Self::Utf16 => "sudoku.not-text",
            Self::InvalidCharacter { .. } | Self::InvalidNumber { .. } => "sudoku.bad-character",
            Self::OutOfRange { .. } | Self::LetterOutOfRange { .. } => "sudoku.out-of-range",
            Self::MixedBlanks { .. } => "sudoku.mixed-blanks",
            Self::NotSquare { .. } | Self::WrongSize { .. } => "sudoku.wrong-length",
            Self::TooLarge { .. } => "sudoku.too-large",
            Self::NoBoxes { .. } => "sudoku.no-boxes",
            Self::RowCount { .. } | Self::RowLength { .. } | Self::RaggedGrid { .. } => {
                "sudoku.wrong-shape"
            }
            Self::MisplacedMark { .. } => "sudoku.wrong-mark",
            Self::LibraryFields { .. } | Self::InvalidCandidate { .. } => "sudoku.bad-library-line",
            Self::RemotePuzzle => "sudoku.remote-link",
            Self::UnknownLink
            | Self::UnsupportedPage { .. }
            | Self::BoardVersion { .. }
            | Self::LinkToPuzzleFile => "sudoku.unknown-link",
            Self::PackedCharacter { .. } | Self::DamagedLink => "sudoku.damaged-link",
            Self::UnpackedTooLong { .. } | Self::TooManyHouses { .. } => "sudoku.too-much",
            Self::InvalidJson { .. } => "sudoku.bad-json",
            Self::InvalidValue { .. } => "sudoku.bad-value",
            Self::InvalidXml { .. }
            | Self::UnknownXmlRoot { .. }
            | Self::InvalidGameData
            | Self::WrongGameLength { .. } => "sudoku.bad-xml",
            Self::Layout(_) => "sudoku.wrong-houses",
            Self::Unwritable { .. } => "sudoku.unwritable",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty => "write a line of 81 digits, with `.` for each blank cell",
            Self::LineTooLong { .. }
            | Self::UnpackedTooLong { .. }
            | Self::TooManyHouses { .. } => "no puzzle is as large as that: is it the right text?",
            Self::NotText { .. } | Self::Utf16 => "save the file as UTF-8",
            Self::InvalidCharacter { .. } | Self::InvalidNumber { .. } => {
                "a cell is a number from 1, a letter (A is 10), or `.` for blank"
            }
            Self::OutOfRange { .. } | Self::LetterOutOfRange { .. } => {
                "digits count from 1, and letters go on after 9: A is 10"
            }
            Self::MixedBlanks { .. } => {
                "count digits from 1, and write `.` for every blank: digits from 0 are not read"
            }
            &Self::NotSquare { cells } => length_hint(cells),
            // Nine cells are rather a row of the usual grid than a grid.
            Self::NoBoxes { n: 3 } | Self::WrongSize { cells: 9, n: 9 } => {
                "if this is a row of a drawn grid, keep drawn grids and lines in files of their own"
            }
            Self::WrongSize { .. } => "the layout that was asked for has another size",
            Self::TooLarge { .. } => "grids have up to 64 rows",
            Self::NoBoxes { .. } => "say what its regions are, in a puzzle file with `regions`",
            Self::RowCount { .. } | Self::RowLength { .. } | Self::RaggedGrid { .. } => {
                "a grid has as many rows as it has columns"
            }
            Self::MisplacedMark { .. } => "nine characters a cell: the digit d in place d, or `.`",
            Self::LibraryFields { .. } => {
                "fields are :technique:digits:givens:deleted:eliminations:placements:extra"
            }
            Self::InvalidCandidate { .. } => "a candidate is three digits: digit, row, column",
            Self::RemotePuzzle => "open it there, and export the puzzle as a link that holds it",
            Self::UnknownLink => {
                "supported are links of f-puzzles.com, sudokupad.app, sudokuwiki.org and Gordian's page"
            }
            Self::UnsupportedPage { .. } => "only boards of `sudoku.htm` are supported",
            Self::BoardVersion { .. } => "supported are 81 digits and boards that begin with `S9B`",
            Self::LinkToPuzzleFile => "open the link and save the puzzle file",
            Self::PackedCharacter { .. } | Self::DamagedLink | Self::InvalidJson { .. } => {
                "copy the whole link again: part of it seems to be missing or changed"
            }
            Self::InvalidValue { .. } => "the link was not made by the site that it names",
            Self::InvalidXml { .. } | Self::UnknownXmlRoot { .. } | Self::InvalidGameData => {
                "the only XML that is read is that of OpenSudoku"
            }
            Self::WrongGameLength { .. } => "`data` is 81 digits, with `0` for each blank cell",
            Self::NoGame => "puzzles are in elements such as `<game data=\"...\"/>`",
            Self::Layout(_) => "each region has as many cells as the grid has rows",
            Self::Unwritable { .. } => "choose another format, such as a link of f-puzzles",
        }
    }

    /// Returns the column of the fault in the line that was read, from 1, where it has one.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match *self {
            Self::NotText { column, .. }
            | Self::LetterOutOfRange { column, .. }
            | Self::InvalidCharacter { column, .. }
            | Self::InvalidNumber { column, .. }
            | Self::OutOfRange { column, .. }
            | Self::MixedBlanks { column, .. }
            | Self::MisplacedMark { column, .. }
            | Self::InvalidCandidate { column, .. } => Some(column),
            _ => None,
        }
    }
}

/// Returns a character as it is told, in quotes or by its name.
fn quoted(character: char) -> String {
    match character {
        '\0' => "a NUL".to_owned(),
        _ => format!("`{}`", character.escape_debug()),
    }
}

/// Returns what may be wrong with a line of so many cells.
fn length_hint(cells: usize) -> &'static str {
    match cells {
        720..=738 => "nine pencil marks for each of 81 cells are 729 characters",
        cells if cells > 81 && cells.is_multiple_of(81) => {
            "these are several grids of 81 cells: write one puzzle a line"
        }
        _ => "a grid of n rows has n times n cells: 81 for the usual one",
    }
}

/// Returns a piece of somebody's text, cut to a length that fits into a message.
pub(super) fn truncated(text: &str) -> String {
    text.chars().take(20).collect()
}
