//! Errors of reading and writing text formats.

use gordian_grid::{Layout, LayoutError};
use thiserror::Error;

use super::Format;

/// Why a text cannot be read as a puzzle, or a puzzle cannot be written in a format.
///
/// Columns count characters from 1 in the line that was read. [`Self::code`] is stable across
/// releases.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The text contains no puzzle.
    #[error("the text contains no puzzle")]
    Empty,
    /// A line exceeds the maximum length.
    #[error("the line has more than {limit} bytes")]
    LineTooLong {
        /// The maximum length in bytes.
        limit: usize,
    },
    /// A line is not UTF-8.
    #[error("byte {byte} of the line is not UTF-8")]
    NotText {
        /// The first such byte, from 1.
        byte: usize,
        /// The column.
        column: usize,
    },
    /// A text begins with the byte order mark of UTF-16.
    #[error("the text is UTF-16, not UTF-8")]
    Utf16,
    /// A character is not valid in a cell.
    #[error("{} is not a digit", quoted(*found))]
    InvalidCharacter {
        /// The character.
        found: char,
        /// The column.
        column: usize,
    },
    /// A word is not valid in a cell.
    #[error("`{}` is not a number", found.escape_debug())]
    InvalidNumber {
        /// The word, truncated to 20 characters.
        found: String,
        /// The column of its first character.
        column: usize,
    },
    /// A digit exceeds the size of the grid.
    #[error("{digit} is not between 1 and {n}")]
    OutOfRange {
        /// The digit.
        digit: usize,
        /// The grid's number of rows.
        n: usize,
        /// The column.
        column: usize,
    },
    /// A letter represents a digit that exceeds the size of the grid.
    #[error("`{found}` is not a digit of a {n}×{n} grid")]
    LetterOutOfRange {
        /// The letter.
        found: char,
        /// The grid's number of rows.
        n: usize,
        /// The column.
        column: usize,
    },
    /// `0` and another blank sign occur in a grid of more than nine digits, whose digits possibly
    /// count from 0.
    #[error("both `0` and `{other}` stand for a blank in a grid with {n} digits")]
    MixedBlanks {
        /// The other sign.
        other: char,
        /// The grid's number of rows.
        n: usize,
        /// The column of the first occurrence of the second sign.
        column: usize,
    },
    /// The number of cells is not a square.
    #[error("{cells} cells do not make a square grid")]
    NotSquare {
        /// The number of cells.
        cells: usize,
    },
    /// The number of cells is not that of the given layout.
    #[error("{cells} cells instead of {}", n * n)]
    WrongSize {
        /// The number of cells.
        cells: usize,
        /// The number of rows of the layout.
        n: usize,
    },
    /// The grid exceeds the maximum size.
    #[error("a grid with {n} rows is larger than {}", Layout::MAX_SIZE)]
    TooLarge {
        /// Its number of rows.
        n: usize,
    },
    /// A grid of this size has no default boxes.
    #[error("a grid with {n} rows cannot be cut into boxes")]
    NoBoxes {
        /// Its number of rows.
        n: usize,
    },
    /// A drawn grid has too few or too many rows.
    #[error("the grid has {rows} rows of {n} cells")]
    RowCount {
        /// The number of rows.
        rows: usize,
        /// The number of cells of each row.
        n: usize,
    },
    /// A row of a drawn grid has too few or too many cells.
    #[error("the row has {cells} cells instead of {n}")]
    RowLength {
        /// The number of cells.
        cells: usize,
        /// The number of cells of the other rows.
        n: usize,
    },
    /// A pencil mark is at the position of another digit among the nine of its cell.
    #[error("mark {found} is at the position of mark {place}")]
    MisplacedMark {
        /// The digit found.
        found: u8,
        /// The digit of the position.
        place: u8,
        /// The column.
        column: usize,
    },
    /// A library line has too few or too many fields.
    #[error("the library line has {found} fields instead of 6 or 7")]
    LibraryFields {
        /// The number of fields.
        found: usize,
    },
    /// A candidate in a library line is not a digit, a row and a column.
    #[error("`{}` is not a candidate", found.escape_debug())]
    InvalidCandidate {
        /// The word, truncated to 20 characters.
        found: String,
        /// The column of its first character.
        column: usize,
    },
    /// A link refers to a puzzle stored on a site and does not contain it.
    #[error("the link refers to a puzzle stored on the site and does not contain it")]
    RemotePuzzle,
    /// The format of a link is unknown.
    #[error("the format of the link is unknown")]
    UnknownLink,
    /// A link refers to a page of SudokuWiki for a variant.
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
    /// A character is not valid in the packed part of a link.
    #[error("`{}` is not valid in a packed puzzle", found.escape_debug())]
    PackedCharacter {
        /// The character.
        found: char,
    },
    /// The packed part of a link is truncated or inconsistent.
    #[error("the packed puzzle is damaged")]
    DamagedLink,
    /// The packed part of a link unpacks to more than the maximum.
    #[error("the link unpacks to more than {limit} characters")]
    UnpackedTooLong {
        /// The maximum.
        limit: usize,
    },
    /// A puzzle has more houses than the maximum.
    #[error("the puzzle has more than {limit} houses")]
    TooManyHouses {
        /// The maximum.
        limit: usize,
    },
    /// The content of a link is not JSON.
    #[error(
        "the puzzle is not valid JSON (line {line}, column {column} of the content of the link)"
    )]
    InvalidJson {
        /// The line of the error in the unpacked text.
        line: usize,
        /// The column of the error in the unpacked text.
        column: usize,
    },
    /// A value in the JSON of a puzzle is invalid.
    #[error("`{path}` is not {expected}")]
    InvalidValue {
        /// The path of the value.
        path: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A grid in the JSON of a puzzle is not a square.
    #[error("row {row} of `{path}` does not have {n} cells")]
    RaggedGrid {
        /// The path of the grid.
        path: &'static str,
        /// The row, from 1.
        row: usize,
        /// The expected number of cells.
        n: usize,
    },
    /// A text that begins like XML is not well-formed XML.
    #[error("the text cannot be read as XML: {reason}")]
    InvalidXml {
        /// The reason given by the XML parser.
        reason: String,
    },
    /// An XML document is not of a known format.
    #[error("`{}` is not the root of a puzzle document", found.escape_debug())]
    UnknownXmlRoot {
        /// The name of its root, truncated to 20 characters.
        found: String,
    },
    /// A game in an XML document has no data, or data of an unknown version.
    #[error("the game has no readable data")]
    InvalidGameData,
    /// The data of a game in an XML document are a grid with too few or too many cells.
    #[error("the game has {cells} cells instead of 81")]
    WrongGameLength {
        /// The number of cells.
        cells: usize,
    },
    /// An XML document has no game.
    #[error("the document has no game")]
    NoGame,
    /// The houses are not valid for the grid.
    #[error("{0}")]
    Layout(#[from] LayoutError),
    /// A format cannot represent a feature of the puzzle.
    #[error("{} cannot hold {what}", format.name())]
    Unwritable {
        /// The format.
        format: Format,
        /// The feature.
        what: &'static str,
    },
    /// A board of Penpa+ is not drawn as a Sudoku.
    #[error("the Penpa+ board is not a Sudoku: a square grid with bold borders around its regions")]
    NoSudoku,
}

impl FormatError {
    /// Returns the error for a line that is not UTF-8.
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

    /// Returns the stable code of this error.
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
            | Self::LinkToPuzzleFile
            | Self::NoSudoku => "sudoku.unknown-link",
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

    /// Returns a hint on how to correct the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Empty => "write a line of 81 digits, with `.` for each blank cell",
            Self::LineTooLong { .. }
            | Self::UnpackedTooLong { .. }
            | Self::TooManyHouses { .. } => {
                "no puzzle is this large; check that this is the right text"
            }
            Self::NotText { .. } | Self::Utf16 => "save the file as UTF-8",
            Self::InvalidCharacter { .. } | Self::InvalidNumber { .. } => {
                "a cell is a number from 1, a letter (A is 10), or `.` for blank"
            }
            Self::OutOfRange { .. } | Self::LetterOutOfRange { .. } => {
                "digits count from 1, and letters continue after 9: A is 10"
            }
            Self::MixedBlanks { .. } => {
                "count digits from 1, and write `.` for every blank; digits that count from 0 are not supported"
            }
            &Self::NotSquare { cells } => length_hint(cells),
            // Nine cells are more likely a row of a 9×9 grid than a 3×3 grid.
            Self::NoBoxes { n: 3 } | Self::WrongSize { cells: 9, n: 9 } => {
                "if this is a row of a drawn grid, put drawn grids and single lines into separate files"
            }
            Self::WrongSize { .. } => "choose a layout of this size, or none",
            Self::TooLarge { .. } => "grids have up to 64 rows",
            Self::NoBoxes { .. } => "define the regions in a puzzle file with `regions`",
            Self::RowCount { .. } | Self::RowLength { .. } | Self::RaggedGrid { .. } => {
                "a grid has as many rows as it has columns"
            }
            Self::MisplacedMark { .. } => {
                "write nine characters per cell: digit d at position d, or `.`"
            }
            Self::LibraryFields { .. } => {
                "fields are :technique:digits:givens:deleted:eliminations:placements:extra"
            }
            Self::InvalidCandidate { .. } => "a candidate is three digits: digit, row, column",
            Self::RemotePuzzle => "open the link, and export the puzzle as a link that contains it",
            Self::UnknownLink => {
                "supported are links of f-puzzles.com, sudokupad.app, sudokuwiki.org, Penpa+ and Gordian's page"
            }
            Self::UnsupportedPage { .. } => "only boards of `sudoku.htm` are supported",
            Self::BoardVersion { .. } => "supported are 81 digits and boards that begin with `S9B`",
            Self::NoSudoku => {
                "of Penpa+, only Sudoku are read; other kinds have links of puzz.link, or puzzle files"
            }
            Self::LinkToPuzzleFile => "open the link and save the puzzle file",
            Self::PackedCharacter { .. } | Self::DamagedLink | Self::InvalidJson { .. } => {
                "copy the whole link again: part of it seems to be missing or changed"
            }
            Self::InvalidValue { .. } => "check that the link was created by the site it refers to",
            Self::InvalidXml { .. } | Self::UnknownXmlRoot { .. } | Self::InvalidGameData => {
                "the only supported XML format is that of OpenSudoku"
            }
            Self::WrongGameLength { .. } => "`data` is 81 digits, with `0` for each blank cell",
            Self::NoGame => "puzzles are in elements such as `<game data=\"...\"/>`",
            Self::Layout(_) => "each region has as many cells as the grid has rows",
            Self::Unwritable { .. } => "choose another format, such as a link of f-puzzles",
        }
    }

    /// Returns the column of the error in the line, from 1, if it has one.
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

/// Returns a character for a message, in quotes or by its name.
fn quoted(character: char) -> String {
    match character {
        '\0' => "a NUL".to_owned(),
        _ => format!("`{}`", character.escape_debug()),
    }
}

/// Returns a hint for a line with this number of cells.
fn length_hint(cells: usize) -> &'static str {
    match cells {
        720..=738 => "nine pencil marks for each of 81 cells are 729 characters",
        cells if cells > 81 && cells.is_multiple_of(81) => {
            "these are several grids of 81 cells: write one puzzle per line"
        }
        _ => "a grid of n rows has n × n cells: 81 for a 9×9 grid",
    }
}

/// Truncates a text to a length that is suitable for a message.
pub(super) fn truncated(text: &str) -> String {
    text.chars().take(20).collect()
}
